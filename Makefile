# `make run` and `make test` are all most people need. The first call of either installs; later calls notice
# that nothing has changed.

PY ?= python3
V := .venv
BIN := $(V)/bin
PORT ?= 8000
LAN ?=
ARGS ?=
TIMES ?= 500
PARTS ?=
WRITE ?=
SEED ?= 1
HANDS ?= 20000
# Workers for the test suite: one more than the machine has cores, since one mostly waits for its browser.
JOBS ?= $(shell $(PY) -c 'import os; print(os.cpu_count() + 1)')
# On PostgreSQL no browser is tested.
JOBS_ON_POSTGRESQL = $(if $(filter file,$(origin JOBS)),$(shell $(PY) -c 'import os; print(os.cpu_count())'),$(JOBS))
# A worker for each core, where few tests need a browser or another database has half as many workers.
JOBS_BESIDE = $(if $(filter file,$(origin JOBS)),$(shell $(PY) -c 'import os; print(os.cpu_count())'),$(JOBS))
JOBS_ASIDE = $(if $(filter file,$(origin JOBS)),$(shell $(PY) -c 'import os; print(max(os.cpu_count() // 2, 1))'),$(JOBS))
# Nobody waits eight minutes more between two commits; continuous integration does. With ARGS, all tests that match run, on
# both databases.
ALL ?=
# Compiled from the translations where they have changed.
MESSAGES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Where this is set from outside, each of a dozen processes would compile everything anew.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help run test test-quick test-both test-sqlite test-postgresql test-sqlite-beside test-postgresql-aside test-long test-long-sqlite test-long-postgresql coverage bench performance soak clicks event attack faults crawl check audit sbom format messages schemas pictures sheets lock changelog

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s '|' 2>/dev/null \
	 || sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1   \2/p' $(firstword $(MAKEFILE_LIST))

run: $(V)/run.stamp $(MESSAGES) ## Serve on this computer; PORT=8001 for another port, LAN=1 for the phones on this Wi-Fi
	@$(BIN)/python manage.py serve --port $(PORT) $(if $(filter-out 0,$(LAN)),--lan)

# Both at once: while one waits for a browser, a server or its last worker, the other goes on. So each has fewer workers
# than alone, of which each imports and collects all tests. The output of PostgreSQL's is kept in a file and shown behind
# that of SQLite's; each remembers in a folder of its own what failed.
ASIDE := .pytest_cache/test-postgresql.txt
test: $(if $(ALL)$(ARGS),test-both,test-quick) ## The quick tests, on SQLite; ALL=1 for the slow ones and for those on PostgreSQL too, ARGS="-k ron" for some of all

test-quick: $(V)/test.stamp $(MESSAGES)
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -o cache_dir=.pytest_cache/quick \
	 -m "not long and not soak and not slow" -n $(JOBS_BESIDE)

test-both: $(V)/test.stamp $(MESSAGES)
	@mkdir -p $(dir $(ASIDE))
	@$(MAKE) --no-print-directory -j2 test-sqlite-beside test-postgresql-aside; status=$$?; cat $(ASIDE); exit $$status

test-sqlite-beside:
	@$(MAKE) --no-print-directory test-sqlite JOBS=$(JOBS_BESIDE)

test-postgresql-aside:
	@$(MAKE) --no-print-directory test-postgresql JOBS=$(JOBS_ASIDE) >$(ASIDE)

test-sqlite: $(V)/test.stamp $(MESSAGES) ## The tests on SQLite, browser tests included
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -o cache_dir=.pytest_cache/sqlite \
	 -m "not long and not soak" -n $(JOBS) $(ARGS)

# A view holds no query, so SQLite tells enough of it: these are the tests of actions, queries and commands, which
# tests/plugins/about_database.py picks. Every page is opened once on PostgreSQL too (`test_audiences`), and whole events
# are played there (`rehearse`, `concurrency`).
test-postgresql: $(V)/test.stamp $(MESSAGES) ## The tests about the database, on a PostgreSQL started for the occasion
	@TENBO_TEST_DATABASE=postgresql $(BIN)/python -m pytest -o cache_dir=.pytest_cache/postgresql \
	 -m "database and not long and not soak" -n $(JOBS_ON_POSTGRESQL) $(ARGS)

test-long: test-long-sqlite test-long-postgresql ## What takes many seconds a test: whole events, crawlers, every page in the dark

test-long-sqlite: $(V)/test.stamp $(MESSAGES)
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -m "long and not soak" -n $(JOBS) $(ARGS)

