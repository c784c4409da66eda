//! `sdkc fmt`: formats native files in place; leaves files with syntax errors and other programs' files as they are.

use std::{
    fs,
    io::{self, Write as _},
};

use sdkc_diagnostics::Diagnostic;
use sdkc_formats::{ReadOptions, decode};
use sdkc_ide::{Snapshot, format};
use sdkc_render::{DiagnosticFormat, FileReport, write_diagnostics};
use similar::TextDiff;

use crate::{
    args::FmtArgs,
    document::{Unread, shown},
    exit::Exit,
    input::{self, Failure, Source},
    session::{Session, ended, interrupt, unless_interrupted},
    talk,
};

pub fn run(args: &FmtArgs, session: Session) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    let mut tally = Tally::default();
    // Ctrl-C is heeded between files and while one is read: what was written is whole.
    interrupt();
    let mut sources = input::resolve(&args.paths, &args.stdin_filename, None).sources.into_iter();
    while let Some(source) = sources.next() {
        let ended = match source {
            // Where nobody reads what is shown, the files that are left are not looked at.
            Ok(source) => one(args, session, &source, &mut tally).map_err(|error| {
                let rest = if sources.len() > 0 { Exit::Unknown } else { Exit::Fine };
                exit.and(rest).kept_in(error)
            })?,
            Err(failure) => {
                talk::failure(&mut io::stderr(), &failure);
                Exit::Usage
            }
        };
        exit = exit.and(ended);
        if exit >= Exit::Interrupted {
            let _ = writeln!(io::stderr(), "sdkc: interrupted; the rest is left as it is");
            break;
        }
    }
    tally.tell(args);
    Ok(exit)
}

fn one(args: &FmtArgs, session: Session, source: &Source, tally: &mut Tally) -> io::Result<Exit> {
    let name = shown(&source.name());
    let bytes = match source.read() {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(ended()),
        Err(failure) => {
            talk::failure(&mut io::stderr(), &failure);
            tally.left += 1;
            return Ok(Exit::Usage);
        }
    };
    let pass_through = matches!(source, Source::Stdin { .. }) && !args.check && !args.diff;
    let as_it_is = |exit: Exit| -> io::Result<Exit> {
        if pass_through {
            io::stdout().lock().write_all(&bytes).map_err(|error| exit.kept_in(error))?;
        }
        Ok(exit)
    };
    let text = match decode(&bytes) {
        Ok(decoded) => decoded.text.into_owned(),
        Err(why) => {
            let unread = Unread::no_text(name, &bytes, why);
            let mut stderr = io::stderr().lock();
            write_diagnostics(&mut stderr, DiagnosticFormat::Human, &[unread.report()], session.stderr)?;
            tally.left += 1;
            return as_it_is(Exit::Findings);
        }
    };
    let Some((snapshot, formatted)) = formatted(text) else { return Ok(ended()) };
    if let Some(dialect) = snapshot.dialect() {
        let _ = writeln!(io::stderr(), "{name}: left as it is, since it is written as {}", dialect.summary());
        tally.left += 1;
        return as_it_is(Exit::Fine);
    }
    let Some(formatted) = formatted else {
        let errors: Vec<Diagnostic> = snapshot.parse().map(|parse| parse.errors.clone()).unwrap_or_default();
        tell(&name, snapshot.text(), &errors, session)?;
        let _ = writeln!(io::stderr(), "{name}: left as it is, since it has syntax errors");
        tally.left += 1;
        return as_it_is(Exit::Findings);
    };
    if formatted.as_bytes() == bytes {
        tally.unchanged += 1;
        return as_it_is(Exit::Fine);
    }
    let ended = write(args, source, &name, &String::from_utf8_lossy(&bytes), &formatted)?;
    if ended == Exit::Usage {
        tally.left += 1;
    } else {
        tally.changed += 1;
    }
    Ok(ended)
}

/// The text as it was analysed, and as it is formatted if it is a sound one of the language; `None` where Ctrl-C came before that was done.
fn formatted(text: String) -> Option<(Snapshot, Option<String>)> {
    /// What is done at once is not worth a thread.
    const LONG: usize = 1 << 16;
    let is_long = text.len() > LONG;
    let work = move || {
        let snapshot = Snapshot::new(text, &ReadOptions::default());
        let formatted = snapshot.dialect().is_none().then(|| format(&snapshot)).flatten();
        (snapshot, formatted)
    };
    if is_long { unless_interrupted(work) } else { Some(work()) }
}

/// Writes the formatted text where it belongs, or shows what would change.
fn write(args: &FmtArgs, source: &Source, name: &str, before: &str, after: &str) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    if args.diff || args.check {
        let shown = if args.diff {
            let diff = TextDiff::from_lines(before, after);
            write!(out, "{}", diff.unified_diff().header(name, &format!("{name} (formatted)")))
        } else {
            writeln!(out, "would reformat {name}")
        };
        return shown.map(|()| Exit::Findings).map_err(|error| Exit::Findings.kept_in(error));
    }
    let Source::File { path } = source else {
        out.write_all(after.as_bytes())?;
        return Ok(Exit::Fine);
    };
    if let Err(error) = replace(path, after) {
        let message = format!("cannot write {name}: {error}");
        let failure = Failure { name: name.to_owned(), message, help: None };
        talk::failure(&mut io::stderr(), &failure);
        return Ok(Exit::Usage);
    }
    Ok(Exit::Fine)
}

/// Writes beside the file and moves over it, so that an interruption loses nothing; keeps its permissions.
fn replace(path: &std::path::Path, text: &str) -> io::Result<()> {
    // Through a link the file itself is replaced, not the link.
    let path = fs::canonicalize(path)?;
    let meta = fs::metadata(&path)?;
    if !meta.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is no regular file; `-` formats standard input",
        ));
    }
    if meta.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    if has_other_names(&meta) {
        // A file with several names would be one for each of them afterwards.
        return fs::write(&path, text);
    }
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{}.tmp", std::process::id()));
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, meta.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The original is whole; what is left of the attempt goes, if it was made at all.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(unix)]
fn has_other_names(meta: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(meta) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

fn tell(name: &str, text: &str, found: &[Diagnostic], session: Session) -> io::Result<()> {
    let report = FileReport::new(name, text, found);
    write_diagnostics(&mut io::stderr().lock(), DiagnosticFormat::Human, &[report], session.stderr)
}

#[derive(Default)]
struct Tally {
    changed: u64,
    unchanged: u64,
    left: u64,
}

impl Tally {
    fn tell(&self, args: &FmtArgs) {
        let verb = if args.check || args.diff { "would be reformatted" } else { "reformatted" };
        let files = |n| talk::count(n, "file");
        let left = match self.left {
            0 => String::new(),
            1 => ", 1 left as it is".to_owned(),
            n => format!(", {n} left as they are"),
        };
        let _ = writeln!(
            io::stderr(),
            "{} {verb}, {} unchanged{left}",
            files(self.changed),
            files(self.unchanged)
        );
    }
}
