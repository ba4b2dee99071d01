// swift-tools-version: 6.2
import PackageDescription

// A client and its tests, which meet servers that fail. With a released netdiag, the dependency is
// .package(url: "ADDRESS", from: "1.0.0"), with the address of netdiag's repository.
let package = Package(
    name: "faulty-server-tests",
    dependencies: [.package(name: "netdiag", path: "../..")],
    targets: [
        .target(name: "QuoteClient"),
        .testTarget(
            name: "QuoteClientTests",
            dependencies: ["QuoteClient", .product(name: "NetworkFaults", package: "netdiag")]),
    ],
    swiftLanguageModes: [.v6]
)
