#!/usr/bin/env bash
# Builds the server and packs editors/vscode/sdkc.vsix with it. `--no-server` leaves the server out.
set -euo pipefail
cd "$(dirname "$0")"
if [ "${1:-}" = --no-server ]; then
    export SDKC_SERVER=/nonexistent
elif [ -z "${SDKC_SERVER:-}" ]; then
    (cd ../.. && cargo build --release --locked --bin sdkc)
fi
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund
npm run --silent package
