//! Lines of output, and how they become text: values and comments of neighbours aligned, one style of line ends.

/// A line of output.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// How deep it is indented.
    pub(super) depth: usize,
    /// Its text without indentation; may hold line breaks of its own where a grid is left as it is.
    pub(super) text: String,
    /// The number of bytes of `text` in front of a value that is aligned with its neighbours'.
    pub(super) key: Option<usize>,
    /// The comment behind it.
    pub(super) comment: Option<String>,
    /// Whether a blank line stands in front of it.
    pub(super) blank_before: bool,
}

/// The text of the lines, with the line ends and the byte order mark that `original` has.
pub(super) fn render(original: &str, mut lines: Vec<Line>) -> String {
    align_values(&mut lines);
    let columns = comment_columns(&lines);
    let end = line_end(original);
    let mut out = String::with_capacity(original.len() + original.len() / 4);
    if original.starts_with('\u{feff}') {
        out.push('\u{feff}');
    }
    for (line, column) in lines.iter().zip(columns) {
        if line.blank_before {
            out.push_str(end);
        }
        indent(&mut out, if line.text.is_empty() && line.comment.is_none() { 0 } else { line.depth });
        out.push_str(&line.text);
        if let Some(comment) = &line.comment {
            if !line.text.is_empty() {
                let width = last_width(line);
                out.extend(std::iter::repeat_n(' ', column.saturating_sub(width).max(1)));
            }
            out.push_str(comment);
        }
        out.push_str(end);
    }
    out
}

fn indent(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n("    ", depth));
}

/// Pads the keys of neighbouring lines of one depth to one width.
fn align_values(lines: &mut [Line]) {
    let mut start = 0;
    while start < lines.len() {
        let first = &lines[start];
        let joins = |line: &&Line| line.key.is_some() && line.depth == first.depth;
        let run = 1 + lines[start + 1..].iter().take_while(|line| joins(line) && !line.blank_before).count();
        let run = if first.key.is_some() { run } else { 1 };
        let width = lines[start..start + run].iter().filter_map(|line| line.key).max().unwrap_or(0);
        for line in &mut lines[start..start + run] {
            if let Some(key) = line.key {
                line.text.insert_str(key, &" ".repeat(width - key));
            }
        }
        start += run;
    }
}

/// The column (in characters, from the start of the line) of each line's comment: one for neighbours.
fn comment_columns(lines: &[Line]) -> Vec<usize> {
    let has_comment = |line: &Line| line.comment.is_some() && !line.text.is_empty();
    let mut columns = vec![0; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let joins = |line: &&Line| has_comment(line) && !line.blank_before;
        let run = 1 + lines[start + 1..].iter().take_while(joins).count();
        let run = if has_comment(&lines[start]) { run } else { 1 };
        let width = lines[start..start + run].iter().map(last_width).max().unwrap_or(0);
        columns[start..start + run].fill(width + 2);
        start += run;
    }
    columns
}

/// The width of a line up to its comment.
fn last_width(line: &Line) -> usize {
    match line.text.rsplit_once(['\n', '\r']) {
        None => line.depth * 4 + line.text.chars().count(),
        Some((_, last)) => last.chars().count(),
    }
}

/// The line end that most lines of a text have; what is put into the text should end its lines so too.
#[must_use]
pub fn line_end(text: &str) -> &'static str {
    let both = text.matches("\r\n").count();
    let feeds = text.matches('\n').count() - both;
    let returns = text.matches('\r').count() - both;
    if both > feeds && both >= returns {
        "\r\n"
    } else if returns > feeds {
        "\r"
    } else {
        "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_lines_decide() {
        assert_eq!(line_end("a\r\nb\nc\r\n"), "\r\n");
        assert_eq!(line_end("a\nb\r\n"), "\n");
        assert_eq!(line_end("a\rb\r"), "\r");
        assert_eq!(line_end(""), "\n");
    }
}
