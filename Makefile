VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
JAR := build/libs/lineage-identity-$(VERSION).jar
GRADLE := gradle --quiet --console=plain
# Other JDKs to run the Java tests on, where the machine has them.
TEST_JDKS := $(wildcard /usr/lib/jvm/temurin-25-jdk-*)

.PHONY: help demo test rust-test java-test build dist jar lint fmt header drivers r-test clients-test bench bench-events fuzz-events engines fuzz-relational python-test fuzz-sql corpus bench-sql sql-limits clean

help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

# All but the check of events, whose library takes long to build.
DEMO_FEATURES := cli,jni,sql

demo: ## Builds, names a few inputs through Java, C and the shell, and shows that they agree
	@scripts/need cargo javac gradle
	cargo build --release --quiet --no-default-features --features $(DEMO_FEATURES)
	$(GRADLE) jar -Pfeatures=$(DEMO_FEATURES)
	@scripts/need cc
	@scripts/demo $(JAR)

test: lint rust-test java-test r-test ## Runs everything: lint, Rust, C, the command line, Java, R

rust-test: ## The tests of Rust, C and the command line
	@scripts/need cargo cc c++
	cargo test --quiet

java-test: build ## The tests of Java
	@scripts/need javac gradle
	$(GRADLE) test $(if $(TEST_JDKS),-PtestJdks=$(firstword $(TEST_JDKS)))

build: ## The library and the command line, quick to build, in target/release
	@scripts/need cargo cc
	cargo build --release --quiet

# Cargo optimises across crates only where no rlib is asked for as well. The library comes last: building the command
# line writes the same file.
dist: ## What ships: the library and the command line, smaller and faster, in target/dist (takes minutes)
	@scripts/need cargo cc
	cargo build --profile dist --quiet --bins
	cargo rustc --profile dist --quiet --lib --crate-type cdylib

jar: dist ## The jar with the library of `dist` inside, in build/libs
	@scripts/need javac gradle
	$(GRADLE) jar -Pprofile=dist

lint: ## Checks format and lints
	@scripts/need cargo
	cargo fmt --check
	cargo clippy --quiet --all-targets -- -D warnings
	cargo clippy --quiet --lib --no-default-features -- -D warnings
	cargo clippy --quiet --lib --no-default-features --features jni -- -D warnings

fmt: ## Formats the code
	cargo fmt

header: ## Writes include/lineage_identity.h anew
	LINEAGE_WRITE_HEADER=1 cargo test --quiet --test header

drivers: ## Asks the real JDBC drivers about our URLs (fetches them from Maven Central)
	@scripts/need javac gradle
	cd tests/drivers && $(GRADLE) check

r-test: ## The R function, in real R
	@scripts/need cargo cc Rscript
	bindings/r/test.sh

clients-test: ## OpenLineage's clients for Python and Java read our events (fetched from PyPI and Maven Central)
	@scripts/need cargo python3 mvn
	tests/clients/test.sh

bench: jar ## Measures everything beside its peers and says which targets are reached (QUICK=1: less, and less surely)
	@scripts/bench $(JAR) $(firstword $(TEST_JDKS))

bench-events: ## What an edge costs as an event: 2,000, 20,000 and 200,000 edges
	cargo bench --quiet --bench events

fuzz-events: ## Ten minutes of fuzzing the events (needs a nightly Rust and cargo-fuzz)
	fuzz/run events 600

engines: ## Asks real databases how they store names (PostgreSQL, MariaDB, SQLite, H2, HSQLDB, Derby, DuckDB)
	@scripts/need cargo cc javac gradle python3
	cargo build --quiet
	python3 tests/engines/engines.py target/debug/lineage-identity

fuzz-relational: ## Ten minutes of fuzzing relational naming (needs a nightly Rust and cargo-fuzz)
	fuzz/run relational 600

python-test: ## The Python module, with openlineage-python (fetched from PyPI)
	@scripts/need cargo cc python3
	bindings/python/test.sh

fuzz-sql: ## Ten minutes of fuzzing SQL text and SQL metadata each (needs a nightly Rust and cargo-fuzz)
	fuzz/run sql 600
	fuzz/run sql_datasets 600

corpus: ## Compares the SQL of PostgreSQL's and SQLite's own tests with PostgreSQL's parser and SQLite (fetched from Debian and PyPI)
	@scripts/need cargo python3
	tests/corpus/corpus.sh

bench-sql: ## Statements a second, next to the parsers underneath and openlineage-sql (optimised: takes minutes to build)
	@scripts/need cargo cc python3
	benches/sql.sh

sql-limits: ## Statements too deep or long, in full size (optimised: takes minutes to build)
	@scripts/need cargo cc
	cargo test --profile dist --no-default-features --features sql --test sql_limits

clean: ## Removes what was built
	rm -rf target build .gradle
