# make run     set up, then play the flights of New York and print the receipt: ledger, certificate, where the time went
# make test    set up, then run the tests, but for those of the next three and of test-spark; minutes
# make test-system     what needs other programs: kill -9, PostgreSQL, Dask, a browser, a shell
# make test-spark      set up with PySpark and Java 17, then run the tests on Spark
# make test-all        all of these, the long searches, every drawn example, and the fuzzing
# make test-service    the long tests of the service: kill -9, the loss of power, errors of the disk; root for the second
# make wheel           build the source distribution and a wheel for this machine, in dist/
# make wheels          build the wheels of a release, in dist/, check them, and try those that run here
# make release-check   is this a release? wheels, source distribution, documentation, links, versions
# make test-wheel      install the wheel in an environment of its own, and test it there
# make lint    formatting, style, types
# make bench   speed against River, scikit-learn and VW, as ratios
# make bench-service   the service: durable predictions, batches, replays
# make pages   write into the pages of learners, commands and errata what they take from the code
# make docs    build the documentation

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept, whoever's environment this is: the tests start many a process.
unexport PYTHONDONTWRITEBYTECODE
# Errors are shown, and nothing else; bytecode comes when a module is first used.
PIP    := $(BIN)/python -m pip install -qq --no-compile
# The version of Cython is pinned here, so its warnings are ours, and end the build.
export LITTLESTONE_STRICT := 1

HEADERS := $(shell find src -name "*.pxd")
SOURCES := setup.py pyproject.toml constraints.txt $(HEADERS) $(wildcard $(HEADERS:.pxd=.py))

.PHONY: run test test-system test-spark test-all test-service wheel wheels release-check test-wheel lint bench bench-service pages docs browser java disks clean
.DELETE_ON_ERROR:

run: $(VENV)/core
	@$(BIN)/littlestone play sample:flights --loss log --timing

test: $(VENV)/core $(VENV)/test
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'not long and not spark and not system'

test-system: $(VENV)/core $(VENV)/test $(VENV)/system browser disks
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'system and not long'

# One test after the other: each has a Spark of its own, which takes all cores.
test-spark: $(VENV)/core $(VENV)/test $(VENV)/spark java
	$(BIN)/python -m pytest -m spark --durations=0 tests/spark

test-all: $(VENV)/core $(VENV)/test $(VENV)/system browser disks
	HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-steady} $(BIN)/python -m pytest -n auto --dist worksteal -m 'not spark'
	$(BIN)/python -W ignore tests/helpers/fuzz_saved.py --count 20000
	$(BIN)/python -W ignore tests/helpers/fuzz_files.py --count 20000
	$(BIN)/python -W ignore tests/helpers/fuzz_schema.py --count 50000
	$(BIN)/python -W ignore tests/helpers/draw_games.py --count 100000

test-service: $(VENV)/core $(VENV)/test $(VENV)/system disks
	HYPOTHESIS_PROFILE=$${HYPOTHESIS_PROFILE:-steady} LITTLESTONE_SERVICE_LONG=1 $(BIN)/python -m pytest tests/service

# From the source distribution, so that a wheel can be built without git and without this tree.
wheel: $(VENV)/release
	@echo "building the source distribution, and a wheel from it"
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist . > $(VENV)/wheel.log || { cat $(VENV)/wheel.log; exit 1; }

# WHEELS="cp313 x86_64" builds those alone whose tags have these words in them.
wheels: $(VENV)/release
	@rm -rf dist
	@$(BIN)/python tools/wheels.py --only "$(WHEELS)"

release-check: wheels docs
	@$(BIN)/python tools/release_check.py

# What a user gets: the wheel alone, in a fresh environment, from a folder without the sources.
test-wheel: wheel
	rm -rf build/wheel && $(PYTHON) -m venv build/wheel
	build/wheel/bin/python -m pip install --quiet "$$(ls dist/*.whl)[samples,arrow,zst,test]"
	cp -r tests docs CONTRIBUTING.md build/wheel/
	cd build/wheel && bin/littlestone play sample:email --learner perceptron
	cd build/wheel && bin/python -m pytest -n auto -o pythonpath=build/wheel/tests/helpers -m 'not long and not spark' \
	--deselect build/wheel/tests/formats/test_formats.py::test_the_command_line_names_no_format_itself \
	tests/rows tests/formats tests/features tests/bits/test_golden.py tests/test_store.py

