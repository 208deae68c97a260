# Everything a newcomer needs: `make play`, `make test`. Each sets up what it needs, once.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: play test check bench screenshots wiring clean

play: $(STAMP)
	@$(BIN)/companion play

test: check
	@$(BIN)/python -m pytest -n 2

check: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(STAMP)
	@$(BIN)/python -m bench

# The pictures of the README; needs a Chromium.
screenshots: $(STAMP)
	@$(BIN)/python -m tools.screenshots

# The build guide's tables and pictures, from the boards' pin maps.
wiring: $(STAMP)
	@$(BIN)/python -m tools.wiring

# Installed anew only when pyproject.toml changed.
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, and $(PYTHON) is older: install one and say 'make PYTHON=python3.12 $(MAKECMDGOALS)'."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing, which keeps the game's libraries apart from the system's: 'sudo apt install python3-venv' brings it."; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .hypothesis
