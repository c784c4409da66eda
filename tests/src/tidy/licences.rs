//! What may be linked in: licences by an allow-list, and crates that cost too much or are not ours to use.

use super::Workspace;

const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "CC0-1.0",
    "0BSD",
    "Unicode-3.0",
    "Unlicense",
    "BSL-1.0",
];

/// Crates that no build may hold, and why.
const BANNED: &[(&str, &str)] = &[
    ("polars", "over 500 CPU-seconds to compile"),
    ("arrow", "over 500 CPU-seconds to compile"),
    ("datafusion", "over 1 000 CPU-seconds to compile"),
    ("sudoku", "AGPL: ideas only"),
    ("snapbox", "one snapshot crate, which is insta"),
    ("salsa", "one small file: a snapshot is recomputed"),
];

/// Every package of the build has a licence that the list allows.
#[must_use]
pub fn allowed(workspace: &Workspace) -> Vec<String> {
    let judged = workspace.packages.iter().map(|package| (package, package.license.as_deref()));
    judged
        .filter(|(_, license)| !license.is_some_and(is_allowed))
        .map(|(package, license)| format!("{}: licence {}", package.name, license.unwrap_or("not stated")))
        .collect()
}

/// No package of the build is banned.
#[must_use]
pub fn banned(workspace: &Workspace) -> Vec<String> {
    let found = workspace.packages.iter().filter_map(|package| {
        let (_, why) = BANNED.iter().find(|(name, _)| *name == package.name)?;
        Some(format!("{} is banned: {why}", package.name))
    });
    found.collect()
}

/// Whether one of the alternatives of a licence expression is on the list. `AND` binds tighter than `OR`; the old
/// form `MIT/Apache-2.0` means `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    alternatives(&words, &mut at) && at == words.len()
}

fn alternatives(words: &[&str], at: &mut usize) -> bool {
    let mut good = parts(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        good |= parts(words, at);
    }
    good
}

fn parts(words: &[&str], at: &mut usize) -> bool {
    let mut good = term(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        good &= term(words, at);
    }
    good
}

fn term(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let good = alternatives(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return good && closed;
    }
    let mut name = (*word).to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
    }
    ALLOWED.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::Package;
    use super::*;

    #[test]
    fn expressions_are_understood() {
        for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-3.0) AND Unicode-3.0"] {
            assert!(is_allowed(good), "{good}");
        }
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR GPL-2.0"));
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "AGPL-3.0-only",
            "(MIT",
            "MIT)",
            "(MIT OR GPL-3.0) AND SSPL-1.0",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn bad_licences_and_banned_crates_are_refused() {
        let package = |name: &str, license: Option<&str>| Package {
            name: name.to_owned(),
            license: license.map(str::to_owned),
            ..Package::default()
        };
        let packages = vec![
            package("sudoku", Some("AGPL-3.0")),
            package("nameless", None),
            package("good", Some("MIT")),
        ];
        let workspace = Workspace { packages, ..Workspace::default() };
        assert_eq!(allowed(&workspace).len(), 2);
        assert_eq!(banned(&workspace), ["sudoku is banned: AGPL: ideas only"]);
    }
}
