//! Rules on what users read: pages of codes, the changelog, the samples.

use sdkc_diagnostics::Code;

use super::Workspace;

const PAGES: &str = "crates/diagnostics/pages/";

/// Every code has a page that says more than its title, and every page belongs to a code.
#[must_use]
pub fn pages(workspace: &Workspace) -> Vec<String> {
    let mut complaints = Vec::new();
    for code in Code::ALL {
        match workspace.file(&format!("{PAGES}{code}.md")) {
            None => complaints.push(format!("{code} has no page")),
            Some(page) => {
                let body = page.text.lines().skip(1).filter(|line| !line.trim().is_empty());
                if body.count() < 3 {
                    complaints.push(format!("{}: says nothing but its title", page.path));
                }
            }
        }
    }
    for file in workspace.files.iter().filter(|file| file.path.starts_with(PAGES)) {
        let name = file.path.trim_start_matches(PAGES).trim_end_matches(".md");
        if !Code::ALL.iter().any(|code| code.as_str() == name) {
            complaints.push(format!("{}: there is no such code", file.path));
        }
    }
    complaints
}

/// The changelog has a section for what is not released yet.
#[must_use]
pub fn changelog(workspace: &Workspace) -> Vec<String> {
    let path = "crates/cli/CHANGELOG.md";
    let has =
        workspace.file(path).is_some_and(|file| file.text.lines().any(|line| line == "## [Unreleased]"));
    if has { Vec::new() } else { vec![format!("{path}: must have a section `## [Unreleased]`")] }
}

/// Every sample opens with a comment on what it shows, and claims something about its solutions.
#[must_use]
pub fn samples(workspace: &Workspace) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in workspace.files.iter().filter(|file| file.path.starts_with("samples/")) {
        if !file.is(".sdk") {
            continue;
        }
        if !file.text.starts_with("// ") {
            complaints.push(format!("{}: must open with a comment on what it shows", file.path));
        }
        let (puzzles, expects) = (starts(&file.text, "puzzle "), starts(&file.text, "expect "));
        if expects < puzzles || puzzles == 0 {
            complaints.push(format!("{}: {puzzles} puzzles with {expects} expectations", file.path));
        }
    }
    complaints
}

fn starts(text: &str, word: &str) -> usize {
    text.lines().filter(|line| line.trim_start().starts_with(word)).count()
}

#[cfg(test)]
mod tests {
    use super::super::SourceFile;
    use super::*;

    fn with(path: &str, text: &str) -> Workspace {
        Workspace { files: vec![SourceFile::example(path, text)], ..Workspace::default() }
    }

    #[test]
    fn missing_empty_and_strange_pages_are_found() {
        let workspace = with(&format!("{PAGES}E0401.md"), "# E0401: givens that break a rule\n");
        let complaints = pages(&workspace);
        assert_eq!(complaints.len(), Code::ALL.len(), "all but one are missing, one is empty");
        assert!(pages(&with(&format!("{PAGES}E9999.md"), "")).iter().any(|it| it.contains("no such code")));
    }

    #[test]
    fn a_changelog_without_a_place_is_refused() {
        assert_eq!(changelog(&Workspace::default()).len(), 1);
        assert_eq!(changelog(&with("crates/cli/CHANGELOG.md", "# Changelog\n\n## [0.1.0]\n")).len(), 1);
        assert_eq!(changelog(&with("crates/cli/CHANGELOG.md", "## [Unreleased]\n")).len(), 0);
    }

    #[test]
    fn samples_that_say_or_claim_nothing_are_refused() {
        assert_eq!(samples(&with("samples/a.sdk", "puzzle \"A\" {}\n")).len(), 2);
        assert_eq!(samples(&with("samples/a.sdk", "// A.\npuzzle \"A\" {\n    expect unique\n}\n")).len(), 0);
    }
}
