#!/usr/bin/env bash
# Tries the Python module in a fresh environment with openlineage-python from PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openlineage-python==1.54.0
library=target/debug/liblineage_identity.so
[ -e "$library" ] || library=target/debug/liblineage_identity.dylib
cd bindings/python
LINEAGE_IDENTITY_LIBRARY="$OLDPWD/$library" "$work/venv/bin/python" -B -m unittest -v test_lineage_identity
