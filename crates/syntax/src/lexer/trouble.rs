//! What the lexer could not read, and how that is told. Kept small until told: a file of garbage holds millions.

mod stray;

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

/// A piece of text that has no place where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexTrouble {
    /// A run of characters outside grids.
    Stray(Span),
    /// A string without its closing quote.
    OpenText(Span),
    /// An escape that does not exist.
    Escape(Span),
    /// A run of characters in a grid, and the end of the last row of the same grid in which it stands again.
    StrayInGrid { span: Span, until: u32 },
    /// Rows without a brace in front of them; the place behind the keyword.
    NoOpenBrace(Span),
}

impl LexTrouble {
    pub(crate) const fn span(self) -> Span {
        match self {
            Self::Stray(span)
            | Self::OpenText(span)
            | Self::Escape(span)
            | Self::StrayInGrid { span, .. }
            | Self::NoOpenBrace(span) => span,
        }
    }
}

/// Whether a stray character is the second of a pair or chain whose first one is told, and mended, for both.
pub(crate) fn is_partner(first: LexTrouble, second: Span, text: &str) -> bool {
    let LexTrouble::Stray(first) = first else { return false };
    let (a, b) = (&text[first.range()], &text[second.range()]);
    let between = text.get(first.range().end..second.range().start).unwrap_or("\n");
    let is_times = |piece: &str| matches!(piece, "×" | "*");
    (stray::is_quote(a)
        && stray::is_quote(b)
        && !between.contains(['\n', '\r', '"'])
        && !stray::has_quotes(between))
        || (is_times(a)
            && is_times(b)
            && !between.is_empty()
            && between.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The diagnostic of one trouble.
pub(crate) fn explain(trouble: LexTrouble, text: &str) -> Diagnostic {
    let span = trouble.span();
    let piece = text.get(span.range()).unwrap_or("");
    match trouble {
        LexTrouble::Stray(_) => stray::explain(span, piece, text),
        LexTrouble::StrayInGrid { until, .. } => stray_in_grid(Span::new(span.start, until), piece, text),
        LexTrouble::NoOpenBrace(_) => Diagnostic::new(Code::E0201, "`{` is missing here", span)
            .with_note("rows stand between braces: `givens { … }`")
            .with_fix("Add the brace", span, " {"),
        LexTrouble::OpenText(_) => open_text(span, piece),
        LexTrouble::Escape(_) => Diagnostic::new(
            Code::E0103,
            format!("unknown escape `{}` in a string", shown(piece)),
            span,
        )
        .with_note(r#"the escapes are `\"`, `\\`, `\n` and `\u{…}` with the hexadecimal code of a character"#)
        .with_fix("Write the backslash twice", span, piece.replacen('\\', "\\\\", 1)),
    }
}

/// The most changes that one fix makes.
const MOST_EDITS: usize = 1000;

/// The same piece may stand in many rows of a grid: that is one mistake, told at its first place and mended everywhere.
fn stray_in_grid(range: Span, piece: &str, text: &str) -> Diagnostic {
    let places = || {
        let found = text.get(range.range()).unwrap_or("").match_indices(piece);
        found.map(|(at, piece)| Span::from_range(at..at + piece.len()).shifted(range.start))
    };
    let n_places = places().take(MOST_EDITS + 1).count();
    let span = places().next().unwrap_or(range);
    let it = Diagnostic::new(Code::E0104, format!("{} cannot stand in a grid", name(piece)), span);
    let it = match n_places {
        0 | 1 => it,
        2..=MOST_EDITS => it.with_note(format!("it stands in this grid {n_places} times")),
        _ => it.with_note(format!("it stands in this grid more than {MOST_EDITS} times")),
    };
    let instead = |mut it: Diagnostic, [one, many]: [&str; 2], instead: &str| {
        let edits = places().take(MOST_EDITS).map(|span| Edit { span, text: instead.to_owned() }).collect();
        it.fixes.push(Fix { title: if n_places == 1 { one } else { many }.to_owned(), edits });
        it
    };
    let line = stray::line_of(text, span);
    let is_ruled = |line: &str| line.chars().all(|ch| matches!(ch, '-' | '–' | '—' | ' ' | '\t' | '|' | '+'));
    match piece {
        "#" if stray::has_words(&text[span.range().end..]) => {
            let titles = ["Make it a comment", "Make them comments"];
            instead(it.with_note("a comment starts with `//` and runs to the end of the line"), titles, "//")
        }
        // An empty row, or a border: nobody but the author knows.
        "-" | "–" | "—" if is_ruled(line) => {
            it.with_note("an empty cell is written `.`, and a border without blanks: `------`")
        }
        "-" | "–" | "—" | "#" => {
            let titles = ["Write an empty cell", "Write empty cells"];
            instead(it.with_note("an empty cell is written `.`"), titles, ".")
        }
        "," | ";" => {
            let it = it.with_note("cells are separated by blanks or by nothing, rows by line breaks");
            instead(it, ["Write a blank", "Write blanks"], " ")
        }
        _ => it
            .with_note("a row holds digits, letters, `.` for an empty cell, and `|` between blocks")
            .with_note(
                "a line of three or more `-` or `=` may be drawn between rows; comments start with `//`",
            ),
    }
}

fn open_text(span: Span, piece: &str) -> Diagnostic {
    let visible = Span::new(span.start, span.start + u32::try_from(piece.trim_end().len()).unwrap_or(0));
    // A backslash at the end would take the quote for its own.
    let n_backslashes = piece.trim_end().len() - piece.trim_end().trim_end_matches('\\').len();
    let closing = if n_backslashes % 2 == 1 { "\\\"" } else { "\"" };
    Diagnostic::new(Code::E0102, "this string does not end on its line", visible)
        .with_primary_label("starts here, and the line ends first")
        .with_note("close it with `\"`; a line break inside a string is written `\\n`")
        .with_fix("Add the closing quote", Span::at(visible.end), closing)
}

/// How the characters are called in a message.
fn name(piece: &str) -> String {
    let mut chars = piece.chars();
    match (chars.next(), chars.next()) {
        (Some('\0'), None) => "a NUL character".to_owned(),
        (Some('\u{a0}'), None) => "a no-break space".to_owned(),
        (Some('\u{feff}'), None) => "a byte order mark".to_owned(),
        (Some(ch), None) if ch.is_control() || ch.is_whitespace() => {
            format!("the character U+{:04X}", u32::from(ch))
        }
        _ => format!("`{}`", shown(piece)),
    }
}

/// At most a dozen characters of a piece of text, with what cannot be seen made visible.
pub(crate) fn shown(piece: &str) -> String {
    let mut shown: String =
        piece.chars().take(24).map(|ch| if ch.is_control() { '\u{fffd}' } else { ch }).collect();
    if piece.chars().nth(24).is_some() {
        shown.push('…');
    }
    shown
}
