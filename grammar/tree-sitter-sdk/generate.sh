#!/usr/bin/env bash
# Makes src/parser.c from grammar.js, tests it, and notes which grammar it was made from, so that a stale parser is found
# without the tool. Needs tree-sitter 0.27: `cargo install --locked tree-sitter-cli --version 0.27.1`.
set -euo pipefail
cd "$(dirname "$0")"
tree-sitter generate
tree-sitter test
sha256sum grammar.js src/parser.c >src/checksums