test-long-postgresql: $(V)/test.stamp $(MESSAGES)
	@TENBO_TEST_DATABASE=postgresql $(BIN)/python -m pytest -m "long and database and not soak" -n $(JOBS_ON_POSTGRESQL) $(ARGS)

coverage: $(V)/dev.stamp $(MESSAGES) ## Which lines the tests on SQLite do not run; ARGS="tests/table" for some tests
	@$(BIN)/coverage erase
	@TENBO_TEST_DATABASE=sqlite $(BIN)/coverage run -m pytest -m "not long and not soak" -n $(JOBS) $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

bench: $(V)/test.stamp $(MESSAGES) ## How fast it is, a line of JSON for each figure with what it is compared with, in ten minutes; PARTS="hands growth" for some, WRITE=docs/performance.json for a file
	@$(BIN)/python -m tests.benchmarks $(PARTS) $(if $(WRITE),--write $(WRITE))

performance: $(V)/test.stamp ## Draw docs/performance.md and its charts from docs/performance.json
	@$(BIN)/python -m tests.benchmarks.page

soak: $(V)/test.stamp $(MESSAGES) ## A whole event, hundreds of small ones with mishaps, every page in every language, to find mistakes; TIMES=20 SEED=7 for others
	@$(BIN)/python -m tests.whole_event $(SEED)
	@$(BIN)/python manage.py soak --times $(TIMES) --seed $(SEED)
	@$(BIN)/python -m tests.scoring.brute_force 1000 $(SEED)
	@$(BIN)/python -m pytest -n $(JOBS) --hypothesis-profile many --hypothesis-seed $(SEED) \
	 tests/scoring/test_properties.py tests/scoring/test_round_trips.py tests/table/test_correction_plan.py
	@$(BIN)/python -m tests.live.follow
	@SEED=$(SEED) TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -m "long and not soak" -n $(JOBS) tests/browser/test_accessibility.py
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -m soak -n $(JOBS)

clicks: $(V)/test.stamp $(MESSAGES) ## An organizer's whole day in a browser, with phones and on paper: clicks and keys counted, a line of JSON each
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -q -m soak tests/browser/test_organizers_day.py
	@TENBO_TEST_DATABASE=sqlite $(BIN)/python -m pytest -q tests/rounds/test_paper_slips.py

event: $(V)/test.stamp $(MESSAGES) ## One event of 64 entries and ten rounds over HTTP, its standings worked out twice; SEED=7 for another
	@$(BIN)/python -m tests.whole_event $(SEED)

attack: $(V)/test.stamp $(MESSAGES) ## Floods, guesses and other attacks on servers of their own; ends with 1 if one succeeds; ARGS=name for some
	@$(BIN)/python -m tests.attack $(ARGS)

faults: $(V)/test.stamp $(MESSAGES) ## 20,000 hands while server, database and disk fail, on SQLite and on PostgreSQL; HANDS=500 for fewer
	@$(BIN)/python -m tests.durability --hands $(HANDS) --seed $(SEED) --database sqlite
	@$(BIN)/python -m tests.durability --hands $(HANDS) --seed $(SEED) --database postgresql

crawl: $(V)/test.stamp ## Every page for every audience, written into DIR=before, to compare two commits by `diff -r`
	@$(BIN)/python -m tests.crawl $(DIR)

# Deno checks the scripts itself. Stylelint, for the stylesheets, is fetched the first time and may only read.
DENO = DENO_DIR=$(V)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
TOWNCRIER = pyproject.toml changes/fr/towncrier.toml changes/cs/towncrier.toml
check: $(V)/dev.stamp ## Style, types, templates, scripts, stylesheets, import contracts, migrations and what stands in changes/
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m djlint templates --lint --quiet
	@$(DENO) lint --quiet
	@$(DENO) run --quiet --allow-read --allow-env --allow-sys stylelint "static/css/**/*.css"
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python -m tests.old_code
	@for config in $(TOWNCRIER); do \
	 problem=$$($(BIN)/towncrier build --draft --version next --config $$config 2>&1) || { echo "$$problem" >&2; exit 1; }; done

changelog: $(V)/dev.stamp ## Put the sentences of changes/ into CHANGELOG in each language, for VERSION=0.2.0, and remove their files
	@for config in $(TOWNCRIER); do $(BIN)/towncrier build --yes --version $(VERSION) --config $$config || exit 1; done

