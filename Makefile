# A thin layer over CMake. Every job installs what it needs first (scripts/setup.sh).
BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help run build test lint bench install format clean

help:
	@echo "make run      build, and race A* and TBA* over a cave map"
	@echo "make test     build and run all tests, with gcc, clang and sanitizers"
	@echo "make lint     formatting, clang-tidy, cppcheck, layering"
	@echo "make bench    measure speed, memory and flatness"
	@echo "make install PREFIX=/usr/local"
	@echo "make format   reformat the sources"

build:
	@scripts/setup.sh run
	@cmake -S . -B $(BUILD) -DWEND_BUILD_TESTS=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) >/dev/null

run: build
	@$(BUILD)/wend race

test:
	@scripts/setup.sh test
	@scripts/test.sh

lint:
	@scripts/setup.sh lint
	@scripts/lint.sh

bench:
	@scripts/setup.sh bench
	@cmake -S . -B $(BUILD)-bench -DWEND_BUILD_TESTS=OFF -DWEND_BUILD_BENCH=ON >/dev/null
	@cmake --build $(BUILD)-bench -j $(JOBS) >/dev/null
	@$(BUILD)-bench/bench/bench_all

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@git ls-files '*.c' '*.h' '*.inl' '*.cpp' | xargs clang-format -i

clean:
	@rm -rf $(BUILD) $(BUILD)-*
