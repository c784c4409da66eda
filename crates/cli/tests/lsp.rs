//! `sdkc lsp` as a process: how it ends, whatever its client does.

use std::{
    io::{Read as _, Write as _},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_sdkc"))
        .args(["lsp", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs")
}

fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Sends the messages, keeps standard input open or closes it, and waits for the process to end by itself.
fn code_after(messages: &str, keep_open: bool) -> Option<i32> {
    let mut child = start();
    let mut input = child.stdin.take().expect("it is a pipe");
    input.write_all(messages.as_bytes()).expect("it reads");
    input.flush().expect("it reads");
    let held = keep_open.then_some(input);
    let mut output = child.stdout.take().expect("it is a pipe");
    let reader = thread::spawn(move || output.read_to_end(&mut Vec::new()));
    let begun = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status.code();
        }
        if begun.elapsed() > Duration::from_secs(10) {
            child.kill().expect("it runs");
            child.wait().expect("it was killed");
            panic!("the process does not end");
        }
        thread::sleep(Duration::from_millis(10));
    };
    drop(held);
    reader.join().expect("no panic").expect("it can be read");
    code
}

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;

#[test]
fn exit_after_shutdown_is_fine_though_the_input_stays_open() {
    // Emacs sends null parameters.
    let shutdown = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":null}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit","params":null}"#;
    let all = [HELLO, shutdown, exit].map(frame).concat();
    assert_eq!(code_after(&all, true), Some(0));
}

#[test]
fn empty_messages_hold_nothing_up() {
    let empty = frame("");
    let shutdown = frame(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    let exit = frame(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let all = [&empty, &empty, &frame(HELLO), &empty, &shutdown, &empty, &exit].map(|it| &it[..]).concat();
    assert_eq!(code_after(&all, true), Some(0));
    let mut child = start();
    let mut input = child.stdin.take().expect("it is a pipe");
    input.write_all([&empty[..], &frame(HELLO)].concat().as_bytes()).expect("it reads");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("it is a pipe"));
    assert!(read(&mut output).is_some_and(|it| it.contains("capabilities")), "it answers at once");
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn exit_without_shutdown_is_an_error() {
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    assert_eq!(code_after(&[HELLO, exit].map(frame).concat(), true), Some(1));
    assert_eq!(code_after(&frame(exit), true), Some(1));
}

#[test]
fn the_end_of_the_input_is_the_end() {
    assert_eq!(code_after("", false), Some(1));
    assert_eq!(code_after(&frame(HELLO), false), Some(1));
}

#[test]
fn garbage_ends_it_with_an_error() {
    for garbage in [
        "\r\n\r\n\r\n",
        "Content-Length: 5\r\n\r\n{oops",
        "Content-Length: x\r\n\r\n{}",
        "\u{1}\u{2}\u{3}\r\n\r\n",
    ] {
        assert_eq!(code_after(garbage, false), Some(1), "{garbage:?}");
    }
}

/// What a document needs stays small after it was solved, however many are open.
#[cfg(target_os = "linux")]
#[test]
fn many_open_documents_take_little_memory() {
    const DOCUMENTS: usize = 100;
    let givens = "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4..";
    let opened = (0..DOCUMENTS).map(|n| {
        let text = format!("puzzle {{ givens {{ {} }} }}", givens.replace(' ', "\\n"));
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"file:///{n}.sdk","languageId":"sdk","version":1,"text":"{text}"}}}}}}"#
        )
    });
    let initialized = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
    let mut child = start();
    let mut input = child.stdin.take().expect("it is a pipe");
    input.write_all(frame(HELLO).as_bytes()).expect("it reads");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut messages = std::iter::from_fn(|| read(&mut output));
    assert!(messages.next().is_some_and(|it| it.contains("capabilities")));
    for body in [initialized.to_owned()].into_iter().chain(opened) {
        input.write_all(frame(&body).as_bytes()).expect("it reads");
    }
    // Each is told of once by the rules, once more when it is solved.
    let told = messages.filter(|it| it.contains("publishDiagnostics")).take(2 * DOCUMENTS).count();
    assert_eq!(told, 2 * DOCUMENTS);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    let megabytes = resident.and_then(|it| it.parse::<usize>().ok()).expect("a number") / 1024;
    drop(input);
    child.wait().expect("it can be waited for");
    assert!(megabytes < 60, "{megabytes} MB for {DOCUMENTS} documents");
}

/// The next message of the server; `None` at its end.
#[cfg(target_os = "linux")]
fn read(output: &mut impl std::io::BufRead) -> Option<String> {
    let mut header = String::new();
    output.read_line(&mut header).ok()?;
    let length = header.trim().strip_prefix("Content-Length: ")?.parse().ok()?;
    output.read_line(&mut header).ok()?;
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    String::from_utf8(body).ok()
}
