# Targets. As root, each target installs missing Debian packages; otherwise it lists them.
#
#   make build                builds release programs in .build/release/
#   make run                  starts the daemon in the background, and shows its status; CONFIG=FILE sets the configuration;
#                             BUILD=release builds release programs, which takes longer
#   make stop                 stops the daemon of `make run`
#   make test                 runs all tests; those in network namespaces need root. DEBUG=1, also for other targets that build
#                             tests or the programs of `make run`, builds for a debugger
#   make tests                builds what tests need, as the other targets do
#   make quick                after a change: builds, and runs the unit tests of the changed modules; ALL=1 also of their dependents
#   make only SUITE=NAME      builds, and runs the suites of tests with this name
#   make rows ROWS=WORDS      builds, and runs the rows of the fault table whose title contains these words; needs root
#   make lab                  runs only the tests in network namespaces, and lists the slowest ones
#   make faults               produces every fault of the lab, and compares verdicts and times with those of curl,
#                             blackbox_exporter, NetworkManager and the protocols' own clients (docs/compare-faults.md); then runs 500 random networks
#                             (docs/random-networks.md, NETDIAG_NETWORKS=500), and 10,000 checks and 1,000 runs of status
#                             without a fault (NETDIAG_HEALTHY_CHECKS, NETDIAG_HEALTHY_STATUS)
#   make sanitize             runs the tests of ServiceDiscovery and Probes under AddressSanitizer and ThreadSanitizer, to verify
#                             that no callback of avahi, libcurl or OpenSSL outlives its owner, that there are no data races,
#                             and that ServiceDiscovery does not leak
#   make examples             builds the packages of Examples/ against this checkout, and runs them against real servers
#   make fuzz SECONDS=60      runs every parser of untrusted bytes under libFuzzer for this time, and prints executions, coverage
#                             and findings; ENTRY="dns mdns" selects some of them
#   make bench BENCH=         measures, and writes the tables of Benchmarks/README.md; BENCH selects tables by a word of their commands
#   make order                finds the functions that common runs call, for the linker: scripts/order/functions.gz (needs gcc's cc)
#   make soak MINUTES=24      runs a day of the daemon at 60 times its speed; fails if memory, descriptors or threads have grown
#   make install DESTDIR= PREFIX=/usr/local
#   make deb                  builds the Debian package in .build/packages/
#   make image                builds the image of the Containerfile with this package, and runs it; needs root, and a Debian mirror
#   make dist                 builds the source archive in the same folder
#   make release VERSION=1.2.3   verifies that everything ran on this commit, builds packages and checksums into
#                             .build/packages/VERSION/, and lists the remaining manual steps
#   make fmt, make check      formats; checks format, names, documentation comments of public declarations, scripts and warnings,
#                             and the public API against the last release (BASE=COMMIT: against another commit)
#   make pictures             generates the pictures of README.md by running the programs in network namespaces; needs root
#   make golden               regenerates expected output of tests: pages, help, and the generated parts of the documents
#   make docs                 builds the API's documentation in .build/docs
#   make clean                removes what was built
#   make help                 shows this list

PREFIX ?= /usr/local
DESTDIR ?=
CONFIG ?=
BUILD ?= debug
MINUTES ?= 24
SWIFT ?= swift
SECONDS ?= 60
BENCH ?=
ENTRY ?=
SUITE ?=
ROWS ?=
# Has nothing but the archive of libstdc++ (see below).
STATIC := .build/static
# The functions that common runs call, recorded by `make order`. The name depends on the contents, so that a new list causes a new link.
ORDER := .build/functions-$(shell cksum < scripts/order/functions.gz | cut -d' ' -f1).order
# - No program loads symbols from these programs. Without symbols in the dynamic table, they start faster.
# - The loader reads all relocations at the start. Packed relocations (glibc 2.36 and later) take 16 KiB instead of 1.6 MiB.
# - Each function has its own section, and the linker places those of the list first, so that functions of common runs are
#   adjacent (docs/decisions/0055). Identical functions are linked once (0082).
# - Type metadata is found by calls. If it were found by names, the runtime would read all protocol conformances for each type
#   (docs/decisions/0074).
# - The loader does not search the program's own folder for each library (docs/decisions/0098).
# - Sections that only debuggers read are left out of release programs (docs/decisions/0103).
# - libstdc++, which the Swift runtime needs, is linked statically: a folder with its archive alone precedes those of the linker.
#   The loader needs a tenth of the time of a start for the shared library (docs/decisions/0118).
OPTIMIZED := -c release --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs
RELEASE := $(OPTIMIZED) -Xlinker -L$(CURDIR)/$(STATIC) -Xlinker -s -Xlinker -T -Xlinker $(CURDIR)/scripts/unread-sections.ld \
	-Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering
