// swift-tools-version: 6.2
import PackageDescription

// A newer compiler may warn of more; that must not keep anybody from building.
let warnings: [SwiftSetting] =
    Context.environment["NETDIAG_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []

let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + warnings

// Where checks run: an asynchronous function stays with the actor that calls it, instead of changing threads.
let staying: [SwiftSetting] = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

// What runs rarely is compiled for its size in the programs that are installed, so that netdiag stays small and is read from
// the disk sooner. `make` sets it for these; flags like this one would be refused for packages that use this one.
let rare: [SwiftSetting] =
    strict + (Context.environment["NETDIAG_SMALL"] == nil ? [] : [.unsafeFlags(["-Osize"])])

// Tests are linked after each change: lld takes half of the processor time of the default linker. For packages that use
// this one, flags like this one would be refused, so that it goes with what is checked here.
let linking: [LinkerSetting] =
    Context.environment["NETDIAG_WARNINGS"] == "errors" ? [.unsafeFlags(["-use-ld=lld"])] : []

// The version of the programs is that of the git tag, which scripts/version.sh reads and `make` hands over.
let version = Context.environment["NETDIAG_VERSION"] ?? "0.0.0-dev"

// What is measured beside the programs; `make bench` alone builds it, since the full Hummingbird and what it brings would add
// to every build of the tests.
let benchmarks: [Target] =
    Context.environment["NETDIAG_BENCH"] == nil
    ? []
    : [
        // What `GET /v1/status` is measured against.
        .executableTarget(
            name: "bare-server",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/BareServer", swiftSettings: strict)
    ]

let package = Package(
    name: "netdiag",
    products: [
        // With what its API is made of: targets, reports, and what a kind of one's own needs.
        .library(
            name: "NetworkDiagnostics",
            targets: ["Diagnosis", "EventLoopKit", "NetworkDiagnostics", "NetworkModel", "Probes", "TargetKinds"]),
        // Findings in other languages than English, also those of a kind of one's own (docs/adding-a-kind.md).
        .library(name: "Translations", targets: ["Diagnosis", "NetworkModel", "TargetKinds", "Translations"]),
        // Tests of a kind of target against servers that are not its own (docs/adding-a-kind.md).
        .library(name: "KindTesting", targets: ["KindTesting"]),
        .library(name: "HostResolution", targets: ["EventLoopKit", "HostResolution", "NetworkModel"]),
        .library(name: "ServiceDiscovery", targets: ["EventLoopKit", "NetworkModel", "ServiceDiscovery"]),
        // Servers with faults, for the tests of clients (docs/serve.md).
        .library(name: "NetworkFaults", targets: ["NetworkFaults", "NetworkModel"]),
        // What Fuzzing/ gives bytes of others to.
        .library(
            name: "NetdiagParts",
            targets: [
                "Diagnosis", "HostResolution", "LinkFacts", "NetdiagCLI", "NetdiagConfiguration", "NetdiagService",
                "NetworkEmulation", "NetworkModel", "Probes", "ServiceDiscovery", "SystemAddresses", "TargetKinds",
                "Translations",
            ]),
        .executable(name: "netdiagd", targets: ["netdiagd"]),
        .executable(name: "netdiag", targets: ["netdiag"]),
        .executable(name: "netdiag-arp", targets: ["netdiag-arp"]),
        .executable(name: "netdiag-serve", targets: ["netdiag-serve"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.5.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Without its FullFoundation trait: ICU's data alone would weigh more than the rest of the daemon.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // System libraries: a module map each, and a C shim only where C is variadic or macro-only.
        // Loaded at first use (docs/decisions/0005): needed are libavahi-client-dev,
        // libcurl4-openssl-dev, libssl-dev, libpcre2-dev, libsqlite3-dev and libssh-dev.
        .target(name: "CAvahi"),
        .target(name: "CLibcrypto"),
        .target(name: "CCurl", dependencies: ["CLibcrypto"]),
        .target(name: "CPCRE2"),
        .target(name: "CClock"),
        .target(name: "CErrorQueue"),
        .target(name: "CNamespace"),
        .target(name: "CServerTLS", dependencies: ["CLibcrypto"]),
        .target(name: "CSSH", dependencies: ["CLibcrypto"]),
        .target(name: "CSQLite"),
        .target(name: "CStaticData"),
        .target(name: "CVersion", cSettings: [.define("NETDIAG_VERSION", to: "\"\(version)\"")]),
        .systemLibrary(name: "CAres", providers: [.apt(["libc-ares-dev"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CNetlink"),
        // renameat2(2), which Swift's own module lacks.
        .systemLibrary(name: "CRename"),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CSockets"),
        .systemLibrary(name: "CFiles"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // The words, then the facts, the probes, the verdict: each knows only what stands above it.
        .target(name: "NetworkModel", swiftSettings: strict, linkerSettings: linking),
        // Addresses and interfaces as system calls take them: the model itself makes none.
        .target(name: "SystemAddresses", dependencies: ["CErrorQueue", "NetworkModel"], swiftSettings: strict),
        .target(
            name: "EventLoopKit",
            dependencies: ["CEpoll", .product(name: "HeapModule", package: "swift-collections")],
            swiftSettings: staying),
        .target(
            name: "LinkFacts", dependencies: ["CNetlink", "EventLoopKit", "NetworkModel", "SystemAddresses"],
            swiftSettings: staying),
        .target(
            name: "HostResolution", dependencies: ["CAres", "EventLoopKit", "NetworkModel", "SystemAddresses"],
            swiftSettings: staying),
        .target(
            name: "ServiceDiscovery", dependencies: ["CAvahi", "EventLoopKit", "NetworkModel", "SystemAddresses"],
            swiftSettings: rare),
        .target(name: "ARPWire", swiftSettings: strict),
        .target(
            name: "Probes",
            dependencies: [
                "ARPWire", "CClock", "CCurl", "CPCRE2", "CSSH", "CSockets", "EventLoopKit", "HostResolution",
                "NetworkModel", "SystemAddresses",
            ],
            swiftSettings: staying),
        .target(name: "Diagnosis", dependencies: ["NetworkModel"], swiftSettings: strict),
        .target(
            name: "TargetKinds", dependencies: ["Diagnosis", "NetworkModel", "Probes"], swiftSettings: staying),
        // What the locale's encoding can show.
        .target(name: "LocaleText", swiftSettings: strict),
        // What every program does before anything else.
        .target(name: "ProgramStart", dependencies: ["CStaticData", "LocaleText"], swiftSettings: strict),
        // What people read, in other languages than English.
        .target(
            name: "Translations", dependencies: ["Diagnosis", "NetworkModel", "TargetKinds"], swiftSettings: rare),
        .target(
            name: "NetworkDiagnostics",
            dependencies: [
                "Diagnosis", "EventLoopKit", "HostResolution", "LinkFacts", "NetworkModel", "Probes",
                "ServiceDiscovery", "TargetKinds",
            ],
            swiftSettings: staying),

        // What every kind of target must withstand, for tests of netdiag's own and of other packages'.
        .target(
            name: "KindTesting",
            dependencies: [
                "Diagnosis", "EventLoopKit", "NetworkDiagnostics", "NetworkModel", "SystemAddresses", "TargetKinds",
            ],
            swiftSettings: strict),

        // The system's SQLite: one connection, statements, values.
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        // What was: results and incidents in a database, and what is asked of it.
        .target(
            name: "NetdiagHistory", dependencies: ["EventLoopKit", "NetworkModel", "SQLite"], swiftSettings: strict),
        // The server's side of TLS by the system's OpenSSL: sessions over memory, and a handler of SwiftNIO for them.
        .target(name: "TLSServer", dependencies: ["CServerTLS"], swiftSettings: strict),
        .target(
            name: "TLSServerChannel", dependencies: ["TLSServer", .product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: strict),
        // Tasks on the event loops of SwiftNIO.
        .target(
            name: "EventLoopTasks", dependencies: [.product(name: "NIOCore", package: "swift-nio")],
            swiftSettings: strict),
        // A bad network for one command.
        .target(
            name: "NetworkEmulation",
            dependencies: [
                "CNamespace", "NetworkModel", .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: strict),

        // The configuration, which both programs read; the command line links no server for it.
        .target(
            name: "NetdiagConfiguration",
            dependencies: [
                "CYAML", "Diagnosis", "NetworkDiagnostics", "NetworkModel", "Probes", "TLSServer", "ServiceDiscovery",
                "TargetKinds",
            ],
            swiftSettings: rare),
        // Configurations of other programs, as netdiag.yaml.
        .target(
            name: "NetdiagImport", dependencies: ["NetdiagConfiguration", "NetworkModel", "Probes"],
            swiftSettings: rare),
        // What is told of incidents to whom: messages, their queue, and the forms that receivers want.
        .target(
            name: "NetdiagAlerts",
            dependencies: ["EventLoopKit", "NetdiagConfiguration", "NetworkModel", "SQLite"], swiftSettings: strict),
        // The daemon and the command line.
        .target(
            name: "NetdiagService",
            dependencies: [
                "CVersion", "Diagnosis", "EventLoopKit", "EventLoopTasks", "HostResolution", "LinkFacts", "LocaleText",
                "NetdiagAlerts", "NetdiagConfiguration", "NetdiagHistory", "NetworkDiagnostics", "NetworkModel",
                "Probes", "ProgramStart", "ServiceDiscovery", "SystemAddresses", "TLSServer", "TLSServerChannel",
                "TargetKinds", "Translations",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "netdiagd",
            dependencies: [
                "LocaleText", "NetdiagConfiguration", "NetdiagImport", "NetdiagService", "NetworkModel", "ProgramStart",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "NetdiagCLI",
            dependencies: [
                "CRename", "CVersion", "Diagnosis", "EventLoopKit", "HostResolution", "LinkFacts", "LocaleText",
                "NetdiagConfiguration",
                "NetworkDiagnostics", "NetworkEmulation",
                "NetworkModel", "Probes", "ProgramStart", "ServiceDiscovery", "TargetKinds", "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: rare),
        .executableTarget(name: "netdiag", dependencies: ["NetdiagCLI"], swiftSettings: strict),

        // The only program with a privilege, as small as it can be.
        .executableTarget(name: "netdiag-arp", dependencies: ["ARPWire", "CSockets"], swiftSettings: strict),

        // Servers that fail on purpose. The command line links none of it: it starts netdiag-serve (docs/decisions/0034).
        .target(
            name: "NetworkFaults",
            dependencies: [
                "CFiles", "CServerTLS", "CSockets", "CZlib", "EventLoopTasks", "NetworkModel", "SQLite", "TLSServer",
                "TLSServerChannel",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .target(
            name: "NetdiagServe",
            dependencies: [
                "EventLoopKit", "LocaleText", "NetdiagConfiguration", "NetworkFaults", "NetworkModel", "Probes",
                "ProgramStart", "SQLite",
                "ServiceDiscovery", "TLSServer", "TargetKinds", "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "netdiag-serve", dependencies: ["NetdiagServe"], swiftSettings: strict),

        // What checks cost, beside blackbox_exporter and bare loops.
        .executableTarget(
            name: "check-rate",
            dependencies: [
                "EventLoopKit", "NetworkDiagnostics", "NetworkModel", "TargetKinds",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/CheckRate", swiftSettings: strict),
        // A year of results: how fast it is written and read, and how large it gets.
        .executableTarget(
            name: "history-load",
            dependencies: [
                "EventLoopKit", "NetdiagHistory", "NetworkModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/HistoryLoad", swiftSettings: strict),

        .target(
            name: "TestProcess", dependencies: ["EventLoopKit"], path: "Tests/Support/TestProcess",
            swiftSettings: strict),
        .testTarget(
            name: "NetworkModelTests", dependencies: ["NetworkModel", "TargetKinds"], swiftSettings: strict),
        .executableTarget(
            name: "LinkFactsProbe", dependencies: ["EventLoopKit", "LinkFacts", "NetworkModel"],
            path: "Tests/Support/LinkFactsProbe", swiftSettings: strict),
        .testTarget(
            name: "LinkFactsTests",
            dependencies: ["CNetlink", "EventLoopKit", "LinkFacts", "LinkFactsProbe", "NetworkModel", "TestProcess"],
            swiftSettings: strict),
        .target(name: "CLab", path: "Tests/CLab"),
        .target(name: "Lab", dependencies: ["CLab", "EventLoopKit"], path: "Tests/Lab", swiftSettings: strict),
        .testTarget(
            name: "LabTests",
            dependencies: [
                "ARPWire", "Diagnosis", "Lab", "NetworkModel", "TargetKinds", "netdiag", "netdiag-arp", "netdiag-serve",
                "netdiagd",
            ],
            swiftSettings: strict),
        .target(name: "CThreadSanitizer", path: "Tests/Support/CThreadSanitizer"),
        .executableTarget(
            name: "ServiceDiscoveryProbe",
            dependencies: ["CThreadSanitizer", "EventLoopKit", "NetworkModel", "ServiceDiscovery"],
            path: "Tests/Support/ServiceDiscoveryProbe", swiftSettings: strict),
        .testTarget(
            name: "ServiceDiscoveryTests",
            dependencies: ["EventLoopKit", "Lab", "NetworkModel", "ServiceDiscovery", "ServiceDiscoveryProbe"],
            swiftSettings: strict),
        .testTarget(
            name: "DiagnosisTests", dependencies: ["Diagnosis", "NetworkModel", "TargetKinds"], swiftSettings: strict),
        .testTarget(
            name: "ProbesTests",
            dependencies: [
                "ARPWire", "CThreadSanitizer", "EventLoopKit", "KindTesting", "NetworkDiagnostics", "NetworkModel",
                "Probes", "SystemAddresses", "TargetKinds", "TestProcess",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NetworkEmulationTests", dependencies: ["NetworkEmulation", "NetworkModel"], swiftSettings: strict),
        .testTarget(
            name: "HostResolutionTests",
            dependencies: ["EventLoopKit", "HostResolution", "Lab", "NetworkModel", "SystemAddresses", "TestProcess"],
            swiftSettings: strict),
        .testTarget(
            name: "LocaleTextTests", dependencies: ["LocaleText", "TestProcess", "netdiag-serve", "netdiagd"],
            swiftSettings: strict),
        .testTarget(
            name: "NetdiagCLITests",
            dependencies: [
                "Diagnosis", "NetdiagCLI", "NetdiagConfiguration", "NetworkDiagnostics", "NetworkModel", "TargetKinds",
                "TestProcess", "Translations", "netdiag",
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "NetdiagServiceTests",
            dependencies: [
                "Diagnosis", "EventLoopKit", "NetdiagConfiguration", "NetdiagHistory", "NetdiagImport",
                "NetdiagService", "NetworkDiagnostics", "NetworkModel", "ServiceDiscovery", "TargetKinds",
                "Translations", "netdiagd", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NetworkFaultsTests",
            dependencies: [
                "Diagnosis", "EventLoopKit", "NetdiagCLI", "NetworkDiagnostics", "NetworkFaults", "NetworkModel",
                "SQLite", "TLSServer", "TargetKinds", "TestProcess", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "NetdiagServeTests",
            dependencies: [
                "NetdiagConfiguration", "NetdiagServe", "NetworkFaults", "NetworkModel", "SQLite", "Translations",
                "netdiag", "netdiag-serve", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NetdiagHistoryTests",
            dependencies: ["EventLoopKit", "NetdiagHistory", "NetworkModel", "SQLite", "TestProcess", "history-load"],
            swiftSettings: strict),
        .testTarget(
            name: "NetdiagAlertsTests",
            dependencies: ["NetdiagAlerts", "NetdiagConfiguration", "NetworkModel", "SQLite"],
            swiftSettings: strict),
        // The scripts that make versions, packages and releases, and what stands in the repository.
        .testTarget(
            name: "ProjectTests", dependencies: ["TestProcess", "netdiag", "netdiag-arp", "netdiag-serve", "netdiagd"],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationsTests",
            dependencies: ["Diagnosis", "NetdiagCLI", "NetworkModel", "TargetKinds", "Translations"],
            swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestProcess"], swiftSettings: strict),
        .testTarget(name: "EventLoopKitTests", dependencies: ["EventLoopKit"], swiftSettings: strict),
        // Replays what the fuzzer begins with and what it has found; the package Fuzzing/ is built by `make fuzz` alone.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "CAvahi", "CNetlink", "Diagnosis", "HostResolution", "LinkFacts", "NetdiagCLI", "NetdiagConfiguration",
                "NetdiagService", "NetworkDiagnostics", "NetworkEmulation", "NetworkModel", "Probes",
                "ServiceDiscovery", "SystemAddresses", "TargetKinds", "Translations",
            ],
            path: "Fuzzing", exclude: ["Package.swift", "Seeds", "Crashes", "Sources/Fuzz", "Sources/FuzzBridge"],
            sources: ["Sources/FuzzEntry", "Tests"], swiftSettings: strict),
    ] + benchmarks,
    swiftLanguageModes: [.v6]
)
