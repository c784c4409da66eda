//! From the arguments to texts: files, folders, standard input, bare puzzles.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
};

use sdkc_formats::{ReadOptions, read_bare};
use walkdir::WalkDir;

use crate::{document::shown, reading, session::interrupt, talk};

/// The name that is shown for a puzzle that was given as an argument.
pub const ARGUMENT: &str = "<argument>";

/// Something to read.
#[derive(Clone, Debug)]
pub enum Source {
    Stdin {
        name: String,
    },
    File {
        path: PathBuf,
    },
    /// A puzzle that was given as an argument.
    Bare {
        text: String,
    },
}

/// Something that cannot be read, and what to do about it.
#[derive(Debug)]
pub struct Failure {
    /// What it is about, as the user named it.
    pub name: String,
    pub message: String,
    pub help: Option<String>,
}

impl Failure {
    fn new(name: &str, message: String, help: impl Into<Option<&'static str>>) -> Self {
        Self { name: name.to_owned(), message, help: help.into().map(str::to_owned) }
    }

    /// An error of the system about a path.
    pub fn io(name: &str, error: &io::Error) -> Self {
        let shown = shown(name);
        match error.kind() {
            io::ErrorKind::NotFound => Self::new(name, format!("there is no file or folder `{shown}`"), None),
            io::ErrorKind::PermissionDenied => Self::new(
                name,
                format!("`{shown}` may not be read"),
                "change its permissions, or run as its owner",
            ),
            io::ErrorKind::FileTooLarge => Self::new(
                name,
                format!("`{shown}` is too large: a text has less than 4 GiB"),
                "split the file; a list, with a puzzle a line, may be as long as it likes",
            ),
            io::ErrorKind::OutOfMemory => Self::new(
                name,
                format!("`{shown}` does not fit into memory"),
                "split the file; a list, with a puzzle a line, is read in pieces",
            ),
            _ => Self::new(name, format!("cannot read `{shown}`: {error}"), None),
        }
    }
}

impl Source {
    /// The name to show.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin { name } => name.clone(),
            Self::File { path } => path.display().to_string(),
            Self::Bare { .. } => ARGUMENT.to_owned(),
        }
    }

    /// The number of bytes, where that is known before they are read.
    pub fn n_bytes(&self) -> Option<u64> {
        match self {
            Self::Bare { text } => Some(text.len() as u64),
            Self::File { path } => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|meta| meta.len())
            }
            Self::Stdin { .. } => None,
        }
    }

    /// All bytes; `None` where Ctrl-C came before the end.
    pub fn read(&self) -> Result<Option<Vec<u8>>, Failure> {
        let mut bytes = Vec::new();
        let read = reading::open(self).and_then(|mut reader| reading::read_all(&mut reader, &mut bytes));
        if interrupt().is_cancelled() {
            return Ok(None);
        }
        read.map(|()| Some(bytes)).map_err(|error| Failure::io(&self.name(), &error))
    }
}

/// What paths stand for.
#[derive(Debug, Default)]
pub struct Resolved {
    /// What there is to read, in the order of the paths.
    pub sources: Vec<Result<Source, Failure>>,
    pub left_out: LeftOut,
}

/// What is in folders and is not read: it is hidden, no file, or has a name that does not end in `.sdk`.
#[derive(Debug, Default)]
pub struct LeftOut {
    /// How many there are of each kind, and the first one.
    of_kind: BTreeMap<Kind, (u64, PathBuf)>,
}

/// A kind of what is not read; those that look like puzzles are told first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    HiddenPuzzle,
    /// What is no file, such as a pipe: to open it may have an effect, or no end.
    Special(&'static str),
    Ending(String),
    NoEnding,
    HiddenFile,
    HiddenFolder,
}

