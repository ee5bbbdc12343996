.PHONY: help test lint fmt
help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16
test: lint ## Runs everything
	cargo test
lint: ## Checks format and lints
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
fmt: ## Formats the code
	cargo fmt
