//! Runs the built `sdkc` as a person or a script would: in a folder of its own, with an environment that is known, and
//! never for longer than it may take.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use cargo_metadata::Message;

use crate::tidy::root;

/// A command that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// The binary under test: `SDKC_BIN` if it is set, else built by cargo with the profile that this test has. Cargo knows
/// best where it lies and whether it is fresh; the lock on the build is free while tests run.
#[must_use]
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(given) = std::env::var_os("SDKC_BIN") {
            return PathBuf::from(given);
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(root()).args([
            "build",
            "--bin",
            "sdkc",
            "--package",
            "sdkc",
            "--profile",
            profile(),
        ]);
        cargo.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
        let output = cargo.output().expect("cargo runs, since it built this");
        assert!(output.status.success(), "sdkc does not build");
        Message::parse_stream(output.stdout.as_slice())
            .filter_map(Result::ok)
            .find_map(|message| match message {
                Message::CompilerArtifact(artifact) if artifact.target.name == "sdkc" => artifact.executable,
                _ => None,
            })
            .expect("cargo names the binary that it built")
            .into_std_path_buf()
    })
}

/// The profile of this test, told by the folder that it lies in: `target/<profile>/deps/…`.
fn profile() -> &'static str {
    let own = std::env::current_exe().expect("a test has a path");
    let folder = own.parent().and_then(Path::parent).and_then(Path::file_name);
    match folder.and_then(|name| name.to_str()) {
        Some("release") => "release",
        _ => "dev",
    }
}

/// What a command left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; `None` where a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output, as text.
    pub stdout: String,
    /// What it wrote to standard error, as text.
    pub stderr: String,
}

/// A folder that is gone when the value is.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A new, empty folder.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("sdkc-tests-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self { path }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).expect("a folder can be made");
        }
        fs::write(path, bytes).expect("a file can be written");
    }

    /// Copies a folder of the repository into it.
    pub fn copy(&self, from: &Path, to: &str) {
        for entry in fs::read_dir(from).expect("the folder is there") {
            let path = entry.expect("a readable entry").path();
            let name = format!("{to}/{}", path.file_name().expect("a name").to_string_lossy());
            if path.is_dir() {
                self.copy(&path, &name);
            } else {
                self.write(&name, fs::read(&path).expect("a readable file"));
            }
        }
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now will be with the rest of the temporary folder.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A command in a folder, with nothing in its environment that changes output.
#[must_use]
pub fn sdkc(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.current_dir(folder).args(args);
    for variable in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS", "CI", "GITHUB_ACTIONS"]
    {
        command.env_remove(variable);
    }
    command.env("TERM", "dumb");
    command
}

/// Runs a command to its end.
///
/// # Panics
/// Where it takes too long: a hang is a failure of the test.
#[must_use]
pub fn run(command: &mut Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        scope.spawn(move || {
            // A command that does not read its input closes the pipe: its right.
            let _ = stdin.write_all(input);
        });
        let out = scope.spawn(|| slurp(stdout));
        let err = scope.spawn(|| slurp(stderr));
        let code = wait(&mut child, command);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let (out, err) = (out.join().expect("reading goes on"), err.join().expect("reading goes on"));
        Ran { code, stdout: text(out), stderr: text(err) }
    })
}

fn slurp(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
    }
    bytes
}

/// Waits for a child's end, and ends it where it hangs.
///
/// # Panics
/// Where it hangs.
pub fn wait(child: &mut Child, command: &Command) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return status.code();
        }
        if started.elapsed() > LONGEST {
            // It hangs and is given up, whether or not it can be ended.
            let _ = child.kill();
            panic!("{command:?} hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}