# Programs for trying and tests have the same options and the same folder, so that nothing is built twice. Debugging information,
# which only debuggers read, would take a part of the time (docs/decisions/0100); DEBUG=1 builds with it. SwiftPM needs the index to
# link the tests.
DEVELOP := $(if $(filter-out 0,$(DEBUG)),,-debug-info-format none)
DEBUG ?=
# Warnings are errors with the compiler that this version was written for; a newer one may warn of more.
WARNINGS = $(if $(findstring Swift version 6.3,$(shell $(SWIFT) --version 2>/dev/null)),errors)
BUILD_TESTS := $(SWIFT) build $(DEVELOP) --build-tests
# Suites that start hosts in network namespaces have this name.
LAB_SUITES := LabTests
# If all tests ran at once, they would compete for the processor and exceed the time limits that they test. Lab tests mostly wait, to
# distinguish silence from slowness; eight for each processor have a lab at a time.
TESTS := test --skip-build --disable-xctest --parallel --experimental-maximum-parallelization-width
TEST := $(TESTS) 12

.PHONY: build run stop test tests quick pictures unit only rows lab golden faults examples sanitize fuzz bench bench-programs order soak install deb image dist release fmt check docs clean help toolchain build-packages run-packages test-packages

tests quick unit only rows lab golden sanitize check pictures docs: export NETDIAG_WARNINGS = $(WARNINGS)

# Code that runs rarely is compiled for its size (Package.swift).
build bench-programs order: export NETDIAG_SMALL = 1

build: export NETDIAG_VERSION = $(shell scripts/version.sh)
build: build-packages $(ORDER) $(STATIC)
	$(SWIFT) build $(RELEASE) --product netdiagd
	$(SWIFT) build $(RELEASE) --product netdiag
	$(SWIFT) build $(RELEASE) --product netdiag-arp
	$(SWIFT) build $(RELEASE) --product netdiag-serve

ifeq ($(BUILD),release)
run: build run-packages
	CONFIG="$(CONFIG)" scripts/run.sh start
else
run: export NETDIAG_WARNINGS = $(WARNINGS)
# One command for all programs, so that their modules are compiled at the same time.
run: build-packages run-packages
	$(SWIFT) build $(DEVELOP)
	BUILT=.build/debug CONFIG="$(CONFIG)" scripts/run.sh start
endif

stop:
	scripts/run.sh stop

test: unit lab

# The programs that tests start, and the tests themselves.
tests: build-packages test-packages
	$(BUILD_TESTS)

quick: build-packages
	@scripts/quick.py '$(SWIFT)' '$(BUILD_TESTS)'

unit: build-packages test-packages
	@scripts/ran.sh --begin unit
	$(BUILD_TESTS)
	scripts/tests.sh $(SWIFT) $(TEST) --skip '$(LAB_SUITES)'
	@scripts/ran.sh unit

lab: build-packages run-packages test-packages
	scripts/lab.sh '$(SWIFT)' '$(BUILD_TESTS)' '$(TESTS) 20' '$(LAB_SUITES)'

only: build-packages test-packages
	@test -n '$(SUITE)' || { echo 'Which tests? make only SUITE=CauseDocumentTests' >&2; exit 64; }
	$(BUILD_TESTS)
	scripts/tests.sh $(SWIFT) $(TEST) --filter '$(SUITE)'

rows: build-packages run-packages test-packages
	@test -n '$(ROWS)' || { echo 'Which rows? make rows ROWS="the server drops"' >&2; exit 64; }
	$(BUILD_TESTS)
	NETDIAG_ROWS='$(ROWS)' NETDIAG_LAB=required scripts/tests.sh $(SWIFT) $(TEST) --filter FaultLabTests/fault

# Review the changes with git diff.
golden: build-packages test-packages
	$(BUILD_TESTS)
	NETDIAG_WRITE_DOCS=1 $(SWIFT) $(TEST) --filter 'GoldenTests|HistoryPageTests|OutputLanguageTests|KindDocumentTests|CauseDocumentTests'
	NETDIAG_WRITE_DOCS=1 NETDIAG_LAB=required $(SWIFT) $(TEST) --filter APIDescriptionTests

