//! What users of an editor can do, where a note says what those of the command line can.

use std::borrow::Cow;

/// What notes say of the command line's options, and what it is here.
const HERE: [(&str, &str); 4] = [
    ("(`--timeout 10m`)", "(the setting `sdkc.timeoutMs`)"),
    ("(`--max-nodes`)", "(the setting `sdkc.maxNodes`)"),
    ("say it with `--symbols`, such as ", "a puzzle of the language says it with `symbols`, such as "),
    ("to `--symbols`", "behind `symbols`"),
];

/// A note in the words of an editor.
pub(crate) fn here(note: &str) -> Cow<'_, str> {
    let mut said = Cow::Borrowed(note);
    for (option, setting) in HERE {
        if said.contains(option) {
            said = said.replace(option, setting).into();
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use sdkc_diagnostics::Code;
    use sdkc_ide::{CancelToken, Host, Limits, verify};

    use super::*;

    /// Everything that is said of a text, with so many nodes.
    fn notes(text: &str, nodes: u64) -> Vec<(Code, String)> {
        let mut host = Host::default();
        host.open("a.sdk", 1, text.to_owned());
        let (_, snapshot) = host.snapshot("a.sdk").expect("it is open");
        let puzzles = snapshot.entries().iter().filter_map(|entry| entry.solvable());
        let solved =
            puzzles.flat_map(|puzzle| verify(puzzle, Limits::nodes(nodes), &CancelToken::new()).diagnostics);
        let found: Vec<_> = snapshot.diagnostics().iter().cloned().chain(solved).collect();
        found.iter().flat_map(|it| it.notes.iter().map(|note| (it.code, note.clone()))).collect()
    }

    #[test]
    fn no_note_names_an_option_of_the_command_line() {
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let letters = format!("AB{}", ".".repeat(254));
        let texts = [
            (format!("puzzle {{ givens \"{hard}\" }}"), Code::E0503),
            (format!("puzzle {{ givens \"{hard}\"; expect unique }}"), Code::E0503),
            (letters, Code::E0703),
        ];
        for (text, code) in texts {
            let notes = notes(&text, 0);
            let of_code: Vec<_> = notes.iter().filter(|(of, _)| *of == code).collect();
            assert!(
                of_code.iter().any(|(_, note)| note.contains("--")),
                "{code} has another note: {notes:?}"
            );
            for (_, note) in notes {
                assert!(!here(&note).contains("--"), "{}", here(&note));
            }
        }
    }
}
