#!/usr/bin/env bash
# Builds the library and the R package, and runs its tests in real R. `make r-test` sees to it that R is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --lib
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/library"
cp -r bindings/r "$work/package"
export LINEAGE_IDENTITY_INCLUDE=$PWD/include LINEAGE_IDENTITY_LIB=${CARGO_TARGET_DIR:-$PWD/target}/debug
R CMD INSTALL --no-docs --no-test-load --library="$work/library" "$work/package" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
PAGE_EXAMPLE=$PWD/tests/data/page-example.json R_LIBS=$work/library Rscript --vanilla bindings/r/tests/page.R
