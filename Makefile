# The two commands of the README are `make run` and `make test`. Prerequisites: make, python3-venv, Python >= 3.11.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Until the first release, the catalogue of `make run` lives in the checkout, so that removing it removes everything.
export SLOVOSUD_CATALOGUE ?= $(CURDIR)/.cache/catalogue
export SLOVOSUD_STORE ?= $(CURDIR)/.cache/games.sqlite
ADDRESS ?= 127.0.0.1:50051
# Dictionaries, the program that tests compare our reader with, and the database server and pool that tests start. Without
# rights to install them everything that PyPI gives still works; what needs them says so and is skipped.
DEBIAN_PACKAGES := hunspell hunspell-bg hunspell-da hunspell-de-de hunspell-fr-classical hunspell-hr \
	hunspell-pl hunspell-ru hunspell-tools pgbouncer postgresql wpolish

.PHONY: run test check soak clean

# Install, build the Кросслет list from the real dictionary, serve it on loopback, print a call to try.
# Where the port is taken: make run ADDRESS=127.0.0.1:50052
run: $(VENV)/installed
	$(BIN)/slovosud build ru-crosslet
	@echo; echo "The list lies in this folder. So that the command line finds it, in another terminal:"; echo; \
		echo "export SLOVOSUD_CATALOGUE='$(SLOVOSUD_CATALOGUE)' SLOVOSUD_STORE='$(SLOVOSUD_STORE)'"; echo
	$(BIN)/slovosud serve --address $(ADDRESS)

# Install what the tests need, run them all but the soak.
test: $(VENV)/tested
	$(BIN)/poe lint
	$(BIN)/poe types
	$(BIN)/pytest -q -n auto --dist loadfile -m "not soak"

# Checks without network: five minutes of processor time, shared by all cores.
check: $(VENV)/tested
	$(BIN)/poe check

# Full counts: takes long.
soak: $(VENV)/tested
	$(BIN)/pytest -q -m soak

clean:
	rm -rf $(VENV) .cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "slovosud needs Python 3.11 or newer; found $$($(PYTHON) --version). Give one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "no virtual environment could be made; install the prerequisite: sudo apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'

$(VENV)/installed: pyproject.toml hatch_build.py $(wildcard lexicon/native/* lexicon/building/native/*) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all]'
	@touch $@

$(VENV)/packages: | $(BIN)/python
	@missing=$$(for package in $(DEBIAN_PACKAGES); do dpkg -s $$package >/dev/null 2>&1 || printf '%s ' $$package; done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then become=; else become=sudo; fi; \
	echo "installing Debian packages: $$missing"; \
	$$become apt-get update -qq && $$become env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null || \
		echo "not installed: $$missing; get them with: sudo apt-get install $$missing"
	@touch $@

$(VENV)/tested: $(VENV)/installed $(VENV)/packages
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@