faults: build run-packages test-packages
	@scripts/packages.sh bench
	NETDIAG_WARNINGS="$(WARNINGS)" SWIFT="$(SWIFT)" BUILD_TESTS="$(BUILD_TESTS)" scripts/faults.sh

examples: build-packages run-packages test-packages
	@scripts/ran.sh --begin examples
	scripts/examples.sh '$(SWIFT)'
	@[ $$(id -u) != 0 ] || scripts/ran.sh examples

sanitize: build-packages run-packages test-packages
	scripts/sanitize.sh '$(SWIFT)' '$(BUILD_TESTS)' '$(TESTS) 6'

fuzz: build-packages run-packages
	scripts/fuzz.sh '$(SWIFT)' $(SECONDS) $(ENTRY)

bench: build bench-programs run-packages
	@scripts/ran.sh --begin bench
	@scripts/packages.sh bench
	Benchmarks/record.py $(BENCH)
	@[ -n "$(BENCH)" ] || scripts/ran.sh bench

soak: build run-packages test-packages
	@scripts/ran.sh --begin soak
	Benchmarks/soak.py --minutes $(MINUTES)
	@[ $(MINUTES) -lt 24 ] || scripts/ran.sh soak

# The programs for comparison in benchmarks. They have the flags of the release programs, since different flags would rebuild everything.
bench-programs: export NETDIAG_BENCH = 1
bench-programs: build-packages $(ORDER) $(STATIC)
	$(SWIFT) build $(RELEASE) --product check-rate
	$(SWIFT) build $(RELEASE) --product bare-server
	$(SWIFT) build $(RELEASE) --product history-load

# Installs existing programs, so that `sudo make install` does not build as root.
install:
	@test -x .build/release/netdiagd -a -x .build/release/netdiag -a -x .build/release/netdiag-arp -a -x .build/release/netdiag-serve || $(MAKE) build
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install.sh

deb: build
	@scripts/packages.sh deb
	scripts/deb.sh
	lintian --fail-on error,warning .build/packages/netdiag_$$(scripts/version.sh --debian)_$$(dpkg --print-architecture).deb

image: deb
	@scripts/packages.sh image
	scripts/image.sh .build/packages/netdiag_$$(scripts/version.sh --debian)_$$(dpkg --print-architecture).deb

dist:
	scripts/dist.sh

release: build-packages
	@scripts/packages.sh deb
	scripts/release.sh '$(VERSION)'

fmt: toolchain
	$(SWIFT) format --in-place --recursive --parallel --configuration .swift-format Package.swift Sources Tests Benchmarks Examples Fuzzing

check: build-packages
	@scripts/ran.sh --begin check
	@scripts/packages.sh check
	scripts/check-format.sh
	scripts/check-names.sh
	scripts/check-docs.py
	SWIFT="$(SWIFT)" scripts/check-api.sh
	$(BUILD_TESTS)
	@scripts/ran.sh check

pictures: run-packages test-packages
	$(BUILD_TESTS)
	mkdir -p docs/images
	NETDIAG_LAB=required NETDIAG_PICTURES="$(CURDIR)/docs/images" $(SWIFT) test --skip-build --disable-xctest --filter PictureTests

docs: build-packages
	SWIFT="$(SWIFT)" scripts/docs.sh $(DEVELOP)

$(STATIC):
	@mkdir -p $@; archive=$$(clang -print-file-name=libstdc++.a); case $$archive in /*) ln -s "$$archive" $@/ ;; esac

$(ORDER): scripts/order/functions.gz
	@mkdir -p $(@D) && gunzip -c $< > $@

# Run this after large changes: functions that are not listed are placed after the others, and are read from the disk page by page.
order: build-packages run-packages
	$(SWIFT) build $(OPTIMIZED) --product netdiagd
	$(SWIFT) build $(OPTIMIZED) --product netdiag
	scripts/order/record.py .build/release

clean:
	$(SWIFT) package clean
	rm -rf .build/docs .build/symbolgraphs .build/sanitize-address .build/sanitize-thread

# The comment at the beginning of this file, up to the first empty line.
help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
		echo "$(SWIFT) is missing: install a Swift 6.3 toolchain (https://www.swift.org/install/linux/)," \
			"and have its folder usr/bin in PATH; or name the program: make SWIFT=FILE" >&2; exit 1; }

build-packages: toolchain
	@scripts/packages.sh build

run-packages:
	@scripts/packages.sh run

test-packages:
	@scripts/packages.sh test
