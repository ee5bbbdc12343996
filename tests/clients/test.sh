#!/usr/bin/env bash
# Our events, read by OpenLineage's own clients: openlineage-python from PyPI, openlineage-java from Maven Central.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo test --quiet --test events_dump >/dev/null
events=${CARGO_TARGET_DIR:-$PWD/target}/events.ndjson
echo "$(wc -l <"$events") events"

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check openlineage-python==1.54.0
"$work/venv/bin/python" tests/clients/read.py "$events"

mvn --quiet --batch-mode -f tests/clients/pom.xml -DbuildDirectory="$work/java" compile exec:java -Dexec.args="$events"
