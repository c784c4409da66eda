//! Exit codes, and which of several counts.

use std::process::ExitCode;

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

/// What `--help` says about exit codes.
pub const HELP: &str = "Exit codes:
  0   fine
  1   findings: a syntax error, a conflict, no solution (which count answers with 0), a broken expectation,
      a file that would be reformatted
  2   wrong arguments, or a file that cannot be read or written
  3   a limit was reached and something is unknown
  70  a bug in sdkc
  130 ended by Ctrl-C
  143 ended by a request to end (SIGTERM)
Of several the worst counts, in the order 70, 143, 130, 2, 1, 3, 0.";

#[cfg(test)]
mod tests {
    use super::Exit::{Bug, Findings, Fine, Interrupted, Terminated, Unknown, Usage};

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
}
