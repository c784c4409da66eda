//! Exit codes, and which of several counts.

use std::{fmt, io, process::ExitCode};

/// How a run ended. In a batch the worst counts; the order is the one in which a caller must not miss them: a
/// time-out does not hide a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: all is well.
    #[default]
    Fine,
    /// 3: a limit was reached, something is unknown.
    Unknown,
    /// 1: something is wrong with a puzzle.
    Findings,
    /// 2: wrong arguments, or something could not be read or written.
    Usage,
    /// 130: Ctrl-C, as a shell has it. Whatever else was found, it is not all.
    Interrupted,
    /// 143: a request to end (SIGTERM), likewise.
    Terminated,
    /// 70: our bug.
    Bug,
}

impl Exit {
    /// The worse of two.
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

impl Exit {
    /// An error that keeps what was found before it came, beside what it keeps already: where nobody reads any more, that is how the
    /// run ends.
    pub fn kept_in(self, error: io::Error) -> io::Error {
        let kept = self.and(Self::of(&error));
        io::Error::new(error.kind(), Kept { exit: kept, error })
    }

    /// What was found before an error came.
    pub fn of(error: &io::Error) -> Self {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Kept>());
        inner.map_or(Self::Fine, |kept| kept.exit)
    }
}

/// An error that came after something was found.
#[derive(Debug)]
struct Kept {
    exit: Exit,
    error: io::Error,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Kept {}

impl Exit {
    /// What the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::Unknown => 3,
            Self::Interrupted => 130,
            Self::Terminated => 143,
            Self::Bug => 70,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// What `--help` says about exit codes; the README says the same.
pub const HELP: &str = "Exit codes:
  0    fine; count and legal of a puzzle without a solution, too
  1    findings: a mistake, clashing givens, no solution (solve and check), a broken
       expectation, a file that fmt would change or cannot read
  2    wrong usage, or a file that cannot be read or written
  3    a limit was reached, or nobody read on, and something is not known
  70   a bug in sdkc
  130  ended by Ctrl-C
  143  ended by a request to end (SIGTERM)
Of several the worst counts, in the order 70, 143, 130, 2, 1, 3, 0.";

/// What the help of a command says about them.
pub const SOLVE: &str = "Exit codes: 0 solved, be it in several ways; 1 a mistake, or no solution; \
    2 wrong usage; 3 a limit was reached. All of them: sdkc --help";
pub const CHECK: &str = "Exit codes: 0 no errors; 1 errors, or warnings with --deny-warnings; 2 wrong usage, \
    or a file that cannot be read; 3 something is undecided. All of them: sdkc --help";
pub const COUNT: &str = "Exit codes: 0 counted up to --limit, be it 0 solutions; 1 a mistake; 2 wrong usage; \
    3 stopped by another limit. All of them: sdkc --help";
pub const LEGAL: &str = "Exit codes: 0 shown; 1 a mistake; 2 wrong usage, or no such cell; 3 a limit was reached \
    (--true). All of them: sdkc --help";
pub const FMT: &str = "Exit codes: 0 formatted, or nothing to do; 1 syntax errors, or with --check and --diff \
    files to be formatted; 2 wrong usage, or a file that cannot be read or written. All of them: sdkc --help";
pub const BENCH: &str = "Exit codes: 0 measured; 1 lines that are no classic puzzles; 2 wrong usage, or a file \
    that cannot be read; 130 ended by Ctrl-C. All of them: sdkc --help";

#[cfg(test)]
mod tests {
    use std::io;

    use super::{
        Exit,
        Exit::{Bug, Findings, Fine, Interrupted, Terminated, Unknown, Usage},
        HELP,
    };

    #[test]
    fn the_worst_counts_and_a_timeout_hides_nothing() {
        assert_eq!(Unknown.and(Findings), Findings);
        assert_eq!(Fine.and(Unknown), Unknown);
        assert!(
            Bug > Terminated
                && Terminated > Interrupted
                && Interrupted > Usage
                && Usage > Findings
                && Findings > Unknown
                && Unknown > Fine
        );
    }

    #[test]
    fn an_error_keeps_the_worst_of_what_was_found() {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(Exit::of(&closed()), Fine);
        let error = Fine.kept_in(Findings.kept_in(Unknown.kept_in(closed())));
        assert_eq!((Exit::of(&error), error.kind()), (Findings, io::ErrorKind::BrokenPipe));
        assert_eq!(error.to_string(), closed().to_string());
    }

    #[test]
    fn the_readme_says_what_the_help_says() {
        let plain = |text: &str| text.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ");
        let readme = plain(include_str!("../../../README.md"));
        let all = [Fine, Findings, Usage, Unknown, Bug, Interrupted, Terminated];
        let (_, help) = HELP.split_once('\n').expect("rows");
        let mut rest = plain(help);
        for (at, exit) in all.iter().enumerate() {
            let next =
                all.get(at + 1).map_or_else(|| " Of several".to_owned(), |it| format!(" {} ", it.code()));
            let end = rest.find(&next).unwrap_or_else(|| panic!("{next} is missing: {rest}"));
            let (code, words) = rest[..end].split_once(' ').expect("a code and words");
            assert_eq!(code, exit.code().to_string());
            assert!(readme.contains(&format!("| {code} | {words} |")), "{code} {words}");
            rest = rest[end..].trim_start().to_owned();
        }
        assert!(readme.contains(&rest), "{rest}");
    }
}
