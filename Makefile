# What a newcomer needs: `make play`, `make test`. Each sets up what it needs, once.
# Another Python gets an environment of its own: `make pytest PYTHON=python3.13 VENV=.venv-3.13`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# What runs a table, and what developers need besides.
PLAY   := $(VENV)/.installed-play
STAMP  := $(VENV)/.installed

.PHONY: play phones club test test-all slow quick pytest times mutants check types bench screenshots pictures icons schemas wiring stl enclosure deb deb-club pods pod-test lock deb-test vm-test clean

play: $(PLAY)
	@$(BIN)/companion play

# Every seat is a phone. The table shows a code for each, to be scanned.
phones: $(PLAY)
	@$(BIN)/companion play --phones

# A club of three simulated tables, with a Mosquitto that this machine has: its hall opens in the browser.
CLUB := $(VENV)/.installed-club

club: $(CLUB)
	@$(BIN)/companion club demo

# What one runs before each commit: about five minutes on two cores.
test: check
	@$(RUN_PYTEST) -m 'not slow' --durations 20 $(PYTEST)

# Everything that pytest runs.
test-all: test slow

# What only a longer run finds: all option sets, many random games, Firefox and WebKit, every window, MicroPython, enclosures.
slow: $(STAMP)
	@$(RUN_PYTEST) -m slow --durations 20 $(PYTEST)

# The tests start a hundred interpreters. Compiled modules are kept in $(VENV), also where the environment tells Python to keep none:
# compiling all of them again each time would take long.
RUN_PYTEST = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(abspath $(VENV))/pycache $(BIN)/python -m pytest -n 2

# In less than a minute: no browser, no other program, no running table, one round of the laws, fewer random examples.
quick: $(STAMP)
	@$(RUN_PYTEST) -m 'not anyio and not browser and not process and not corner and not slow' --hypothesis-profile quick $(PYTEST)

# Any tests: `make pytest PYTEST="tests/table -m 'not slow'"`; with no words, all of them.
pytest: $(STAMP)
	@$(RUN_PYTEST) $(PYTEST)

# Where the seconds of the tests go, by folder, kind and function; PYTEST="-m 'not slow'" for those of `make test`.
times: $(STAMP)
	@$(RUN_PYTEST) -p tools.test_times $(PYTEST)

# Which of 60 small changes of the product `make test` does not notice. Hours; it goes on where it was interrupted.
mutants: $(STAMP)
	@$(BIN)/python -m tools.mutants --seed $(or $(SEED),20261124) --count $(or $(COUNT),60)

check: $(STAMP) types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# The types of the pages' modules, where npm is present. A checker reads them where they stand: pages need no build, and nothing of it
# is shipped.
NODE_STAMP := node_modules/.installed

types:
	@if command -v npm >/dev/null; then \
	    $(MAKE) --no-print-directory $(NODE_STAMP) && node_modules/.bin/tsc -p jsconfig.json && node_modules/.bin/tsc -p jsconfig.strict.json; \
	  elif [ -n "$$COMPANION_NEEDS_NODE" ]; then echo "npm is missing, which the check of the pages' modules needs."; exit 1; \
	  else echo "No npm: the types of the pages' modules are not checked ('sudo apt install npm' brings it)."; fi

$(NODE_STAMP): package-lock.json
	@npm ci --silent --no-audit --no-fund
	@touch $@

# The peers are installed with the first call.
BENCH_STAMP := $(VENV)/.installed-bench

bench: $(BENCH_STAMP)
	@$(BIN)/python -m bench

# All pictures in docs/. Those of the page, and the recording in the README, need a Chromium.
screenshots: pictures
	@$(BIN)/python -m tools.images.contact_sheets
	@$(BIN)/python -m tools.images.screenshots
	@$(BIN)/python -m tools.images.touch_picture
	@$(BIN)/python -m tools.images.recording

# The pictures of docs/play/: the screens of games that are played in memory; and docs/play/ as pages that the table serves.
pictures: $(STAMP)
	@$(BIN)/python -m tools.images.pictures
	@$(BIN)/python -m tools.rules_pages

# The icons of the home screen, from companion/web/static/icon.svg.
icons: $(STAMP)
	@$(BIN)/python -m tools.images.icons

# The JSON Schemas of the engine protocol, docs/schemas/, and what the boards of the pages are drawn with, from the records of the code.
schemas: $(STAMP)
	@$(BIN)/python -m tools.schemas
	@$(BIN)/python -m tools.board_kits
	@$(BIN)/python -m tools.web_types

# The build guide's tables and pictures, from the boards' pin maps.
wiring: $(STAMP)
	@$(BIN)/python -m tools.wiring

# The enclosures as STL files for a printer, in build/enclosure. Needs OpenSCAD.
stl:
	@mkdir -p build/enclosure
	@for panel in 0.96 1.3 2.42; do for pod in none flat pins; do \
	  end=$$panel$$([ $$pod = none ] || echo -$$pod).stl; \
	  openscad -q -D 'part="bottom"' -D "panel=\"$$panel\"" -D "pod=\"$$pod\"" -o build/enclosure/seat-bottom-$$end \
	    hardware/enclosure/seat.scad || exit 1; \
	  for front in keys four encoder; do \
	    openscad -q -D 'part="body"' -D "front=\"$$front\"" -D "panel=\"$$panel\"" -D "pod=\"$$pod\"" \
	      -o build/enclosure/seat-body-$$([ $$front = keys ] || echo $$front-)$$end hardware/enclosure/seat.scad || exit 1; done; done; done
	@for pi in zero full; do for part in base lid; do \
	  openscad -q -D "part=\"$$part\"" -D "pi=\"$$pi\"" -o build/enclosure/pi-$$part-$$pi.stl hardware/enclosure/pi.scad || exit 1; done; done
	@for kind in TCRT5000 QRE1113; do \
	  openscad -q -D "kind=\"$$kind\"" -o build/enclosure/nest-$$kind.stl hardware/enclosure/nest.scad || exit 1; done
	@ls build/enclosure

