#!/usr/bin/env bash
# Runs corpus.py in a fresh environment with the judge of PostgreSQL and openlineage-sql from PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pglast==8.8 openlineage-sql==1.54.0
"$work/venv/bin/python" -B tests/corpus/corpus.py target/debug/lineage-identity "$@"
