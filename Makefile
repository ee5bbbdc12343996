.PHONY: help test lint fmt header drivers
help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16
test: lint ## Runs everything
	cargo test
lint: ## Checks format and lints
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
fmt: ## Formats the code
	cargo fmt
header: ## Writes include/lineage_identity.h anew
	LINEAGE_WRITE_HEADER=1 cargo test -q --test header
drivers: ## Asks the real JDBC drivers about our URLs (fetches them from Maven Central)
	cd tests/drivers && gradle --quiet check