# And their pictures beside the sources. Needs xvfb where there is no screen.
SCAD = xvfb-run -a openscad
VIEW = --imgsize=1200,900 --viewall --autocenter --render=1
enclosure: stl
	@$(SCAD) -q -o hardware/enclosure/seat.png --camera=0,0,0,62,0,28,300 $(VIEW) hardware/enclosure/seat.scad
	@$(SCAD) -q -o hardware/enclosure/pod.png --camera=0,0,0,50,0,200,300 -D 'pod="flat"' $(VIEW) hardware/enclosure/seat.scad
	@$(SCAD) -q -o hardware/enclosure/nest.png --camera=0,0,0,50,0,25,300 $(VIEW) hardware/enclosure/nest.scad
	@$(SCAD) -q -o hardware/enclosure/pi.png --camera=0,0,0,40,0,20,300 $(VIEW) hardware/enclosure/pi.scad

# The Debian package, in dist/: `make deb ARCH=arm64` for a Raspberry Pi, whatever this machine is.
deb: $(STAMP)
	@$(BIN)/python -m tools.deb $(if $(ARCH),--arch $(ARCH)) $(if $(PYTHONS),--pythons $(PYTHONS))

# The package that adds a club to it, for 64-bit systems.
deb-club: $(STAMP)
	@$(BIN)/python -m tools.deb --club $(if $(ARCH),--arch $(ARCH)) $(if $(PYTHONS),--pythons $(PYTHONS))

# What makes a Pico with MicroPython a pod, in dist/: for each kind a UF2 file to drop on the Pico's drive.
pods: $(STAMP)
	@$(BIN)/python -m tools.pod_images

# The pods' firmware on the official MicroPython for the RP2040, emulated; three minutes. No package registry has that file: download
# RPI_PICO-….uf2, 1.24 or newer, from micropython.org/download/RPI_PICO, and say `make pod-test UF2=RPI_PICO-….uf2`. Without it the
# tests are skipped.
pod-test: $(STAMP)
	@COMPANION_MICROPYTHON_UF2=$(UF2) $(BIN)/python -m pytest tests/firmware/test_emulated.py -n 0 $(PYTEST)

# The exact versions and hashes of what the package brings, from pyproject.toml: versions stay as they are unless UPGRADE=1, or
# pyproject.toml asks for others. uv writes them; it is a tool in an environment of its own, and nothing of it is in the package.
LOCK   = systemd/debian/lock
LOCKED = 3.11 3.12 3.13
UV     = .venv-lock/bin/uv
COMPILE = $(UV) pip compile --quiet --generate-hashes $(if $(UPGRADE),--upgrade) --custom-compile-command 'make lock'
lock: $(UV)
	@for python in $(LOCKED); do \
	  $(COMPILE) --only-binary :all: --no-emit-package setuptools --python-platform aarch64-manylinux_2_36 --python-version $$python \
	    --extra pi --extra pods --extra mqtt --output-file $(LOCK)/$$python.txt pyproject.toml || exit 1; \
	  $(COMPILE) --only-binary :all: --no-emit-package setuptools --python-platform aarch64-manylinux_2_36 --python-version $$python \
	    --extra pi --extra pods --extra mqtt --extra club --constraint $(LOCK)/$$python.txt \
	    --output-file $(LOCK)/club-$$python.txt pyproject.toml || exit 1; done
	@$(COMPILE) --python-version 3.11 --output-file $(LOCK)/build.txt $(LOCK)/build.in

$(UV):
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv

# Installs, upgrades, removes and purges it in a fresh Debian without a network. As root; needs mmdebstrap and lintian.
deb-test: $(STAMP)
	@$(BIN)/python -m tools.deb.trial_run $(if $(SUITE),--suite $(SUITE))

# Real device nodes under Debian's own kernel, in virtual machines, with the package installed. As root, on Debian for amd64: apt
# brings QEMU and what the machines are made of, once. `make vm-test DEB=dist/X.deb` for a package that is built already,
# GUEST=raspberry for one of the machines alone.
vm-test: $(STAMP)
	@$(BIN)/python -m tests.vm $(if $(DEB),--deb $(DEB)) $(if $(GUEST),--guest $(GUEST))

# Installed anew only when pyproject.toml changed.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(PLAY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, and $(PYTHON) is older: install one and say 'make PYTHON=python3.12 $(MAKECMDGOALS)'."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing, which keeps the game's libraries apart from the system's: 'sudo apt install python3-venv' brings it."; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

$(STAMP): $(PLAY)
	@$(PIP) --editable '.[dev]'
	@touch $@

$(CLUB): $(PLAY)
	@$(PIP) --editable '.[club]'
	@touch $@

$(BENCH_STAMP): $(STAMP)
	@$(PIP) --editable '.[bench]'
	@touch $@

clean:
	rm -rf node_modules .venv .venv-* .mypy_cache .ruff_cache .import_linter_cache .hypothesis
