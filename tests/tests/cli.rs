//! The command line from outside: every case of `cases/`, every broken and foreign file of `data/`, and what a small
//! file cannot say (pipes, huge inputs, files without permission). Snapshots lie in `snapshots/`.

use std::{fmt::Write as _, fs, panic, path::Path};

use sdkc_tests::{
    cases::{self, Case},
    terminal::{Ran, Scratch, run, sdkc},
};

#[path = "cli/documents.rs"]
mod documents;
#[path = "cli/ends.rs"]
mod ends;
#[path = "cli/exits.rs"]
mod exits;
#[path = "cli/extremes.rs"]
mod extremes;
#[path = "cli/first_lines.rs"]
mod first_lines;
#[path = "cli/interrupts.rs"]
mod interrupts;
#[path = "cli/jobs.rs"]
mod jobs;
#[path = "cli/lists.rs"]
mod lists;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/unread.rs"]
mod unread;
#[path = "cli/waits.rs"]
mod waits;

fn here(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Runs all of `all`, and fails with the names of those that failed.
fn each<T>(all: impl IntoIterator<Item = (String, T)>, one: impl Fn(&str, T) + panic::RefUnwindSafe)
where
    T: panic::UnwindSafe,
{
    let failed: Vec<String> = all
        .into_iter()
        .filter_map(|(name, case)| panic::catch_unwind(|| one(&name, case)).is_err().then_some(name))
        .collect();
    assert!(failed.is_empty(), "failed: {failed:?}");
}

/// What came of a command, as a snapshot shows it.
fn shown(ran: &Ran) -> String {
    let code = ran.code.map_or_else(|| "ended by a signal".to_owned(), |code| code.to_string());
    let mut text = format!("exit {code}\n");
    for (name, stream) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
        if !stream.is_empty() {
            let _ = write!(text, "--- {name}\n{stream}");
        }
    }
    text
}

#[test]
fn cases() {
    let all = cases::load(&here("cases"));
    assert!(all.len() > 20, "the cases were not found");
    each(all, |name, case: Case| {
        let ran = case.run();
        insta::with_settings!({ description => case.about.trim(), omit_expression => true }, {
            insta::assert_snapshot!(format!("case-{name}"), shown(&ran));
        });
        assert_eq!(ran.code, Some(case.exit), "{name}\n{}", shown(&ran));
    });
}

/// The lines of `data/broken.txt`: a file and the codes that it must get, each as often as it stands there.
fn broken() -> Vec<(String, Vec<String>)> {
    let table = fs::read_to_string(here("data/broken.txt")).expect("the table is there");
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| {
        let mut words = row.split_whitespace().map(str::to_owned);
        (words.next().expect("a name"), words.collect())
    })
    .collect()
}

#[test]
fn broken_files_get_their_codes_and_nothing_else() {
    let all = broken();
    let listed: Vec<&String> = all.iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(here("data/broken")).expect("the folder is there") {
        let name = entry.expect("a readable entry").file_name().to_string_lossy().into_owned();
        assert!(listed.contains(&&name), "{name} has no row in broken.txt");
    }
    each(all, |name, codes: Vec<String>| {
        let path = format!("data/broken/{name}");
        let concise = run(&mut sdkc(&here(""), &["check", "--format", "concise", &path]), b"");
        let mut found: Vec<&str> = concise.stdout.lines().filter_map(code_of_line).collect();
        found.sort_unstable();
        let mut wanted: Vec<&str> = codes.iter().map(String::as_str).collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{name}\n{}", shown(&concise));
        let fine = wanted.iter().all(|code| !code.starts_with('E'));
        assert_eq!(concise.code, Some(i32::from(!fine)), "{name}\n{}", shown(&concise));
        let human = run(&mut sdkc(&here(""), &["check", &path]), b"");
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(format!("broken-{name}"), cases::steady(&shown(&human)));
        });
    });
}

/// The code in a line such as `a.sdk:1:7: E0302 a block has no length of 0`.
fn code_of_line(line: &str) -> Option<&str> {
    line.split(|ch: char| !ch.is_ascii_alphanumeric()).find(|word| {
        word.len() == 5 && word.starts_with(['E', 'W']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[test]
fn foreign_files_are_solved_as_they_are() {
    let names = fs::read_dir(here("data/foreign")).expect("the folder is there");
    let mut all: Vec<String> = names
        .map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    assert!(all.len() > 10);
    each(all.into_iter().map(|name| (name, ())), |name, ()| {
        let path = format!("data/foreign/{name}");
        let ran = run(&mut sdkc(&here(""), &["solve", "--output", "line", &path]), b"");
        assert_eq!(ran.code, Some(0), "{name}\n{}", shown(&ran));
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(format!("foreign-{name}"), cases::steady(&shown(&ran)));
        });
        let before = fs::read(here(&path)).expect("readable");
        let scratch = Scratch::new();
        scratch.write(name, &before);
        let formatted = run(&mut sdkc(scratch.path(), &["fmt", name]), b"");
        assert_eq!(formatted.code, Some(0), "{name}\n{}", shown(&formatted));
        let after = fs::read(scratch.path().join(name)).expect("readable");
        assert!(before == after || name == "utf16-with-bom.sdk", "fmt touched {name}");
    });
}
