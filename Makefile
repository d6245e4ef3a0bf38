# make run   sets up an environment in .venv, builds the database and serves the leaderboard
# make test  sets up what the checks need and runs all of them
# make long-test  runs the tests that make test leaves out: builds that are killed, a lake, nginx, every page in a browser
# make fuzz  throws every hostile file and query at every page (hours)
# make calibration computes the calibration suite again, make calibration-check a slice (data/tables/calibration/source)
# make bench measures and names make long-test, make load lets 50 readers in at once
# make soak  lets readers, uploads, attacks and kills at the server at once for MINUTES=30 and says what became of them
# make build makes the database, make clean removes what these made
# make lock  pins every package with its hashes, make sbom lists them in build/sbom.json (CycloneDX)
# make mirror OUT=folder  writes the answers of every page of every suite as plain files
# make space SPACE=owner/name  puts the committed files on the Hugging Face hub as a Space that hosts them (DRY=1 writes build/space only)
# make dataset DATASET=owner/name  puts the tables there as a data set (DRY=1 writes build/dataset only)
# make picture takes the picture of the README
# make screens takes pictures of the first screen of every page into build/screens and counts its words
# make help  lists these

HOST ?= 127.0.0.1
PORT ?= 8501
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
# the shell has no windows to draw and takes a quarter less of the processor
BROWSERS := chromium-headless-shell chromium google-chrome google-chrome-stable chromium-browser chrome
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes
# as in components/__init__.py, also where NumPy is loaded first
export OPENBLAS_NUM_THREADS ?= 1
# what one worker or server has compiled serves all others
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test types units long-test fuzz bench load soak postgres build calibration calibration-check clean browser lock sbom picture screens mirror space dataset help

run: $(VENV)/app.stamp
	$(BIN)/python -m components.web --host $(HOST) --port $(PORT)

test: $(VENV)/tests.stamp browser postgres
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) --jobs 2 types units
	$(BIN)/python -m pytest tests/browser -m "not long" --numprocesses $$(($(JOBS) + 1)) --dist worksteal --reruns 1 -rR

types:
	$(BIN)/mypy

units:
	$(BIN)/python -m pytest --ignore tests/browser -p no:playwright -p no:rerunfailures -m "not calibration and not long" --numprocesses $(JOBS) --dist worksteal

long-test: $(VENV)/tests.stamp browser postgres
	$(BIN)/python -m pytest -m long --numprocesses $(JOBS) --dist worksteal

fuzz: $(VENV)/tests.stamp
	FUZZ=full $(BIN)/python -m pytest tests/fuzz --numprocesses $(JOBS) --dist worksteal

bench: $(VENV)/tests.stamp browser
	$(BIN)/python tests/bench/run.py
	@echo "make long-test runs the tests that take long"

load: $(VENV)/tests.stamp build
	PYTHONPATH=. $(BIN)/python tests/bench/soak.py --minutes 2 --readers 50 --calm

MINUTES ?= 30

soak: $(VENV)/tests.stamp
	PYTHONPATH=. $(BIN)/python tests/bench/soak.py --minutes $(MINUTES)

build: $(VENV)/app.stamp
	$(BIN)/python -m data.build

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The calibration suite is computed in an environment of its own, which the app and its tests do without.
CALIBRATION := build/calibration/venv
SOURCE := data/tables/calibration/source

calibration: $(CALIBRATION)/stamp $(VENV)/app.stamp
	$(CALIBRATION)/bin/python -m $(subst /,.,$(SOURCE)) --processes $(JOBS)
	$(BIN)/python -m data.check data/tables/calibration

# A slice of the suite within what processors differ by.
calibration-check: $(CALIBRATION)/stamp
	$(CALIBRATION)/bin/python -m pytest -m calibration --noconftest -p no:cacheprovider tests/data/test_calibration_slice.py

# Every package that pip may install, with its hashes, from the two lists in pyproject.toml.
LOCK := build/lock
UV := $(LOCK)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-annotate --custom-compile-command "make lock"