impl Kind {
    /// The kind of what a walk came to, unless it is a file of puzzles or a folder to walk.
    fn of(entry: &walkdir::DirEntry) -> Option<Self> {
        let is_hidden = entry.depth() > 0 && entry.file_name().to_str().is_some_and(|it| it.starts_with('.'));
        let (kind, ending) = (entry.file_type(), entry.path().extension());
        let is_puzzle = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("sdk"));
        if kind.is_dir() {
            return is_hidden.then_some(Self::HiddenFolder);
        }
        if let Some(special) = special(kind) {
            return Some(Self::Special(special));
        }
        match (is_hidden, is_puzzle, ending) {
            (false, true, _) => None,
            (true, true, _) => Some(Self::HiddenPuzzle),
            (true, false, _) => Some(Self::HiddenFile),
            (false, false, Some(ending)) => {
                Some(Self::Ending(format!(".{}", shown(&ending.to_string_lossy()))))
            }
            (false, false, None) => Some(Self::NoEnding),
        }
    }

    const fn is_hidden(&self) -> bool {
        matches!(self, Self::HiddenPuzzle | Self::HiddenFile | Self::HiddenFolder)
    }

    /// Where it is told among the others.
    const fn rank(&self) -> u8 {
        match self {
            Self::HiddenPuzzle | Self::Special(_) => 0,
            Self::Ending(_) | Self::NoEnding => 1,
            Self::HiddenFile | Self::HiddenFolder => 2,
        }
    }

    fn counted(&self, n: u64) -> String {
        match self {
            Self::HiddenPuzzle => format!("{n} hidden .sdk"),
            Self::Special(what) => talk::count(n, what),
            Self::Ending(ending) => format!("{n} {ending}"),
            Self::NoEnding => format!("{n} without an ending"),
            Self::HiddenFile => talk::count(n, "hidden file"),
            Self::HiddenFolder => talk::count(n, "hidden folder"),
        }
    }
}

/// What something is that is neither a file nor a folder.
#[cfg(unix)]
fn special(kind: fs::FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt as _;
    match kind {
        _ if kind.is_fifo() => Some("named pipe"),
        _ if kind.is_socket() => Some("socket"),
        _ if kind.is_block_device() || kind.is_char_device() => Some("device"),
        _ => None,
    }
}

#[cfg(not(unix))]
fn special(_: fs::FileType) -> Option<&'static str> {
    None
}

impl LeftOut {
    /// The most kinds that are named.
    const MOST: usize = 5;

    fn add(&mut self, kind: Kind, path: &Path) {
        self.of_kind.entry(kind).or_insert_with(|| (0, path.to_owned())).0 += 1;
    }

    /// What was left out, of each rank the most frequent first, and how to have it read, on one line; `None` where nothing was.
    pub fn told(&self) -> Option<String> {
        let mut all: Vec<(&Kind, &(u64, PathBuf))> = self.of_kind.iter().collect();
        all.sort_by_key(|(kind, (n, _))| (kind.rank(), std::cmp::Reverse(*n)));
        let (first, (_, example)) = all.first()?;
        let more: u64 = all.iter().skip(Self::MOST).map(|(_, (n, _))| n).sum();
        let mut told: Vec<String> =
            all.iter().take(Self::MOST).map(|(kind, (n, _))| kind.counted(*n)).collect();
        told.extend((more > 0).then(|| format!("{more} others")));
        let visible = if all.iter().any(|(kind, _)| kind.is_hidden()) { "visible " } else { "" };
        let told = format!("of folders only {visible}.sdk files are read; left out: {}", told.join(", "));
        if first.rank() > 1 {
            // Hardly anybody wants them read.
            return Some(told);
        }
        let example = shown(&example.display().to_string());
        Some(format!("{told}; name lists and other files to have them read, such as {example}"))
    }
}

/// What the paths of the command line stand for, in their order; folders are walked by name.
pub fn resolve(paths: &[OsString], stdin_name: &str, bare: Option<&ReadOptions>) -> Resolved {
    let mut resolved = Resolved::default();
    for path in paths {
        let found = resolve_one(path, stdin_name, bare, &mut resolved.left_out);
        resolved.sources.extend(found);
    }
    resolved
}

fn resolve_one(
    path: &OsStr,
    stdin_name: &str,
    bare: Option<&ReadOptions>,
    left_out: &mut LeftOut,
) -> Vec<Result<Source, Failure>> {
    if path == "-" {
        return vec![Ok(Source::Stdin { name: stdin_name.to_owned() })];
    }
    let as_path = Path::new(path);
    match fs::metadata(as_path) {
        Ok(meta) if meta.is_dir() => walk(as_path, left_out),
        Ok(_) => vec![Ok(Source::File { path: as_path.to_owned() })],
        Err(error) => {
            let mut failure = Failure::io(&as_path.display().to_string(), &error);
            if bare.is_some() && error.kind() == io::ErrorKind::NotFound {
                failure.help = Some(BARE_HELP.to_owned());
            }
            vec![bare_puzzle(path, bare).unwrap_or(Err(failure))]
        }
    }
}