lint: $(VENV)/core $(VENV)/test $(VENV)/lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/core $(VENV)/bench
	$(BIN)/python benchmarks/core.py
	$(BIN)/python benchmarks/experts.py
	$(BIN)/python benchmarks/metrics.py
	$(BIN)/python benchmarks/dimension.py
	$(BIN)/python benchmarks/text.py
	$(BIN)/python benchmarks/named.py
	$(BIN)/python benchmarks/streams.py
	$(BIN)/python benchmarks/scaling.py

bench-service: $(VENV)/core $(VENV)/test
	$(BIN)/python benchmarks/service.py

pages: $(VENV)/core $(VENV)/test
	@$(BIN)/python docs/hooks.py

docs: $(VENV)/core $(VENV)/docs
	@echo "building the documentation, in site/"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Whatever is read from pyproject.toml, a line each.
REQUIRES = $(BIN)/python -c "import tomllib; print('\n'.join(tomllib.load(open('pyproject.toml','rb'))$(1)))"

$(BIN)/python:
	@echo "making the environment, $(VENV)/"
	@$(PYTHON) -m venv $(VENV)

# What setup.py needs.
$(VENV)/build: pyproject.toml constraints.txt | $(BIN)/python
	@$(call REQUIRES,['build-system']['requires']) > $(VENV)/build.txt
	@$(PIP) --upgrade pip -r $(VENV)/build.txt
	@touch $@

# The environment with the package in it, compiled; made again when a compiled source or a requirement changes.
# The core is compiled, on all processors, while the packages that it works with are fetched and installed.
# A hint how C could be faster is no warning to Cython, but it is to us.
$(VENV)/core: $(SOURCES) | $(VENV)/build
	@echo "compiling the core, and installing what it works with (two minutes the first time)"
	@$(BIN)/python setup.py --quiet build_ext --inplace > $(VENV)/build.log 2>&1 & built=$$!; \
	LITTLESTONE_COMPILE=0 $(PIP) --editable '.[samples,booklet]'; installed=$$?; \
	wait $$built; built=$$?; cat $(VENV)/build.log; \
	! grep -q '^performance hint' $(VENV)/build.log && test $$built = 0 && exit $$installed
	@touch $@

# Modules become bytecode when they are imported: most of what is installed never is.
$(VENV)/test $(VENV)/system $(VENV)/lint $(VENV)/bench $(VENV)/docs $(VENV)/spark $(VENV)/release: $(VENV)/%: $(VENV)/core
	@$(call REQUIRES,['project']['optional-dependencies']['$*']) > $(VENV)/$*.txt
	@$(PIP) -r $(VENV)/$*.txt
	@touch $@

# A browser, which looks at the booklet. Where there is none and none can be had, that test alone is skipped.
browser:
	@command -v chromium > /dev/null || ! command -v apt-get > /dev/null || test "$$(id -u)" != 0 || \
	{ echo "installing chromium, for the test that looks at the booklet"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  (timeout 120 apt-get -o DPkg::Lock::Timeout=100 update -qq; timeout 600 apt-get -o DPkg::Lock::Timeout=300 install -y -qq chromium) > /dev/null 2>&1; } || true

# A Java for Spark. Where there is none and none can be had, the tests say so and are skipped.
java:
	@command -v java > /dev/null || test -n "$$JAVA_HOME" || ! command -v apt-get > /dev/null || test "$$(id -u)" != 0 || \
	{ echo "installing Java 17, for Spark"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  (timeout 120 apt-get -o DPkg::Lock::Timeout=100 update -qq; timeout 600 apt-get -o DPkg::Lock::Timeout=300 install -y -qq openjdk-17-jre-headless) > /dev/null 2>&1; } || true
# What the long tests of the service look at disks with. Where it is missing and cannot be had, they say so.
disks:
	@{ command -v strace && command -v mkfs.ext4 && ls -d /usr/lib/postgresql/*/bin; } > /dev/null 2>&1 || \
	! command -v apt-get > /dev/null || test "$$(id -u)" != 0 || \
	{ echo "installing strace, e2fsprogs and postgresql, for the tests of the service"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  (timeout 120 apt-get -o DPkg::Lock::Timeout=100 update -qq; timeout 600 apt-get -o DPkg::Lock::Timeout=300 install -y -qq strace e2fsprogs postgresql) > /dev/null 2>&1; } || true

clean:
	rm -rf $(VENV) build site
	find src -name '*.so' -delete
	find src -name '*.c' -delete
