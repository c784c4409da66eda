//! The workspace as the rules see it: its files with their texts, its packages with their dependencies.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use cargo_metadata::{DependencyKind, MetadataCommand};

/// A file of the repository.
#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// Its path from the root, with `/` between the parts.
    pub path: String,
    /// Its length in bytes.
    pub len: u64,
    /// Its text; empty where it is not UTF-8.
    pub text: String,
}

impl SourceFile {
    /// A file for the bad examples of the rules' own tests.
    #[must_use]
    pub fn example(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), len: text.len() as u64, text: text.to_owned() }
    }

    /// Whether its name ends so.
    #[must_use]
    pub fn is(&self, ending: &str) -> bool {
        self.path.ends_with(ending)
    }
}

/// A package, of the workspace or from outside.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its folder from the root; `None` for packages from outside.
    pub folder: Option<String>,
    /// Its licence expression.
    pub license: Option<String>,
    /// What it needs to be built, build scripts included.
    pub needs: Vec<String>,
}

/// Everything that rules look at.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// All files that belong to the repository.
    pub files: Vec<SourceFile>,
    /// All packages of the build.
    pub packages: Vec<Package>,
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the root").to_owned()
}

impl Workspace {
    /// Reads the workspace that this crate is a member of.
    #[must_use]
    pub fn load() -> Self {
        let root = root();
        let mut paths = listed_by_git(&root).unwrap_or_else(|| {
            let mut found = Vec::new();
            walk(&root, &root, &mut found);
            found
        });
        paths.sort();
        let files = paths
            .into_iter()
            .filter_map(|path| {
                let bytes = fs::read(root.join(&path)).ok()?;
                let len = bytes.len() as u64;
                Some(SourceFile { path, len, text: String::from_utf8(bytes).unwrap_or_default() })
            })
            .collect();
        Self { files, packages: packages(&root) }
    }

    /// The members of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.folder.is_some())
    }

    /// The file at this path.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// All Rust sources.
    pub fn rust(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| file.is(".rs"))
    }
}

/// What git knows and what it would take in; `None` where this is no clone.
fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if !["target", ".git", "node_modules"].iter().any(|skipped| name == *skipped) {
                walk(root, &path, found);
            }
        } else if let Ok(inside) = path.strip_prefix(root) {
            found.push(inside.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// The packages of a build for this machine; others' need not even be downloaded.
fn packages(root: &Path) -> Vec<Package> {
    let rustc =
        Command::new("rustc").arg("-vV").output().expect("there is a compiler, since this was compiled");
    let version = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(vec!["--filter-platform".to_owned(), host.to_owned()])
        .exec()
        .expect("cargo knows the workspace");
    let members = &metadata.workspace_members;
    let folder_of = |package: &cargo_metadata::Package| {
        let folder = package.manifest_path.parent()?.strip_prefix(&metadata.workspace_root).ok()?;
        Some(folder.as_str().replace('\\', "/"))
    };
    metadata
        .packages
        .iter()
        .map(|package| Package {
            name: package.name.to_string(),
            folder: members.contains(&package.id).then(|| folder_of(package)).flatten(),
            license: package.license.clone(),
            needs: package
                .dependencies
                .iter()
                .filter(|dependency| dependency.kind != DependencyKind::Development)
                .map(|dependency| dependency.name.clone())
                .collect(),
        })
        .collect()
}
