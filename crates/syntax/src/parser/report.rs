//! Problems → diagnostics: one for each mistake, in text order, and not more than anybody reads.

use sdkc_diagnostics::{Code, Diagnostic, Span};

use super::{
    outline::{Kind, Tok},
    problem::{Opener, Problem, Trouble},
};
use crate::lexer::{self, LexTrouble};

/// So many mistakes of one file are told.
pub(crate) const DIAGNOSTICS_LIMIT: usize = 100;

/// What the wording of a problem may look at.
#[derive(Clone, Copy)]
pub(super) struct Report<'t> {
    pub(super) text: &'t str,
    pub(super) toks: &'t [Tok],
    /// Whether a body ran to the end of the file.
    pub(super) ran_out: bool,
}

/// Either kind of trouble.
#[derive(Clone, Copy)]
enum Mistake {
    Syntax(Problem),
    Lexical(LexTrouble),
}

impl Mistake {
    fn span(self) -> Span {
        match self {
            Self::Syntax(problem) => problem.span(),
            Self::Lexical(trouble) => trouble.span(),
        }
    }
}

impl Report<'_> {
    /// Gives a trouble of the grammar its place and its statement.
    pub(super) fn place(&self, trouble: Trouble) -> (u32, Problem) {
        match trouble {
            Trouble::Told { statement, problem } => (statement, problem),
            Trouble::Expected { index, found, wants } => {
                let last = self.toks.last();
                let statement = found.or(last.copied()).map_or(0, |tok| tok.statement);
                let at = match found {
                    // The end of a line is where its last token ends.
                    Some(tok) if tok.kind == Kind::End => {
                        Span::at(super::grammar::behind(&self.toks[..index]).end)
                    }
                    Some(tok) => tok.span,
                    None => super::grammar::behind(self.toks),
                };
                (statement, Problem::Expected { at, found: found.map(|tok| tok.kind), wants })
            }
        }
    }

    /// All mistakes, worded.
    pub(super) fn diagnostics(
        &self,
        mut problems: Vec<(u32, Problem)>,
        troubles: Vec<LexTrouble>,
    ) -> Vec<Diagnostic> {
        // Braces nested too deeply are the reason for whatever else is wrong with their statement.
        let is_reason = |problem: &Problem| matches!(problem, Problem::TooDeep { .. });
        problems.sort_by_key(|(statement, problem)| (*statement, !is_reason(problem), problem.span()));
        let end = super::grammar::behind(self.toks).end;
        let hopeless = |problem: &Problem| match problem {
            Problem::Unclosed { after, what, .. } => {
                self.ran_out && *what != Opener::Body && after.end >= end
            }
            _ => false,
        };
        problems.retain(|(_, problem)| !hopeless(problem));
        let mut mistakes = Vec::new();
        let troubles = self.keep_lexical(troubles, &problems);
        self.keep_syntax(&problems, &troubles, &mut mistakes);
        mistakes.extend(troubles.into_iter().map(|(_, trouble)| Mistake::Lexical(trouble)));
        mistakes.sort_by_key(|mistake| mistake.span());
        self.word(&mistakes)
    }

    fn word(&self, mistakes: &[Mistake]) -> Vec<Diagnostic> {
        let told = mistakes.iter().take(DIAGNOSTICS_LIMIT).map(|mistake| match *mistake {
            Mistake::Syntax(problem) => self.explain(problem),
            Mistake::Lexical(trouble) => lexer::explain(trouble, self.text),
        });
        let mut diagnostics: Vec<_> = told.collect();
        let rest = &mistakes[diagnostics.len()..];
        if let Some(first) = rest.first() {
            let message = format!("{} more mistakes in this file are not shown", rest.len());
            let note = "mend those above first; is this a puzzle file at all?";
            diagnostics.push(Diagnostic::new(Code::E0201, message, first.span()).with_note(note));
        }
        diagnostics
    }

    /// The lexical troubles that no problem of their statement explains already, each with its statement.
    fn keep_lexical(&self, troubles: Vec<LexTrouble>, problems: &[(u32, Problem)]) -> Vec<(u32, LexTrouble)> {
        let mut skipped: Vec<Span> = problems
            .iter()
            .filter_map(|(_, problem)| match problem {
                Problem::NotAPuzzle { all, .. } | Problem::NotAnItem { all, .. } => Some(*all),
                _ => None,
            })
            .collect();
        skipped.sort_unstable();
        let is_skipped = |span: Span| {
            let after = skipped.partition_point(|region| region.start <= span.start);
            after > 0 && skipped[after - 1].end > span.start
        };
        let keep = |trouble: LexTrouble| {
            let span = trouble.span();
            let tok = self.toks[..self.toks.partition_point(|tok| tok.span.start <= span.start)].last()?;
            if tok.kind == Kind::Body || is_skipped(span) {
                return None;
            }
            let of_statement = problems.partition_point(|(statement, _)| *statement < tok.statement);
            let of_statement =
                problems[of_statement..].iter().take_while(|(statement, _)| *statement == tok.statement);
            let explained =
                of_statement.filter(|(_, problem)| problem.span().start < span.start).any(|(_, problem)| {
                    match problem {
                        Problem::Misspelt { .. }
                        | Problem::MisspeltTwice { .. }
                        | Problem::UnknownFact { .. } => {
                            matches!(trouble, LexTrouble::Stray(_))
                        }
                        problem => !problem.stands_alone(),
                    }
                });
            (!explained).then_some((tok.statement, trouble))
        };
        troubles.into_iter().filter_map(keep).collect()
    }

    /// The first problem of each statement, unless a lexical trouble before it is the reason; and those that stand
    /// alone.
    fn keep_syntax(
        &self,
        problems: &[(u32, Problem)],
        troubles: &[(u32, LexTrouble)],
        out: &mut Vec<Mistake>,
    ) {
        let mut last = None;
        for (statement, problem) in problems {
            if *statement != u32::MAX && !problem.stands_alone() {
                if last == Some(*statement) {
                    continue;
                }
                let first = troubles.partition_point(|(other, _)| other < statement);
                let caused = troubles[first..].iter().take_while(|(other, _)| other == statement).any(
                    |(_, trouble)| {
                        matches!(trouble, LexTrouble::Stray(_) | LexTrouble::OpenText(_))
                            && trouble.span().start <= problem.span().start
                    },
                );
                if caused {
                    continue;
                }
                last = Some(*statement);
            }
            out.push(Mistake::Syntax(*problem));
        }
    }
}
