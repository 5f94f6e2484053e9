.PHONY: all build run test check endurance clients bench lint man completions install uninstall deb

PREFIX = /usr/local
export PREFIX DESTDIR

# Makes all that is installed.
all: build man completions

# Builds touchstickd and touchstick.
build:
	@scripts/build

# Shows a finger move the stick of a gamepad, in the terminal.
run:
	@scripts/demo

# Runs all tests, those on a real kernel included.
test:
	@scripts/test

# Checks the format, and runs the tests that need no kernel: for each small change.
check: lint
	@swift build --build-tests
	@.build/debug/touchstickPackageTests.xctest --testing-library swift-testing --skip KernelTests
	@scripts/documents --check

# Runs the tests that go on for long at their full length, which takes half an hour.
endurance:
	@scripts/test --endurance

# Tries SDL2, GLFW and libmanette with every control of the gamepad, and prints a table.
clients:
	@scripts/clients

# Measures touchstickd in instructions, and prints tables: Benchmarks/README.md explains them.
bench:
	@scripts/bench

# Makes the manual pages in .build/man, which MANPATH=.build/man shows.
man:
	@scripts/manuals

# Writes what shells complete command lines with to .build/completions.
completions:
	@scripts/completions

# Installs what `make` has made: scripts/install says where.
install:
	@scripts/install install

# Takes it away again, but for a configuration that was changed.
uninstall:
	@scripts/install uninstall

# Makes a Debian package in .build/deb.
deb:
	@scripts/deb

# Checks the format of the code.
lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Tools Package.swift