/// The numbers of cells of the boards that can be given as an argument.
const BARE_CELLS: [usize; 6] = [16, 36, 81, 144, 256, 625];
const BARE_HELP: &str = "a puzzle can also be given as one string of 16, 36, 81, 144, 256 or 625 cells";

/// An argument that is no path may be a puzzle.
fn bare_puzzle(argument: &OsStr, options: Option<&ReadOptions>) -> Option<Result<Source, Failure>> {
    // Blanks between rows or blocks are no cells.
    let text: String = argument.to_str()?.split_whitespace().collect();
    let n_cells = text.chars().count();
    if BARE_CELLS.contains(&n_cells) && read_bare(&text, options?).is_some() {
        return Some(Ok(Source::Bare { text }));
    }
    let looks_like_cells = n_cells >= 16 && text.chars().all(|ch| ch.is_ascii_digit() || ".*_".contains(ch));
    looks_like_cells.then(|| {
        let message = format!("no file has this name, and as a puzzle it has {n_cells} cells: {text}");
        Err(Failure::new(&text, message, BARE_HELP))
    })
}

/// All `.sdk` files below a folder, by name; what is hidden, or no file, is left out.
fn walk(folder: &Path, left_out: &mut LeftOut) -> Vec<Result<Source, Failure>> {
    let mut entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let (mut found, name, mut may_look_so) = (Vec::new(), folder.display().to_string(), false);
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) => match Kind::of(&entry) {
                Some(kind) => {
                    if kind == Kind::HiddenFolder {
                        entries.skip_current_dir();
                    }
                    may_look_so |= kind.is_hidden() || kind.rank() == 0;
                    left_out.add(kind, entry.path());
                }
                None if entry.file_type().is_file() => {
                    found.push(Ok(Source::File { path: entry.into_path() }));
                }
                None => {}
            },
            Err(error) => found.push(Err(unwalkable(folder, &error))),
        }
    }
    if found.is_empty() {
        let but = if may_look_so { " that is a plain file and not hidden" } else { "" };
        let message = format!("there is no .sdk file in {}{but}", shown(&name));
        found.push(Err(Failure::new(&name, message, "name the files, or a folder that holds them; lists and files with other endings are read where they are named")));
    }
    found
}

/// What cannot be looked at in a folder, by its own name.
fn unwalkable(folder: &Path, error: &walkdir::Error) -> Failure {
    let name = error.path().unwrap_or(folder).display().to_string();
    match error.io_error() {
        // It was listed, so it is there.
        Some(why) if why.kind() == io::ErrorKind::NotFound => {
            let message = format!("`{}` is a link to something that does not exist", shown(&name));
            Failure::new(&name, message, "remove the link, or name the files to read")
        }
        Some(why) => Failure::io(&name, why),
        None => Failure::new(&name, format!("cannot walk `{}`: {error}", shown(&name)), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_told_by_kinds_on_one_line() {
        let told = |paths: &[&str]| {
            let mut left_out = LeftOut::default();
            for path in paths.iter().map(Path::new) {
                let ending =
                    path.extension().map(|it| Kind::Ending(format!(".{}", shown(&it.to_string_lossy()))));
                left_out.add(ending.unwrap_or(Kind::NoEnding), path);
            }
            left_out.told().unwrap_or_default()
        };
        assert_eq!(told(&[]), "");
        let some = told(&["a/README", "a/x.txt", "a/b.csv", "a/c.csv"]);
        assert!(some.contains("left out: 2 .csv, 1 .txt, 1 without an ending; "), "{some}");
        assert!(some.ends_with("such as a/b.csv"), "{some}");
        let many = told(&["x.a", "x.a", "x.b", "x.c", "x.d", "x.e", "x.f", "x.g\n", "x.g\n"]);
        assert!(many.contains("2 .a, 2 .g\u{fffd}, 1 .b, 1 .c, 1 .d, 2 others"), "{many}");
        assert_eq!(many.lines().count(), 1, "{many}");
    }
}
