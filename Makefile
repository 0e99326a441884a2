# Everything about rummistats in one word. It needs python3 (3.11 or newer) with venv, and make.

PYTHON = python3
VENV = .venv
BIN = $(VENV)/bin

# Each extra of pyproject.toml has a stamp file: what is installed is installed again only when
# pyproject.toml has changed.
CORE = $(VENV)/installed
DEV = $(VENV)/installed-dev
BENCH = $(VENV)/installed-bench
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: report setup test lint pytest notebooks lessons experiments games gallery browser test-slow \
  oracles referee bench data clean help
.DELETE_ON_ERROR:

report: setup ## set up and write the main report (the default)
	$(BIN)/rummistats report

setup: $(CORE) ## make .venv and install rummistats there

# A virtual environment that was begun but has no pip (Debian without python3-venv) is taken away,
# so that the next try starts afresh.
$(CORE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
	  "rummistats needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0] + \
	  ". Name another one: make PYTHON=python3.12")'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || \
	  $(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
	@echo "Installing rummistats and what it needs into $(VENV) (a minute or two) ..."
	$(PIP) install --editable .
	@touch $@

$(DEV): $(CORE)
	@echo "Installing what the tests need ..."
	$(PIP) install --editable '.[dev]'
	@touch $@

$(BENCH): $(CORE)
	@echo "Installing the programs to compare with ..."
	$(PIP) install --editable '.[bench]'
	@touch $@

test: lint pytest ## run all tests: lint, format, types, then every test and example

lint: $(DEV) ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of tests/, the examples of all docstrings and those of the README, and the notebooks.
pytest: $(DEV)
	$(BIN)/pytest --numprocesses=auto

notebooks: $(DEV) ## run the notebooks of experiments small, and compare what they find (in test)
	$(BIN)/pytest --numprocesses=auto tests/test_notebooks.py

lessons: $(DEV) ## make the notebooks of lessons anew from their sources
	$(BIN)/python -m notebooks.tidy
	$(BIN)/rummistats lessons build

games: $(DEV) ## play every game out and make its figure page in docs/games (an hour)
	$(BIN)/python -m docs.games

gallery: $(DEV) ## make the gallery of tiles, charts and worksheets in docs/gallery
	$(BIN)/python -m docs.gallery

# LESSONS=2 or LESSONS=1,4 looks at these lessons only.
browser: $(DEV) ## look at the gallery and all lessons in Chromium, which must be installed
	LESSONS=$(LESSONS) $(BIN)/pytest -m browser tests/browser

experiments: $(DEV) ## make the notebooks of experiments anew (half an hour)
	$(BIN)/python -m notebooks

test-slow: $(DEV) ## run the tests that take minutes
	$(BIN)/pytest --numprocesses=auto -m slow

# -rP prints what each test counted: how many optima were not proved in time.
oracles: $(DEV) ## ask integer programs for the best plays on 1,800 tables (an hour)
	$(BIN)/pytest --numprocesses=auto -m oracle -rP

referee: $(DEV) ## have an independent referee check thousands of deals that were played
	$(BIN)/python -m tests.oracles.referee

bench: $(BENCH) ## measure the speed, beside other programs
	$(BIN)/python -m benchmarks

data: setup ## make the reference tables anew (half an hour)
	$(BIN)/python -m rummistats.exact.tables

clean: ## take away .venv, the report and all caches
	rm -rf $(VENV) report dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find rummistats tests benchmarks notebooks docs -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## show this
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'
