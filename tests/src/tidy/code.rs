//! Rust text without what is not code: comments, strings and characters are blanked, lines stay where they are, and
//! tests can be cut out. A scanner of fifty lines, not a parser: enough to look for words.

/// The text with comments and the insides of strings and characters as blanks.
#[must_use]
pub fn code_of(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => line_end(&chars, at),
            '/' if chars.get(at + 1) == Some(&'*') => comment_end(&chars, at),
            '"' => string_end(&chars, at),
            'r' if !follows_word(&chars, at) => raw_string_end(&chars, at),
            '\'' => char_end(&chars, at),
            _ => at + 1,
        };
        if end == at + 1 {
            code.push(chars[at]);
        } else {
            code.extend(chars[at..end].iter().map(|ch| if *ch == '\n' { '\n' } else { ' ' }));
        }
        at = end;
    }
    code
}

/// The code of a file without its `#[cfg(test)]` items, lines kept.
#[must_use]
pub fn code_without_tests(text: &str) -> String {
    let mut code = code_of(text);
    while let Some(start) = code.find("#[cfg(test)]") {
        let end = item_end(&code, start);
        let blank: String = code[start..end].chars().map(|ch| if ch == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(start..end, &blank);
    }
    code
}

/// The 1-based numbers of the lines in which `word` stands as a word of its own.
pub fn lines_with<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = usize> + 'c {
    let inside = |ch: char| ch.is_alphanumeric() || ch == '_';
    let stands = move |line: &str| {
        line.match_indices(word).any(|(at, _)| {
            let starts = word.starts_with(inside) && line[..at].ends_with(inside);
            let goes_on = word.ends_with(inside) && line[at + word.len()..].starts_with(inside);
            !starts && !goes_on
        })
    };
    code.lines().enumerate().filter(move |(_, line)| stands(line)).map(|(at, _)| at + 1)
}

/// The end of the item that starts with the attribute at `start`: its closing brace, or its `;` where there is none.
fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0;
    for (at, ch) in code[start..].char_indices().skip("#[cfg(test)]".len()) {
        match ch {
            '{' => depth += 1,
            '}' if depth <= 1 => return start + at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return start + at + 1,
            _ => {}
        }
    }
    code.len()
}

fn line_end(chars: &[char], at: usize) -> usize {
    chars[at..].iter().position(|ch| *ch == '\n').map_or(chars.len(), |length| at + length)
}

fn comment_end(chars: &[char], at: usize) -> usize {
    let mut depth = 0;
    let mut here = at;
    while here + 1 < chars.len() {
        match (chars[here], chars[here + 1]) {
            ('/', '*') => (depth, here) = (depth + 1, here + 2),
            ('*', '/') => {
                (depth, here) = (depth - 1, here + 2);
                if depth == 0 {
                    return here;
                }
            }
            _ => here += 1,
        }
    }
    chars.len()
}

fn string_end(chars: &[char], at: usize) -> usize {
    let mut here = at + 1;
    while here < chars.len() {
        match chars[here] {
            '\\' => here += 2,
            '"' => return here + 1,
            _ => here += 1,
        }
    }
    chars.len()
}

/// `r"…"`, `r#"…"#` and so on; one character where it is just a name that starts with r.
fn raw_string_end(chars: &[char], at: usize) -> usize {
    let hashes = chars[at + 1..].iter().take_while(|ch| **ch == '#').count();
    if chars.get(at + 1 + hashes) != Some(&'"') {
        return at + 1;
    }
    let mut here = at + 2 + hashes;
    while here < chars.len() {
        let closes = chars[here] == '"'
            && chars[here + 1..].iter().take(hashes).filter(|ch| **ch == '#').count() == hashes;
        if closes {
            return here + 1 + hashes;
        }
        here += 1;
    }
    chars.len()
}

/// `'x'` or `'\n'`; one character where it is a lifetime.
fn char_end(chars: &[char], at: usize) -> usize {
    match (chars.get(at + 1), chars.get(at + 2)) {
        (Some('\\'), _) => {
            let close = chars[at + 3..].iter().position(|ch| *ch == '\'');
            close.map_or(chars.len(), |length| at + 4 + length)
        }
        (Some(_), Some('\'')) => at + 3,
        _ => at + 1,
    }
}

fn follows_word(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_code_is_blanked() {
        let text =
            "let a = \"x\\\"y\"; // z\nlet b: &'a str = r#\"q\"w\"#; /* k /* l */\n m */ let c = '\\'';";
        let code = code_of(text);
        assert_eq!(code.lines().count(), 3);
        for gone in ["x", "y", "z", "q", "w", "k", "l */", "m "] {
            assert!(!code.replace("let", "").contains(gone), "{gone} in {code}");
        }
        assert!(code.contains("&'a str") && code.trim_end().ends_with(';') && code.contains("let c ="));
    }

    #[test]
    fn tests_are_cut_out_and_lines_stay() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { x() }\n}\nfn c() { x() }\n#[cfg(test)]\nmod d;\nfn e() {}";
        let code = code_without_tests(text);
        assert_eq!(lines_with(&code, "x").collect::<Vec<_>>(), [6]);
        assert!(code.contains("fn e()"));
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(lines_with("unsafe_code\nunsafe {}", "unsafe").collect::<Vec<_>>(), [2]);
        assert_eq!(lines_with("a.unwrap()\nb.unwrap_or()", ".unwrap()").collect::<Vec<_>>(), [1]);
    }
}
