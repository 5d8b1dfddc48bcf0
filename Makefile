# make run, make test; the others are for people who work on the code.

PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
# Debian and Ubuntu name each Python; an older release of them has no newer one to bring.
BRING_NEWER = $$(newest=$$(apt-cache pkgnames python3.1 2>/dev/null | grep -xE 'python3[.]1[1-9]' | sort -V | tail -1); \
	if [ -n "$$newest" ]; then echo "sudo apt-get install $$newest $$newest-venv"; \
	else echo 'a newer release of this system: this one has no Python 3.11 or newer'; fi)
BRING_PYTHON = $(shell has() { command -v $$1 >/dev/null; }; \
	if has apt-get; then echo "$(BRING_NEWER)"; \
	elif has dnf; then echo 'sudo dnf install python3'; \
	elif has zypper; then echo 'sudo zypper install python311'; \
	elif has pacman; then echo 'sudo pacman -S python'; \
	elif has brew; then echo 'brew install python'; \
	else echo 'the package manager of your system'; fi)
IN = .venv/bin/python
COMPILE = .venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --no-header

export BROWSERS POSTGRES ENGINES NGINX

.PHONY: help run setup dev check test prove lint format coverage bench lock messages wheel image-check python
help:
	@echo 'make run       start the site (PORT=9000 for a port of your own, WORKERS=2 for two processes)'
	@echo 'make check     lint, types and the rules: a minute'
	@echo 'make test      what every change has to pass (BROWSERS=0, POSTGRES=0 leave tests out)'
	@echo 'make prove     soaks, crashes, attacks, whole evenings (SHORT=1, SEED=7)'
	@echo 'make setup     install what is needed to work on the code'
	@echo 'make dev       start the site and restart it at every change'
	@echo 'make lint      the checks alone;  make format  put the code in shape'
	@echo 'make coverage  what no test reaches;  make bench  how fast it is (COMPARE=path: against another checkout)'
	@echo 'make wheel     build dist/dragonbag-….whl, which brings the command dragonbag;  make image-check  build and try the container'
	@echo 'make lock      pin the requirements anew;  make messages  gather and compile the texts'

run: python
	@$(PYTHON) -m config.install run
	@exec $(IN) -m config.serve $(if $(PORT),--port $(PORT)) $(if $(WORKERS),--workers $(WORKERS))

setup: python
	@$(PYTHON) -m config.install dev

dev: setup
	@$(IN) manage.py migrate --verbosity 0
	@DRAGONBAG_DEBUG=on $(IN) -c 'import uvicorn; from web.http_protocol import DirectProtocol; \
		uvicorn.run("config.asgi:application", http=DirectProtocol, reload=True, \
		port=$(or $(PORT),8000), timeout_graceful_shutdown=2)'

check: setup
	@$(IN) -m config.suite check

test: setup
	@$(IN) -m config.suite test

prove: setup
	@$(IN) -m config.suite prove $(if $(SHORT),--short) $(if $(SEED),--seed=$(SEED))

lint: setup
	@$(IN) -m config.suite lint

format: setup
	@.venv/bin/ruff check --quiet --fix .
	@.venv/bin/ruff format --quiet .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 {} +

coverage: setup
	@.venv/bin/coverage erase
	@.venv/bin/coverage run -m pytest -m 'not browser and not prove' --quiet --numprocesses auto --dist loadgroup
	@.venv/bin/coverage combine --quiet
	@.venv/bin/coverage report

bench: setup
	@$(IN) -m tests.bench $(if $(COMPARE),--compare $(COMPARE)) $(BENCH)

lock: setup
	@$(COMPILE) requirements/run.in -o requirements/run.txt
	@$(COMPILE) -c requirements/run.txt requirements/postgres.in -o requirements/postgres.txt
	@$(COMPILE) -c requirements/run.txt -c requirements/postgres.txt requirements/dev.in -o requirements/dev.txt

wheel: setup
	@$(IN) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

image-check:
	@python3 tools/image.py

# Needs gettext, for gathering alone; what it makes is committed, so nobody else does.
messages: setup
	@$(IN) manage.py makemessages --extension html,txt,py,jinja --all --no-location --no-wrap \
		--ignore 'var/*' --ignore '.venv/*' --ignore 'tests/*' --ignore 'static/*'
	@for each in locale/*/LC_MESSAGES/django.po; do \
		$(IN) -c "import sys, polib; polib.pofile(sys.argv[1]).save_as_mofile(sys.argv[2])" $$each $${each%.po}.mo; done

python:
	@$(if $(PYTHON),true,echo 'Dragonbag needs Python 3.11 or newer. Bring it with:' && echo '  $(BRING_PYTHON)' && exit 1)
