// swift-tools-version: 6.2
import PackageDescription

// Built by `make fuzz` alone (scripts/fuzz.sh), which says how: libFuzzer brings its own main(), and everything that is
// fuzzed has to be instrumented. `make test` compiles Sources/FuzzEntry and Tests as the test target FuzzTests of the
// package above.
let package = Package(
    name: "netdiag-fuzzing",
    dependencies: [.package(name: "netdiag", path: "..")],
    targets: [
        // Calls FuzzBridge from LLVMFuzzerTestOneInput, which SwiftPM's own executables do not have.
        .executableTarget(name: "Fuzz", dependencies: ["FuzzBridge"]),
        .target(name: "FuzzBridge", dependencies: ["FuzzEntry"]),
        .target(name: "FuzzEntry", dependencies: [.product(name: "NetdiagParts", package: "netdiag")]),
    ],
    swiftLanguageModes: [.v6]
)
