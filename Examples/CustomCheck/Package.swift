// swift-tools-version: 6.2
import PackageDescription

// A kind of target of one's own, in a package of one's own. With a released netdiag, the dependency is
// .package(url: "ADDRESS", from: "1.0.0"), with the address of netdiag's repository.
let package = Package(
    name: "custom-check",
    dependencies: [.package(name: "netdiag", path: "../..")],
    targets: [
        .executableTarget(
            name: "CustomCheck",
            dependencies: [
                .product(name: "NetworkDiagnostics", package: "netdiag"),
                .product(name: "Translations", package: "netdiag"),
            ],
            // Probes then stay on the event loop of the engine, and a session can be passed to its own functions.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .testTarget(
            name: "CustomCheckTests",
            dependencies: [
                "CustomCheck", .product(name: "KindTesting", package: "netdiag"),
                .product(name: "Translations", package: "netdiag"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
