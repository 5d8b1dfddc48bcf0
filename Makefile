# make run, make test; the others are for people who work on the code.

PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
BRING_PYTHON = $(shell has() { command -v $$1 >/dev/null; }; \
	if has apt-get; then echo 'sudo apt-get install python3 python3-venv'; \
	elif has dnf; then echo 'sudo dnf install python3'; \
	elif has zypper; then echo 'sudo zypper install python311'; \
	elif has pacman; then echo 'sudo pacman -S python'; \
	elif has brew; then echo 'brew install python'; \
	else echo 'the package manager of your system'; fi)
IN = .venv/bin/python
COMPILE = .venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --no-header

export BROWSERS POSTGRES

.PHONY: help run setup dev test lint format coverage bench lock messages python
help:
	@echo 'make run       start the site (PORT=9000 for a port of your own)'
	@echo 'make test      lint, types and every test (BROWSERS=0, POSTGRES=0 leave tests out)'
	@echo 'make setup     install what is needed to work on the code'
	@echo 'make dev       start the site and restart it at every change'
	@echo 'make lint      the checks alone;  make format  put the code in shape'
	@echo 'make coverage  what no test reaches;  make bench  how fast a tap is'
	@echo 'make lock      pin the requirements anew;  make messages  gather and compile the texts'

run: python
	@$(PYTHON) -m config.install run
	@exec $(IN) -m config.serve $(if $(PORT),--port $(PORT))

setup: python
	@$(PYTHON) -m config.install dev

dev: setup
	@$(IN) manage.py migrate --verbosity 0
	@DRAGONBAG_DEBUG=on $(IN) -m uvicorn config.asgi:application --reload \
		--port $(or $(PORT),8000) --timeout-graceful-shutdown 2

test: setup
	@$(IN) -m config.suite test

lint: setup
	@$(IN) -m config.suite lint

format: setup
	@.venv/bin/ruff check --quiet --fix .
	@.venv/bin/ruff format --quiet .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 {} +

coverage: setup
	@.venv/bin/coverage run -m pytest -m 'not browser' --quiet
	@.venv/bin/coverage report

bench: setup
	@$(IN) -m tests.bench

lock: setup
	@$(COMPILE) requirements/run.in -o requirements/run.txt
	@$(COMPILE) -c requirements/run.txt requirements/postgres.in -o requirements/postgres.txt
	@$(COMPILE) -c requirements/run.txt -c requirements/postgres.txt requirements/dev.in -o requirements/dev.txt

# Needs gettext, for gathering alone; what it makes is committed, so nobody else does.
messages: setup
	@$(IN) manage.py makemessages --locale de --no-location --no-wrap \
		--ignore 'var/*' --ignore '.venv/*' --ignore 'tests/*' --ignore 'static/*'
	@$(IN) -c "import polib; polib.pofile('locale/de/LC_MESSAGES/django.po').save_as_mofile('locale/de/LC_MESSAGES/django.mo')"

python:
	@$(if $(PYTHON),true,echo 'Dragonbag needs Python 3.11 or newer. Bring it with:' && echo '  $(BRING_PYTHON)' && exit 1)
