//! Who may import whom. The table is the architecture: an arrow that is not in it is an error, and a crate that
//! arrives takes a row here first.

use super::Workspace;

/// A member of the workspace and the members that it may import.
struct Row {
    name: &'static str,
    may: &'static [&'static str],
}

const BOARD: &str = "sdkc-board";
const KERNEL: &str = "sdkc-kernel";
const DIAGNOSTICS: &str = "sdkc-diagnostics";
const PUZZLE: &str = "sdkc-puzzle";
const ENGINE: &str = "sdkc-engine";
const SYNTAX: &str = "sdkc-syntax";
const FORMATS: &str = "sdkc-formats";
const RENDER: &str = "sdkc-render";
const LOWER: &str = "sdkc-lower";
const IDE: &str = "sdkc-ide";
const STUDY: &str = "sdkc-study";
const LSP: &str = "sdkc-lsp";

/// Layer by layer, lowest first. Nothing may import the command line but the tests.
const TABLE: &[Row] = &[
    Row { name: BOARD, may: &[] },
    Row { name: KERNEL, may: &[] },
    Row { name: DIAGNOSTICS, may: &[] },
    Row { name: PUZZLE, may: &[BOARD, DIAGNOSTICS] },
    Row { name: ENGINE, may: &[BOARD, KERNEL] },
    Row { name: SYNTAX, may: &[DIAGNOSTICS] },
    Row { name: FORMATS, may: &[BOARD, DIAGNOSTICS, PUZZLE] },
    Row { name: RENDER, may: &[BOARD, DIAGNOSTICS, PUZZLE] },
    Row { name: LOWER, may: &[DIAGNOSTICS, SYNTAX, BOARD, PUZZLE] },
    Row { name: IDE, may: &[DIAGNOSTICS, SYNTAX, LOWER, PUZZLE, BOARD, ENGINE, FORMATS, RENDER] },
    Row { name: STUDY, may: &[BOARD, KERNEL, ENGINE, RENDER] },
    Row { name: LSP, may: &[DIAGNOSTICS, IDE] },
    Row {
        name: "sdkc",
        may: &[BOARD, KERNEL, DIAGNOSTICS, PUZZLE, ENGINE, SYNTAX, FORMATS, RENDER, LOWER, IDE, STUDY, LSP],
    },
    Row { name: "xtask", may: &[DIAGNOSTICS, SYNTAX, LOWER] },
    Row {
        name: "sdkc-tests",
        may: &[
            BOARD,
            KERNEL,
            DIAGNOSTICS,
            PUZZLE,
            ENGINE,
            SYNTAX,
            FORMATS,
            RENDER,
            LOWER,
            IDE,
            STUDY,
            LSP,
            "sdkc",
            "xtask",
        ],
    },
];

/// Dependencies from outside that only some members may have.
const OWNED: &[(&str, &[&str])] = &[
    ("ariadne", &[RENDER]),
    ("logos", &[SYNTAX]),
    ("chumsky", &[SYNTAX]),
    ("tower-lsp", &[LSP]),
    ("lsp-types", &[]),
    ("tokio", &[LSP, "sdkc"]),
    ("rayon", &[ENGINE, STUDY, "sdkc"]),
    ("clap", &["sdkc", "xtask"]),
    ("insta", &[]),
    ("proptest", &[]),
    ("criterion", &[]),
];

/// Every arrow between members is in the table, and every member has a row.
#[must_use]
pub fn arrows(workspace: &Workspace) -> Vec<String> {
    let names: Vec<&str> = workspace.members().map(|member| member.name.as_str()).collect();
    let mut complaints = Vec::new();
    for member in workspace.members() {
        let Some(row) = TABLE.iter().find(|row| row.name == member.name) else {
            complaints.push(format!("{} has no row in the table of imports", member.name));
            continue;
        };
        for needed in member.needs.iter().filter(|needed| names.contains(&needed.as_str())) {
            if !row.may.contains(&needed.as_str()) {
                complaints.push(format!("{} may not import {needed}", member.name));
            }
        }
    }
    complaints
}

/// Dependencies that belong to one crate are not taken by another; what is for tests only is in no build.
#[must_use]
pub fn owners(workspace: &Workspace) -> Vec<String> {
    let mut complaints = Vec::new();
    for member in workspace.members() {
        for (dependency, owners) in OWNED {
            if member.needs.iter().any(|needed| needed == dependency)
                && !owners.contains(&member.name.as_str())
            {
                complaints.push(format!("{} may not depend on {dependency}", member.name));
            }
        }
    }
    complaints
}

/// The workspace's lints, which forbid `unsafe`, hold everywhere but in the kernel.
#[must_use]
pub fn lints(workspace: &Workspace) -> Vec<String> {
    let members = workspace.members().filter(|member| member.name != KERNEL);
    members
        .filter_map(|member| {
            let manifest = format!("{}/Cargo.toml", member.folder.as_deref()?);
            let text = &workspace.file(&manifest)?.text;
            let taken = text.split("[lints]").nth(1).is_some_and(|rest| {
                rest.lines().take_while(|line| !line.starts_with('[')).any(|line| line == "workspace = true")
            });
            (!taken).then(|| format!("{manifest}: [lints] must say `workspace = true`"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Package, SourceFile};
    use super::*;

    fn member(name: &str, needs: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            folder: Some(format!("crates/{name}")),
            license: None,
            needs: needs.iter().map(|needed| (*needed).to_owned()).collect(),
        }
    }

    #[test]
    fn arrows_off_the_table_are_refused() {
        let packages = vec![
            member("sdkc-board", &["sdkc-engine"]),
            member("sdkc-engine", &["sdkc-board"]),
            member("sdkc-newcomer", &[]),
        ];
        let complaints = arrows(&Workspace { packages, ..Workspace::default() });
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert_eq!(complaints[0], "sdkc-board may not import sdkc-engine");
        assert!(complaints[1].contains("sdkc-newcomer has no row"));
    }

    #[test]
    fn foreign_owners_are_refused() {
        let packages = vec![member("sdkc-ide", &["ariadne"]), member("sdkc-render", &["ariadne", "insta"])];
        let complaints = owners(&Workspace { packages, ..Workspace::default() });
        assert_eq!(complaints.len(), 2, "{complaints:?}");
    }

    #[test]
    fn a_crate_without_the_lints_is_refused() {
        let packages = vec![member("good", &[]), member("bad", &[]), member("sdkc-kernel", &[])];
        let files = vec![
            SourceFile::example("crates/good/Cargo.toml", "[lints]\nworkspace = true\n"),
            SourceFile::example("crates/bad/Cargo.toml", "[lints]\n[dependencies]\nworkspace = true\n"),
            SourceFile::example("crates/sdkc-kernel/Cargo.toml", ""),
        ];
        assert_eq!(lints(&Workspace { files, packages }).len(), 1);
    }
}
