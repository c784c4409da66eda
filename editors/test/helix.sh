#!/usr/bin/env bash
# The configuration of ../helix in Helix itself, in a terminal of its own: `helix.sh FOLDER`, with `hx`, `tmux` and `sdkc` on the
# PATH, a configuration as the page says under XDG_CONFIG_HOME, and copies of the samples in FOLDER.
set -euo pipefail
folder=$1
mux() { tmux -L "sdkc-$$" "$@"; }
trap 'mux kill-server 2>/dev/null || true' EXIT

step=
fail() {
    printf 'FAILED %s: %s\n' "$step" "$1" >&2
    mux capture-pane -p >&2 2>/dev/null || true
    exit 1
}

# What the screen shows comes in its own time.
see() { # PATTERN
    local try
    for try in $(seq 200); do
        mux capture-pane -p | grep -qE -- "$1" && return 0
        sleep 0.05
    done
    fail "waited in vain: $1"
}

gone() { # PATTERN
    local try
    for try in $(seq 200); do
        mux capture-pane -p | grep -qE -- "$1" || return 0
        sleep 0.05
    done
    fail "it stays: $1"
}

# Helix takes an escape that is followed at once for a key with Alt.
press() {
    local key
    for key in "$@"; do
        mux send-keys "$key"
        sleep 0.15
    done
}

done_with() { printf 'ok     %s\n' "$step"; }

step="knows the language"
health=$(hx --health sdk | sed 's/\x1b\[[0-9;]*m//g')
for part in '✓ sdkc' 'parser: ✓' 'Highlight queries: ✓' 'Indent queries: ✓'; do
    grep -q "$part" <<<"$health" || fail "$health"
done
done_with

step="opens"
mux -f /dev/null new-session -d -x 110 -y 40 "cd '$folder' && hx escargot.sdk"
see 'Loaded 1 file'
see ' 1 \. \. \| \. \. 7'
# The cell r1c2.
press 6 G g h 1 0 l
see '6:11'
done_with

step="hovers"
press Space k
see 'r1c2: 4 legal values: 2 5 6 8'
see '1 is at r5c2 in column 2'
press Escape
gone 'legal values'
done_with

step="edits, sees and fixes"
press r 1
see '1 is repeated in column 2'
press Space a
see 'Explain E0401'
see 'Empty r1c2'
press Enter
sleep 0.3
# The first of the list is chosen with the first key, or already.
mux capture-pane -p | grep -q 'Empty r1c2' && press Enter
gone 'is repeated'
see ' 1 \. \. \| \. \. 7'
done_with

step="solves and undoes"
press 6 G g h 1 0 l Space a
see 'Write the solution into the grid'
press Enter
sleep 0.3
mux capture-pane -p | grep -q 'Write the solution' && press Enter
see '1 6 2 \| 8 5 7 \| 4 9 3'
press u
see ' 1 \. \. \| \. \. 7'
done_with

step="offers legal values"
press 6 G g h 1 0 l i C-x
see '8 +value'
if mux capture-pane -p | grep -qE '[13479] +value'; then fail "values that are not legal"; fi
press Escape Escape
done_with

step="formats"
press 6 G g h x c
mux send-keys -l '1 ..|..7|.9.'
press Escape
see '1 \.\.\|\.\.7\|\.9\.'
press : f o r m a t Enter
see ' 1 \. \. \| \. \. 7 \| \. 9 \.'
done_with

step="closes"
press : q ! Enter
for try in $(seq 100); do
    mux has-session 2>/dev/null || break
    sleep 0.05
done
mux has-session 2>/dev/null && fail "it does not leave"
done_with
hx --version