lock:
	$(PYTHON) -m venv $(LOCK)
	$(LOCK)/bin/python -m pip --disable-pip-version-check install --quiet uv==0.13.9
	$(UV) --output-file requirements.txt
	$(UV) --extra lake --output-file data/lake-requirements.txt
	$(UV) --extra lake --group tests --output-file tests/requirements.txt
	$(subst pyproject.toml,--group hub,$(UV)) --output-file .github/space/requirements.txt

OUT ?= build/mirror

mirror: $(VENV)/app.stamp build
	$(BIN)/python -m components.web.mirror $(OUT)

# The hub is met in an environment of its own; without it (DRY=1) only the folder is written.
HUB := build/hub
SPACE ?=
DATASET ?=

space dataset: $(if $(DRY),$(VENV)/app.stamp,$(HUB)/stamp)
	PYTHONPATH=. $(if $(DRY),$(BIN),$(HUB)/bin)/python .github/space/publish.py $@ $(if $(DRY),--dry,$(if $(filter space,$@),$(SPACE),$(DATASET)))

$(HUB)/stamp: .github/space/requirements.txt $(VENV)/app.stamp
	$(BIN)/python -m venv $(HUB)
	$(HUB)/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements.txt
	$(HUB)/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r $<
	@touch $@

sbom: $(VENV)/tests.stamp
	@mkdir -p build
	$(BIN)/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --sv 1.6 --output-reproducible -o build/sbom.json

picture: $(VENV)/tests.stamp build browser
	PYTHONPATH=. $(BIN)/python tests/bench/picture.py .github/leaderboard.png

SUITES ?=

screens: $(VENV)/tests.stamp build browser
	PYTHONPATH=. $(BIN)/python tests/bench/first_screens.py build/screens $(SUITES)

help:
	@sed -n 's/^# make/make/p' Makefile

# Packages that a run hardly loads: compiled when they are.
IDLE := pip|setuptools|networkx|pygments|fontTools|matplotlib|rdflib|mypy|mypyc

# Each stamp is renewed only when the list it stands for changes.
$(CALIBRATION)/stamp: $(SOURCE)/requirements.txt
	$(PYTHON) -m venv $(CALIBRATION)
	$(CALIBRATION)/bin/python -m pip --disable-pip-version-check install --quiet -r $<
	@touch $@

$(VENV)/app.stamp: requirements.txt | $(BIN)/python
	$(PIP) -r requirements.txt
	$(BIN)/python -m compileall -q app.py components data pages
	@touch $@

# What the app needs and what only its tests need are unpacked side by side.
$(VENV)/tests.stamp: tests/requirements.txt requirements.txt | $(BIN)/python
	awk 'NR == FNR { app[$$1] = 1; next } /^[a-z]/ { skip = $$1 in app } !skip' requirements.txt $< >$(VENV)/more.txt
	$(PIP) --no-compile --no-deps -r $(VENV)/more.txt & $(PIP) --no-compile -r requirements.txt && wait $$!
	$(BIN)/python -m compileall -q -j $(JOBS) -x '/(tests|$(IDLE))/' $(VENV)/lib app.py components data pages
	@touch $@ $(VENV)/app.stamp

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
	  || .ci/install "Python's venv module is missing" "$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
	$(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile -r .ci/pip.txt

# The browser tests use a browser that is installed; nothing but Debian's own package is ever fetched for them.
browser:
	@test -n "$$BROWSER_PATH" || for name in $(BROWSERS); do command -v $$name >/dev/null && exit 0; done \
	  || .ci/install "The browser tests need Chromium or Chrome and found none (BROWSER_PATH may name one)" chromium-headless-shell \
	  || .ci/install "There is no Chromium without windows either" chromium
	@PATH=$$PATH:/usr/sbin command -v nginx >/dev/null \
	  || .ci/install "The test of two replicas needs nginx and found none" nginx

# The catalogue of a lake is Debian's PostgreSQL, which the tests start themselves.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	  || .ci/install "The tests of a lake need PostgreSQL's server and found none" postgresql
