//! Rules on files of any kind: where they lie, how large they are, what they may not name.

use super::Workspace;

/// What the top level holds; names that start with a dot come beside these.
const TOP_LEVEL: &[&str] =
    &["Cargo.toml", "Cargo.lock", "README.md", "grammar", "crates", "editors", "samples", "tests"];

/// No file is larger, in bytes.
const MOST_BYTES: u64 = 5_000_000;

/// The top level holds what it always holds.
#[must_use]
pub fn top_level(workspace: &Workspace) -> Vec<String> {
    let mut tops: Vec<&str> = workspace.files.iter().filter_map(|file| file.path.split('/').next()).collect();
    tops.dedup();
    let others = tops.into_iter().filter(|top| !top.starts_with('.') && !TOP_LEVEL.contains(top));
    others.map(|top| format!("{top} does not belong to the top level")).collect()
}

/// Large files do not belong into a repository.
#[must_use]
pub fn sizes(workspace: &Workspace) -> Vec<String> {
    let large = workspace.files.iter().filter(|file| file.len > MOST_BYTES);
    large.map(|file| format!("{}: {} bytes, more than {MOST_BYTES}", file.path, file.len)).collect()
}

/// Paths of one machine mean nothing on another.
#[must_use]
pub fn places(workspace: &Workspace) -> Vec<String> {
    // Written in two parts, so that this file does not complain about itself.
    let places =
        [concat!("/wo", "rk/"), concat!("shared/", "design"), concat!("/ro", "ot/"), concat!("farm", "-")];
    let mut complaints = Vec::new();
    for file in &workspace.files {
        for place in places {
            let lines = file.text.lines().enumerate().filter(|(_, line)| line.contains(place));
            complaints.extend(lines.map(|(at, _)| format!("{}:{}: names {place}", file.path, at + 1)));
        }
    }
    complaints
}

/// A crate-local `.clippy.toml` replaces the root's: it must say again what the root says. The crates of layers 0 to
/// 3 must have one, and ban the same methods.
#[must_use]
pub fn clippy(workspace: &Workspace) -> Vec<String> {
    let Some(root) = workspace.file(".clippy.toml") else {
        return vec![".clippy.toml is missing".to_owned()];
    };
    let said = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(str::to_owned).collect()
    };
    let (common, banning) =
        (said(&root.text), ["std::time::Instant::now", "std::thread::spawn", "std::fs::read"]);
    let mut complaints = Vec::new();
    for member in workspace.members() {
        let path = format!("{}/.clippy.toml", member.folder.as_deref().unwrap_or_default());
        let Some(local) = workspace.file(&path) else {
            if is_pure(&member.name) {
                complaints.push(format!("{path} is missing: layers 0 to 3 ban the system by lint"));
            }
            continue;
        };
        let lines = said(&local.text);
        let missing = common.iter().filter(|line| !lines.contains(line));
        complaints.extend(missing.map(|line| format!("{path}: must repeat the root's `{line}`")));
        if is_pure(&member.name) {
            let unbanned = banning.iter().filter(|method| !local.text.contains(&format!("\"{method}\"")));
            complaints.extend(unbanned.map(|method| format!("{path}: must ban {method}")));
        }
    }
    complaints
}

/// Whether a crate is of layers 0 to 3: all that are named after us and are neither a shell nor a tool.
fn is_pure(name: &str) -> bool {
    name.starts_with("sdkc-") && !["sdkc-study", "sdkc-lsp", "sdkc-tests"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::super::{Package, SourceFile};
    use super::*;

    fn with(files: Vec<SourceFile>) -> Workspace {
        Workspace { files, ..Workspace::default() }
    }

    #[test]
    fn strangers_at_the_top_and_giants_are_refused() {
        let mut giant = SourceFile::example("crates/a/b.bin", "");
        giant.len = MOST_BYTES + 1;
        let workspace =
            with(vec![SourceFile::example("notes.txt", ""), SourceFile::example(".ci/run", ""), giant]);
        assert_eq!(top_level(&workspace), ["notes.txt does not belong to the top level"]);
        assert_eq!(sizes(&workspace).len(), 1);
    }

    #[test]
    fn places_are_found() {
        let text = format!("fine\ncd {}x", concat!("/wo", "rk/"));
        assert_eq!(places(&with(vec![SourceFile::example("a.md", &text)])).len(), 1);
    }

    #[test]
    fn local_lint_files_that_forget_are_refused() {
        let member = |name: &str| Package {
            name: name.to_owned(),
            folder: Some(format!("crates/{name}")),
            ..Package::default()
        };
        let root = SourceFile::example(".clippy.toml", "# why\nallow-unwrap-in-tests = true\n");
        let local = SourceFile::example("crates/sdkc-board/.clippy.toml", "disallowed-methods = []\n");
        let packages = vec![member("sdkc-board"), member("sdkc-engine"), member("sdkc")];
        let complaints = clippy(&Workspace { files: vec![root, local], packages });
        assert_eq!(complaints.len(), 5, "{complaints:?}");
        assert_eq!(clippy(&Workspace::default()).len(), 1);
    }
}
