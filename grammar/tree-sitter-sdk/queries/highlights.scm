; Colours for Neovim, Helix and Zed.

(comment) @comment
(string) @string
(escape) @string.escape

["sdk" "puzzle" "layer"] @keyword
["author" "source" "description" "comment" "date" "level" "copyright" "url" "tags" "meta"] @keyword
["dimensions" "block" "regions" "symbols" "givens" "given" "candidates" "state" "strategy" "expect" "rules"] @keyword

(puzzle name: (string) @title)
(strategy name: (word) @constant)
(option_name) @property
(option value: (word) @constant)
(fact) @constant
(comparison) @operator
"=" @operator

(number) @number
(lengths) @number
(duration) @number
(cell) @variable
(value) @number

(run) @number
(empty) @punctuation.delimiter
(bar) @comment
(decoration) @comment
(regions (grid (row (run) @label)))

["{" "}" "(" ")"] @punctuation.bracket
["," ";"] @punctuation.delimiter
