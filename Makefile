.PHONY: all deps build run test test-all check endurance clients desktops bench lint man completions install uninstall deb dist packages version

PREFIX = /usr/local
export PREFIX DESTDIR

# Makes everything that is installed.
all: build man completions

# Installs the Debian packages that the build needs, as root.
deps:
	@scripts/packages --install

# Builds touchstickd, touchstick, touchstick-session and touchstick-overlay.
build:
	@scripts/build

# Shows in the terminal how a finger moves the stick of a gamepad.
run:
	@scripts/demo

# Proves each kind of thing once, also on a real kernel and under a real systemd, in about ten minutes.
test:
	@scripts/test

# Runs all tests.
test-all:
	@scripts/test --all

# Checks the format, and runs the tests that need no kernel. For daily work.
check: lint
	@scripts/packages --install pkg.touchstick.test
	@swift build --build-tests
	@.build/debug/touchstickPackageTests.xctest --testing-library swift-testing --skip KernelTests
	@scripts/documents --check

# Runs the long tests at their full length, which takes an hour or more.
endurance:
	@scripts/test --endurance

# Tries SDL2, GLFW, libmanette, Wine, Chromium and RetroArch with every control of the gamepad, and prints a table.
clients:
	@scripts/clients

# Tries the overlay and touches on sway, labwc, KWin and GNOME of Debian 13, in virtual machines. It needs root.
desktops:
	@scripts/desktops

# Measures touchstickd in instructions, and prints the tables that Benchmarks/README.md explains.
bench:
	@scripts/bench

# Makes the manual pages in .build/man. To read them: MANPATH=.build/man man touchstick.
man:
	@scripts/documents manuals

# Writes the shell completions to .build/completions.
completions:
	@scripts/documents completions

# Installs what `make` has built. scripts/install lists the paths.
install:
	@scripts/install install

# Removes the installation, except for a changed configuration.
uninstall:
	@scripts/install uninstall

# Makes a Debian package in .build/deb.
deb:
	@scripts/distribute --deb

# Makes packages for Debian, Fedora, Arch Linux and others, in .build/packages; for another processor with ARCH=arm64.
packages:
	@scripts/distribute

# Makes a source archive in .build/dist, for packagers.
dist:
	@scripts/distribute --source

# Prints the version.
version:
	@sed -n 's/^public let touchstickVersion = "\(.*\)"$$/\1/p' Sources/EventPipeline/Version.swift

# Checks the format of the code.
lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Plugins Tools Package.swift
