//! Rules on Rust sources: what they may not hold, how they open, how long they are.

use super::{
    SourceFile, Workspace,
    code::{code_of, code_without_tests, lines_with},
};

/// No source file has more lines.
const MOST_LINES: usize = 600;

/// The crates of layers 0 to 3, which must run where there is no operating system.
const PURE: &[&str] =
    &["board", "kernel", "diagnostics", "puzzle", "engine", "syntax", "formats", "render", "lower", "ide"];

/// What a pure crate may not name.
const SYSTEM: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::io::stdout",
    "Instant::now",
    "SystemTime",
    "thread::spawn",
    "thread_rng",
    "from_os_rng",
    "println!",
    "eprintln!",
];

/// The one file that may ask the clock.
const CLOCK: &str = "crates/engine/src/deadline.rs";

/// `unsafe` stands in the kernel only.
#[must_use]
pub fn unsafety(workspace: &Workspace) -> Vec<String> {
    let outside = workspace.rust().filter(|file| !file.path.starts_with("crates/kernel/"));
    outside.flat_map(|file| found(file, &code_of(&file.text), "unsafe", "belongs to the kernel")).collect()
}

/// Layers 0 to 3 know no files, clock, threads, environment or unseeded randomness, and print nothing.
#[must_use]
pub fn system(workspace: &Workspace) -> Vec<String> {
    let pure = workspace.rust().filter(|file| {
        file.path != CLOCK && PURE.iter().any(|name| file.path.starts_with(&format!("crates/{name}/src/")))
    });
    pure.flat_map(|file| {
        let code = code_without_tests(&file.text);
        let of = |word: &&str| found(file, &code, word, "does not belong into layers 0 to 3");
        SYSTEM.iter().flat_map(of).collect::<Vec<_>>()
    })
    .collect()
}

/// Nothing is left to be done later, printed for debugging, or switched off.
#[must_use]
pub fn leftovers(workspace: &Workspace) -> Vec<String> {
    // Written in two parts, so that this file does not complain about itself.
    let remarks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    let macros = [concat!("to", "do!"), "unimplemented!", "dbg!", "#[ignore"];
    let mut complaints = Vec::new();
    for file in workspace.files.iter().filter(|file| [".rs", ".toml", ".sh"].iter().any(|end| file.is(end))) {
        for remark in remarks {
            complaints.extend(found(file, &file.text, remark, "is left over"));
        }
        let code = if file.is(".rs") { code_of(&file.text) } else { String::new() };
        for name in macros {
            complaints.extend(found(file, &code, name, "is left over"));
        }
    }
    complaints
}

/// Outside tests nothing is unwrapped without saying why it can be.
#[must_use]
pub fn unwraps(workspace: &Workspace) -> Vec<String> {
    let product = workspace.rust().filter(|file| !is_test(&file.path));
    product
        .flat_map(|file| {
            found(file, &code_without_tests(&file.text), ".unwrap()", "says nothing: use `expect(\"why\")`")
        })
        .collect()
}

/// Lints are silenced by `expect` with a reason, so that the silence ends with its cause.
#[must_use]
pub fn allows(workspace: &Workspace) -> Vec<String> {
    workspace
        .rust()
        .flat_map(|file| {
            let code = code_of(&file.text);
            let allow = |form| found(file, &code, form, "never ends: use `#[expect(…, reason = …)]`");
            [allow("#[allow("), allow("#![allow(")].concat()
        })
        .collect()
}

/// Every source file opens by saying what it is for.
#[must_use]
pub fn openings(workspace: &Workspace) -> Vec<String> {
    let silent = workspace.rust().filter(|file| !file.text.starts_with("//! "));
    silent.map(|file| format!("{}: must open with `//!` and what it is for", file.path)).collect()
}

/// Long files are divided.
#[must_use]
pub fn lengths(workspace: &Workspace) -> Vec<String> {
    let counted = workspace.rust().map(|file| (file, file.text.lines().count()));
    counted
        .filter(|(_, n_lines)| *n_lines > MOST_LINES)
        .map(|(file, n_lines)| format!("{}: {n_lines} lines, more than {MOST_LINES}", file.path))
        .collect()
}

fn is_test(path: &str) -> bool {
    path.starts_with("tests/")
        || ["/tests/", "/benches/", "/examples/"].iter().any(|part| path.contains(part))
        || path.ends_with("/tests.rs")
}

fn found(file: &SourceFile, code: &str, word: &str, why: &str) -> Vec<String> {
    lines_with(code, word).map(|line| format!("{}:{line}: `{word}` {why}", file.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(path: &str, text: &str) -> Workspace {
        Workspace { files: vec![SourceFile::example(path, text)], ..Workspace::default() }
    }

    #[test]
    fn unsafe_outside_the_kernel_is_refused() {
        let text = "//! Not unsafe.\nfn a() { unsafe { b() } }\n";
        assert_eq!(unsafety(&with("crates/board/src/a.rs", text)).len(), 1);
        assert_eq!(unsafety(&with("crates/kernel/src/a.rs", text)).len(), 0);
    }

    #[test]
    fn the_system_is_kept_out() {
        let text = "//! A.\nuse std::fs;\nfn a() { println!(); std::time::Instant::now(); }\n";
        assert_eq!(system(&with("crates/ide/src/a.rs", text)).len(), 3);
        assert_eq!(system(&with("crates/cli/src/a.rs", text)).len(), 0);
        assert_eq!(system(&with("crates/board/src/a.rs", "#[cfg(test)]\nmod t { use std::fs; }")).len(), 0);
    }

    #[test]
    fn leftovers_are_found() {
        let remark = format!("//! A.\n// {} later\n", concat!("TO", "DO"));
        assert_eq!(leftovers(&with("crates/a/src/a.rs", &remark)).len(), 1);
        let code = format!(
            "#[ignore]\nfn a() {{ {}() }}\nfn b() {{ dbg!(1); unimplemented!() }}",
            concat!("to", "do!")
        );
        assert_eq!(leftovers(&with("crates/a/src/a.rs", &code)).len(), 4);
    }

    #[test]
    fn bare_unwraps_are_found_outside_tests() {
        let text = "fn a() { b.unwrap() }\n/// c.unwrap()\n#[cfg(test)]\nmod tests { fn d() { e.unwrap() } }";
        assert_eq!(unwraps(&with("crates/a/src/a.rs", text)).len(), 1);
        assert_eq!(unwraps(&with("crates/a/tests/a.rs", text)).len(), 0);
    }

    #[test]
    fn bare_allows_are_found() {
        let text = "#![allow(dead_code)]\n#[allow(unused)]\n#[expect(unused, reason = \"why\")]\nfn a() {}";
        assert_eq!(allows(&with("crates/a/src/a.rs", text)).len(), 2);
    }

    #[test]
    fn silent_and_long_files_are_found() {
        assert_eq!(openings(&with("a.rs", "fn a() {}")).len(), 1);
        assert_eq!(openings(&with("a.rs", "//!\nfn a() {}")).len(), 1);
        assert_eq!(lengths(&with("a.rs", &"//! A.\n".repeat(MOST_LINES + 1))).len(), 1);
        assert_eq!(lengths(&with("a.rs", &"//! A.\n".repeat(MOST_LINES))).len(), 0);
    }
}