# Not part of `make check`: what is found there changes without any change here. The package index is asked about each
# package by name and version, and all of them have to be answered: else nothing is found.
AUDIT = $(V)/audit/bin/pip-audit --disable-pip --require-hashes --strict --progress-spinner off --timeout 5 \
        --format markdown -r requirements/dev.txt
audit: $(V)/audit/audit.stamp ## Ask the package index whether a package of the lock files has a known weakness; needs the network
	@$(AUDIT)

# The same for the same lock file: no date, no name of a computer.
sbom: $(V)/audit/audit.stamp ## What a running Tenbo consists of, from requirements/run.txt, as CycloneDX in var/sbom.json
	@mkdir -p var
	@PYTHONWARNINGS=ignore $(V)/audit/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
	 -o var/sbom.json requirements/run.txt

# A place of their own: openpyxl takes another way where it finds lxml, which these bring along.
$(V)/audit/audit.stamp: requirements/audit.txt
	@$(MAKE) --no-print-directory V=$(V)/audit $@

format: $(V)/dev.stamp ## Put the code into the shape that `make check` expects
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# Needs GNU gettext, which only who changes strings or their translations has. Sorted and without places, so that a
# moved template or two translators at once change no line of these files but their own.
messages: $(V)/run.stamp ## Bring the message files up to date with the strings of the site
	@$(BIN)/python manage.py makemessages -l fr -l cs --no-obsolete --no-wrap --no-location -e html,txt,py -v 0
	@for po in locale/*/LC_MESSAGES/django.po; do msgcat --sort-output --no-wrap -o $$po $$po; done
	@sed -i '/^"POT-Creation-Date/d' locale/*/LC_MESSAGES/django.po

%.mo: %.po | $(V)/run.stamp
	@$(BIN)/python manage.py compilemessages

schemas: $(V)/run.stamp ## Write the published JSON Schemas of hanchan/1 and tenbo/1 anew from the code
	@$(BIN)/python -m tests.schemas

pictures: $(V)/test.stamp $(MESSAGES) ## Draw the pictures of README and docs anew, from the demo, in a Chromium; ONLY="desk table" for some
	@$(BIN)/python -m tests.pictures $(ONLY)

NAME ?= after
sheets: $(V)/test.stamp ## Pictures of a running site at four sizes, light and dark, into DIR=sheets, beside earlier runs; ADDRESS=http://… PAGES=list.txt NAME=before
	@$(BIN)/python -m tests.sheets $(DIR) $(NAME) $(ADDRESS) $(PAGES)

# Each file holds the one before it, so test and dev are constrained by run and test; install is what installs them.
COMPILE = UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
          --no-emit-index-url --no-header $(UPGRADE)
lock: $(V)/dev.stamp ## Write the requirement files anew; UPGRADE=--upgrade for newer versions
	$(COMPILE) --group install -o requirements/install.txt
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) pyproject.toml --group test -c requirements/run.txt -o requirements/test.txt
	$(COMPILE) pyproject.toml --group dev -c requirements/install.txt -c requirements/test.txt -o requirements/dev.txt
	$(COMPILE) --group store -c requirements/test.txt -o requirements/store.txt
	$(COMPILE) --group audit -c requirements/dev.txt -o requirements/audit.txt
	$(DENO) $(if $(UPGRADE),update,install) --frozen=false

# Debian's python3 may come without ensurepip: then the venv gets its packages from the pip outside.
$(BIN)/python:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	 || { echo "Tenbo needs Python 3.11 or later; $(PY) is `$(PY) --version`. Try: make PY=python3.12" >&2; exit 1; }
	@$(PY) -m venv $(V) >/dev/null 2>&1 || $(PY) -m venv --clear --without-pip $(V)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PY) -m pip --version >/dev/null 2>&1 \
	 || { rm -rf $(V); echo "This Python has no pip. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 1; }

# uv takes ten seconds where pip takes thirty. It does not read pip's settings, though: where packages come only
# from a place that pip knows, pip goes on.
PIP = if $(BIN)/python -m pip --version >/dev/null 2>&1; then pip="$(BIN)/python -m pip"; \
      else pip="$(PY) -m pip --python $(BIN)/python"; fi; $$pip install -qq --require-hashes -r
UV = $(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode
$(V)/%.stamp: requirements/%.txt requirements/install.txt | $(BIN)/python
	@echo "Installing $< (a minute the first time) …"
	@{ $(PIP) requirements/install.txt && $(UV) --require-hashes -r $<; } \
	 2>/dev/null || { $(PIP) $<; }
	@touch $@
