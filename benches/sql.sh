#!/usr/bin/env bash
# Runs the benchmark of SQL with openlineage-sql from PyPI in a fresh environment.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openlineage-sql==1.54.0
PEER_PYTHON="$work/venv/bin/python" cargo bench --quiet --profile dist --no-default-features --features sql --bench sql
