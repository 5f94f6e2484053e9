.PHONY: build run test lint man completions

# Builds touchstickd and touchstick.
build:
	@scripts/build

# Shows a finger move the stick of a gamepad, in the terminal.
run:
	@scripts/demo

# Runs all tests, those on a real kernel included.
test:
	@scripts/test

# Makes the manual pages in .build/man, which MANPATH=.build/man shows.
man:
	@scripts/manuals

# Writes what shells complete command lines with to .build/completions.
completions:
	@scripts/completions

# Checks the format of the code.
lint:
	swift format lint --strict --recursive Sources Tests Package.swift
