//! The language server as editors use it: as a process that must end with its client, and in the editors themselves.
//!
//! `editors/test.sh` runs VS Code, Neovim and Emacs, and Helix where it is installed. What it needs is installed by it; an
//! editor that cannot be installed (no network, no rights to install packages) is left out and named. `SDKC_EDITORS=all`
//! makes that a failure, and `SDKC_EDITORS=no` leaves all of them out.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use sdkc_tests::{terminal::binary, tidy::root};

/// Longer than anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    output: Option<BufReader<ChildStdout>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended where the test went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(binary());
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the binary runs");
        let output = child.stdout.take().map(BufReader::new);
        Self { child, output }
    }

    fn send(&mut self, body: &str) {
        let input = self.child.stdin.as_mut().expect("it is a pipe");
        // A server that has ended takes nothing more, which some tests want.
        let _ = write!(input, "Content-Length: {}\r\n\r\n{body}", body.len());
        let _ = input.flush();
    }

    fn hello(&mut self, process: &str) {
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"processId":{process},"capabilities":{{}}}}}}"#
        ));
        self.until("\"id\":1");
        self.send(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    }

    fn open(&mut self, text: &str) {
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"untitled:a","languageId":"sdk","version":1,"text":"{text}"}}}}}}"#
        ));
    }

    /// Reads messages until one holds a text; that message.
    fn until(&mut self, part: &str) -> String {
        let output = self.output.as_mut().expect("it is open");
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(output.read_line(&mut line).expect("it can be read") > 0, "it ended before {part}");
                match line.trim().strip_prefix("Content-Length: ") {
                    Some(number) => length = number.parse().expect("a number"),
                    None if line.trim().is_empty() => break,
                    None => {}
                }
            }
            let mut body = vec![0; length];
            output.read_exact(&mut body).expect("it can be read");
            let body = String::from_utf8(body).expect("it is JSON");
            if body.contains(part) {
                return body;
            }
        }
    }

    /// Waits for the process to end by itself.
    fn code(&mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("the process does not end");
    }
}

#[test]
fn a_server_whose_output_is_closed_ends() {
    let mut server = Server::start();
    server.hello("null");
    server.output = None;
    server.open("puzzle { blok 2 }");
    assert_eq!(server.code(), Some(1));
}

#[test]
fn a_server_ends_with_the_process_that_it_serves() {
    if !Path::new("/proc/self").exists() {
        // There the end of the input is all that tells.
        return;
    }
    let mut other = Command::new(binary())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut server = Server::start();
    server.hello(&other.id().to_string());
    server.open("puzzle { blok 2 }");
    server.until("E0203");
    other.kill().expect("it runs");
    other.wait().expect("it was killed");
    assert_eq!(server.code(), Some(1), "its own input is still open");
}

#[test]
fn a_server_that_solves_ends_at_once() {
    let mut server = Server::start();
    server.hello("null");
    server.open("puzzle { block 8\\n expect solutions 100000000000000 }");
    thread::sleep(Duration::from_millis(600));
    let asked = Instant::now();
    server.send(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    server.until("\"id\":2");
    server.send(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    assert_eq!(server.code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

/// The resident memory of a process in kilobytes, where the system tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok())
}

#[test]
fn memory_does_not_grow_with_edits() {
    let mut server = Server::start();
    server.hello("null");
    let rows = ".........\\n".repeat(9);
    server.open(&format!("puzzle {{\\ngivens {{\\n{rows}}}\\n}}"));
    server.until("publishDiagnostics");
    let mut after = Vec::new();
    let mut version = 1;
    for _ in 0..4 {
        for number in 0..2500 {
            version += 1;
            let (line, column, value) = (2 + number % 9, number % 9, 1 + number % 9);
            let text = if number % 2 == 0 { value.to_string() } else { ".".to_owned() };
            server.send(&format!(
                r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"untitled:a","version":{version}}},"contentChanges":[{{"range":{{"start":{{"line":{line},"character":{column}}},"end":{{"line":{line},"character":{}}}}},"text":"{text}"}}]}}}}"#,
                column + 1
            ));
            if number % 50 == 49 {
                server.until(&format!("\"version\":{version}"));
            }
        }
        after.extend(memory(server.child.id()));
    }
    // What is allocated at first is kept; what every edit left behind would go on growing.
    if let [.., before, last] = after[..] {
        assert!(last < before + 4_000 && last < 40_000, "{after:?} kB");
    }
}

/// VS Code, Neovim, Emacs, and Helix where it is installed.
#[test]
fn the_editors_themselves() {
    if std::env::var_os("SDKC_EDITORS").is_some_and(|it| it == "no") || cfg!(not(target_os = "linux")) {
        return;
    }
    let mut script = Command::new(root().join("editors/test.sh"));
    let status = script.env("SDKC", binary()).status().expect("it is a script of this repository");
    // 77: an editor cannot be installed here, which `SDKC_EDITORS=all` takes for a failure.
    let all = std::env::var_os("SDKC_EDITORS").is_some_and(|it| it == "all");
    let is_fine = status.success() || (status.code() == Some(77) && !all);
    assert!(is_fine, "editors/test.sh has failed; its output is above");
}
