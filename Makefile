# A thin layer over CMake. Every target except `install` first installs the packages that it needs
# (scripts/setup.sh).
BUILD  ?= build
SEED   ?= 1
COUNT  ?= 200
SEEDS  ?= 20000
REV    ?= HEAD~1
PREFIX ?= /usr/local
PORT   ?= 8080
DATA   ?= $(if $(WEND_DATA),$(WEND_DATA),../shared/data)
MINUTES ?= 10
SECONDS ?= 120
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help run build lab amalgamation test test-web test-firefox test-heap test-minimal test-slurm mutants mutants-reference soak soak-defects same-results lint instructions coverage bench docs web web-run install format clean

help:
	@echo "make run      build, and show a race of agents and a fleet of 1000 units"
	@echo "make lab      build wend-lab, which runs the experiments of the papers (docs/lab.md)"
	@echo "make amalgamation  the library as two files, build-amalgamation/wend.c and wend.h"
	@echo "make test     build and run all tests, with gcc, clang and sanitizers"
	@echo "make test-web build and test the npm package and the playground, in Node and Chromium"
	@echo "make test-firefox  the playground in Firefox"
	@echo "make test-heap  the memory of the playground over MINUTES=10 of a fleet"
	@echo "make test-minimal  build and use wend in a Debian with nothing but gcc, make and CMake"
	@echo "make test-slurm  run wend-lab as an array of jobs on a private Slurm; kill and requeue one task"
	@echo "make soak     long random tests against slow references, then MINUTES=10 of the simulator from seed SEED=1; the next run continues"
	@echo "make soak-defects  reintroduce each defect of test/simulate/defects; the simulator must find it within SECONDS=120"
	@echo "make same-results  compare the results of random calls of agents, finders and fleets with those of REV=HEAD~1, for SEEDS=20000 seeds"
	@echo "make mutants  break the library in COUNT=200 random places (SEED=1) and count how many the tests detect"
	@echo "make lint     formatting, clang-tidy, cppcheck, layering"
	@echo "make instructions  count the instructions of fixed jobs; fail if one takes over 3 % more than committed"
	@echo "make coverage  lines and branches of src/ that the unit tests reach, per folder"
	@echo "make docs     build the documentation site into build-docs/html, with the playground if \`make web\` has made it"
	@echo "make web      build the playground into web/dist"
	@echo "make web-run  build it and serve it to this machine (PORT=8080)"
	@echo "make bench    measure speed, memory and flatness"
	@echo "make install PREFIX=/usr/local"
	@echo "make format   reformat the sources"

build:
	@scripts/setup.sh run
	@cmake -S . -B $(BUILD) -DWEND_BUILD_TESTS=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) >/dev/null

run: build
	@[ -x $(BUILD)/wend ] || { echo "make: no $(BUILD)/wend: the command needs popt (Debian: libpopt-dev)" >&2; exit 1; }
	@$(BUILD)/wend demo
	@echo "Next: docs/getting-started.md, examples/, and the playground (make web-run)."

lab:
	@scripts/setup.sh lab
	@$(MAKE) --no-print-directory build

amalgamation:
	@scripts/setup.sh amalgamation
	@scripts/amalgamate.py

test:
	@scripts/setup.sh test
	@scripts/test.sh

test-web:
	@scripts/setup.sh web
	@scripts/test_web.sh

test-firefox: web
	@scripts/setup.sh firefox
	@node --test --no-warnings web/test/firefox/*.mjs

test-heap: web
	@scripts/setup.sh web
	@node web/test/heap/heap.mjs $(MINUTES)

test-minimal:
	@scripts/setup.sh minimal
	@scripts/test_minimal.sh

test-slurm:
	@scripts/setup.sh slurm
	@$(MAKE) --no-print-directory build
	@scripts/test_slurm.sh $(BUILD)/wend-lab

soak:
	@cmake -S . -B build-soak -DCMAKE_BUILD_TYPE=Release -DWEND_BUILD_TESTS=ON >/dev/null
	@cmake --build build-soak --target test_jump_rules --target test_jump_bits --target test_components \
		--target test_layer --target test_layer_maps --target test_route --target soak_finder
	@WEND_TEST_SCALE=500 build-soak/test/test_jump_rules
	@WEND_TEST_SCALE=500 build-soak/test/test_jump_bits
	@WEND_TEST_SCALE=600 build-soak/test/test_components
	@WEND_TEST_SCALE=2000 build-soak/test/test_layer
	@WEND_TEST_SCALE=10000 build-soak/test/test_layer_maps
	@WEND_TEST_SCALE=12000 build-soak/test/test_route smooth_routes_are_legal
	@if [ -d "$(DATA)" ]; then build-soak/test/soak_finder "$(DATA)"; \
		else echo "SKIPPED: no data at $(DATA): finders on every problem of it"; fi
	@cmake --build build-soak --target simulate
	@build-soak/test/simulate/simulate --minutes $(MINUTES) --seeds $(SEED) 0 --state build-soak/simulate-$(SEED).txt
	@build-soak/test/simulate/simulate --timed --jobs 1 --minutes $(MINUTES) --seeds $(SEED) 0 \
		--state build-soak/simulate-timed-$(SEED).txt

soak-defects:
	@scripts/soak_defects.sh $(SECONDS)

same-results:
	@SEEDS=$(SEEDS) scripts/same_results.sh $(REV)

mutants:
	@scripts/setup.sh test
	@python3 scripts/mutants.py --seed $(SEED) --count $(COUNT)

# One-line changes in the library and in the Python references: the comparison must detect each.
mutants-reference:
	test/reference/mutants.sh

docs:
	@scripts/setup.sh docs
	@python3 -B scripts/docs.py

web:
	@scripts/setup.sh wasm
	@scripts/build_wasm.sh
	@node web/build.mjs

web-run: web
	@node web/serve.mjs $(PORT)

lint:
	@scripts/setup.sh lint
	@scripts/lint.sh

instructions:
	@scripts/setup.sh instructions
	@scripts/instructions.sh --check

coverage:
	@scripts/setup.sh coverage
	@scripts/coverage.sh

bench:
	@scripts/setup.sh bench
	@cmake -S . -B $(BUILD)-bench -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=ON >/dev/null
	@cmake --build $(BUILD)-bench -j $(JOBS) >/dev/null
	@$(BUILD)-bench/bench/bench_all

# Builds with the installed packages only; this target installs none.
install:
	@cmake -S . -B $(BUILD) -DWEND_BUILD_TESTS=OFF
	@cmake --build $(BUILD) -j $(JOBS)
	@cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@git ls-files '*.c' '*.h' '*.inl' '*.cpp' | xargs clang-format -i
	@if [ -d web/node_modules ]; then cd web && npm run --silent format; fi

clean:
	@rm -rf $(BUILD) $(BUILD)-* web/dist
