//! Whatever comes in: no panic, places inside the text, and what is written reads back.

use proptest::prelude::*;
use sdkc_board::{Board, Grid, Shape};
use sdkc_formats::{
    Detection, Dialect, Glance, LineReader, ReadOptions, decode, detect, glance, lines, parse_81, parse_729,
    parse_bank, parse_gsf, parse_hodoku, parse_labelled, read, read_bare, to_line,
};
use sdkc_puzzle::Puzzle;

/// Text made of what puzzle files are made of, so that readers get deep into it.
fn puzzle_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[1-9.0]{9}\n",
        3 => "[1-9.0*_-]{81}",
        2 => "[0-9A-G.]{256}",
        2 => "[ 0-9]{0,40}",
        1 => Just("[Puzzle]\r\n".to_owned()),
        1 => Just("[State]\n".to_owned()),
        1 => Just("puzzle,solution\n".to_owned()),
        1 => Just("2 2\n".to_owned()),
        1 => Just(":0000:x:".to_owned()),
        1 => Just("---+---+---\n".to_owned()),
        2 => "[:,|# u+é\t\r\n\"]{1,3}",
        1 => "\\PC{0,12}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn read_as_everything(text: &str) {
    let options = ReadOptions::default();
    let _ = detect(text);
    let _ = read_bare(text, &options);
    for dialect in Dialect::ALL {
        let reading = read(*dialect, text, &options);
        for it in reading.all_diagnostics() {
            let places = it.span.into_iter().chain(it.labels.iter().map(|label| label.span));
            for span in places {
                assert!(
                    text.get(span.range()).is_some(),
                    "{dialect}: {span:?} is no part of the text: {it:?}"
                );
            }
        }
        for record in &reading.records {
            let has_error = record.diagnostics.iter().any(|it| it.is_error());
            assert_eq!(record.puzzle.is_none(), has_error, "{dialect}: {record:?}");
            assert!(text.get(record.span.range()).is_some());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn titles_of_any_short_text_lose_no_grid(
        grids in prop::collection::vec(
            (prop::collection::vec("[ !#-z|~]{0,12}|[0-9]{1,4}[.):]?|\\PC{1,4}|[\"{].{0,6}[\"}]", 0..3), "[1-9.]{81}"),
            1..=5,
        ),
        line_break in prop::sample::select(vec!["\n", "\r\n"]),
        below in "[0-9]{0,3}|[a-z ]{0,9}",
    ) {
        let is_title = |text: &str| {
            let n_cells = text.chars().filter(|ch| !ch.is_whitespace() && *ch != '|').count();
            let is_header = text.starts_with('#') || text.trim().starts_with(['[', ']']);
            let n_quotes = text.matches('"').count();
            let is_open = text.contains(['{', '}']) || !matches!(n_quotes, 0 | 2);
            n_cells != 9 && !text.contains(['\n', '\r']) && !is_header && !is_open
        };
        let mut text = String::new();
        for (titles, cells) in &grids {
            for title in titles.iter().filter(|title| is_title(title)) {
                text += &format!("{title}{line_break}");
            }
            for at in 0..9 {
                text += &format!("{}{line_break}", &cells[at * 9..at * 9 + 9]);
            }
        }
        text += &below;
        prop_assert_eq!(detect(&text), Detection::Foreign(Dialect::Rows), "{}", text);
        let records = read(Dialect::Rows, &text, &ReadOptions::default()).records;
        let of = |puzzle: Puzzle| to_line(puzzle.board.givens(), &puzzle.notation);
        let found: Vec<_> = records.into_iter().filter_map(|it| it.puzzle.and_then(of)).collect();
        let expected: Vec<_> = grids.into_iter().map(|(_, cells)| cells).collect();
        prop_assert_eq!(found, expected, "{}", text);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,300}") {
        read_as_everything(&text);
    }

    #[test]
    fn texts_of_puzzle_pieces_are_read_without_panic(text in puzzle_like()) {
        read_as_everything(&text);
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse_81(&bytes);
        if let Ok(decoded) = decode(&bytes) {
            read_as_everything(&decoded.text);
        }
    }

    #[test]
    fn utf16_is_the_same_text(text in "[^\0]{0,80}") {
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let decoded = decode(&bytes).unwrap();
        prop_assert_eq!(decoded.text.as_ref(), text.as_str());
    }

    #[test]
    fn a_written_line_reads_back(numbers in prop::collection::vec(0_u8..=9, 81)) {
        let puzzle = Puzzle::new(Board::with_givens(Shape::classic(), Grid::from_numbers(&numbers)).unwrap());
        let line = to_line(puzzle.board.givens(), &puzzle.notation).unwrap();
        prop_assert_eq!(detect(&line), Detection::Foreign(Dialect::Line));
        let again = read(Dialect::Line, &line, &ReadOptions::default());
        prop_assert_eq!(again.records[0].puzzle.as_ref().unwrap().board.givens().numbers(), numbers);
    }

    #[test]
    fn the_fast_lane_agrees_with_the_reader(line in "[1-9.0_*x-]{79,82}([ ,#\t][ -~]{0,6})?\r?") {
        let reader = LineReader::new(Dialect::Line, &line, ReadOptions::default()).unwrap();
        let whole = lines(&line).next().unwrap();
        let record = reader.read(&whole).unwrap();
        let slow = record.puzzle.map(|puzzle| puzzle.board.givens().numbers());
        prop_assert_eq!(parse_81(line.as_bytes()).ok().map(|cells| cells.to_vec()), slow);
    }

    #[test]
    fn the_fast_lane_of_labelled_lines_agrees_with_the_reader(
        label in "([0-9]{0,3}|[a-z ]{0,9}|:0000:x:|solution|[\\[(\"'{]{0,2})[.,:;) \t\u{a0}\"]{0,2}",
        cells in "[1-9.0_*x-]{79,82}|[1-9]{81}",
        rest in "([\"',;:) \u{a0}\r|]{0,2}|,[1-9.]{81}|:::)[ -~]{0,6}",
    ) {
        let line = format!("{label}{cells}{rest}");
        let reader = LineReader::new(Dialect::Line, "", ReadOptions::default()).unwrap();
        let whole = sdkc_formats::Line { number: 1, offset: 0, text: &line };
        let puzzle = reader.read(&whole).and_then(|record| record.puzzle);
        if let Some(cells) = parse_labelled(line.as_bytes()) {
            let of_reader = puzzle.map(|puzzle| puzzle.board.givens().numbers());
            prop_assert_eq!(Some(cells.to_vec()), of_reader, "{}", line);
        }
    }

    #[test]
    fn the_fast_lane_of_banks_agrees_with_the_reader(
        line in "[ \t\u{b}\u{a0}]{0,1}[0-9a-fA-Fx]{11,13}[ \t\u{b}]{1,2}[1-9.0_*x-]{80,82}[ \t]{1,2}([0-9]{1,2}[.][0-9]|1e5|x)[ \r\u{c}]{0,2}( 1)?"
    ) {
        let reader = LineReader::new(Dialect::ExchangeBank, &line, ReadOptions::default()).unwrap();
        let whole = sdkc_formats::Line { number: 1, offset: 0, text: &line };
        let whole = reader.read(&whole).filter(|record| record.aside.is_empty());
        let slow = whole.and_then(|record| record.puzzle).map(|puzzle| puzzle.board.givens().numbers());
        if let Some(cells) = parse_bank(line.as_bytes()) {
            prop_assert_eq!(Some(cells.to_vec()), slow);
        } else {
            // The reader also takes blanks that are not ASCII, or rare.
            prop_assert!(slow.is_none() || line.contains(['\u{b}', '\u{c}', '\u{a0}']), "{:?}", line);
        }
    }

    #[test]
    fn the_fast_lane_of_hodoku_agrees_with_the_reader(
        line in "[ \t#]{0,1}:[0-9-]{0,4}:x:([+]?[1-9]|[.0_*x+-]|[1-9.]){80,82}:[0-9 ]{0,3}:{1,2}:é?:?[ \r]{0,2}"
    ) {
        let reader = LineReader::new(Dialect::Hodoku, &line, ReadOptions::default()).unwrap();
        let whole = sdkc_formats::Line { number: 1, offset: 0, text: &line };
        let puzzle = reader.read(&whole).and_then(|record| record.puzzle);
        let of_reader = puzzle.map(|puzzle| {
            let placed = puzzle.state.map_or_else(|| vec![0; 81], |state| state.numbers());
            (puzzle.board.givens().numbers(), placed)
        });
        let of_bytes = parse_hodoku(line.as_bytes()).map(|(givens, placed)| (givens.to_vec(), placed.to_vec()));
        prop_assert_eq!(of_bytes, of_reader);
    }

    #[test]
    fn the_fast_lane_of_gsf_agrees_with_the_reader(
        line in "[ #]{0,1}([0-9]{1,3},){3,5}[1-9.0_*x-]{80,82},[a-zé ]{0,3}(,[0-9]{0,2}){0,3}\r?"
    ) {
        let reader = LineReader::new(Dialect::Gsf, &line, ReadOptions::default()).unwrap();
        let whole = sdkc_formats::Line { number: 1, offset: 0, text: &line };
        let puzzle = reader.read(&whole).and_then(|record| record.puzzle);
        if let Some(puzzle) = &puzzle {
            prop_assert_eq!(&puzzle.name, &reader.name(&line));
        }
        let of_reader = puzzle.map(|puzzle| puzzle.board.givens().numbers());
        prop_assert_eq!(parse_gsf(line.as_bytes()).map(|cells| cells.to_vec()), of_reader);
    }

    /// Told by all of it or by more and more of it, a text is the same list.
    #[test]
    fn more_of_a_text_never_makes_another_list_of_it(text in puzzle_like()) {
        let options = ReadOptions::default();
        let told = |glance: Glance| match glance {
            Glance::List(reader) => Some(Some((reader.dialect(), reader.first().to_owned()))),
            Glance::Whole => Some(None),
            Glance::More => None,
        };
        let all = told(glance(text.as_bytes(), true, &options));
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let early = ends.map(|end| glance(&text.as_bytes()[..end], false, &options)).find_map(told);
        prop_assert!(all.is_some());
        if early.is_some() {
            prop_assert_eq!(early, all);
        }
    }

    #[test]
    fn the_fast_lane_of_marks_agrees_with_the_reader(
        sets in prop::collection::vec(0_u16..512, 81),
        absent in prop::sample::select(vec!['.', '0', '*', '_']),
        change in prop::option::weighted(0.5, (0_usize..729, any::<char>())),
        around in "[ \t\r\u{b}\u{a0}]{0,2}",
        remark in "([ ,;#\tx.1][ -~\r]{0,4})?",
    ) {
        let mark = |at: usize| {
            let digit = char::from(b'1' + (at % 9) as u8);
            if sets[at / 9] >> (at % 9) & 1 == 1 { digit } else { absent }
        };
        let mut marks: Vec<char> = (0..729).map(mark).collect();
        if let Some((at, ch)) = change {
            marks[at] = ch;
        }
        let line = format!("{around}{}{remark}{around}", marks.iter().collect::<String>());
        let reader = LineReader::new(Dialect::Marks729, &line, ReadOptions::default()).unwrap();
        let whole = sdkc_formats::Line { number: 1, offset: 0, text: &line };
        let allowed = reader.read(&whole).and_then(|record| record.puzzle).map(|puzzle| {
            let board = &puzzle.board;
            board.shape().cells().map(|cell| board.allowed(cell).bits() as u16).collect::<Vec<_>>()
        });
        if let Some(cells) = parse_729(line.as_bytes()) {
            prop_assert_eq!(Some(cells.to_vec()), allowed);
        } else {
            // The reader also takes blanks around that are not ASCII.
            let is_rare = around.contains(['\u{b}', '\u{a0}']);
            prop_assert!(allowed.is_none() || is_rare, "{:?}", around);
        }
    }

    #[test]
    fn lines_that_hold_nothing_are_told_by_their_bytes(text in "[ \t#\u{a0}\u{b}\u{feff}\u{2028}é1\u{1f}]{0,4}") {
        let reader = LineReader::new(Dialect::Line, "", ReadOptions::default()).unwrap();
        let record = lines(&text).next().and_then(|line| reader.read(&line));
        prop_assert_eq!(sdkc_formats::is_idle(text.as_bytes()), record.is_none());
    }

    #[test]
    fn lines_are_numbered_as_the_line_index_counts(text in "[a\r\n]{0,40}") {
        let index = sdkc_diagnostics::LineIndex::new(&text);
        for line in lines(&text) {
            prop_assert_eq!(u64::from(index.line(line.offset)) + 1, line.number);
            prop_assert_eq!(index.line_text(&text, index.line(line.offset)), line.text);
        }
    }
}
