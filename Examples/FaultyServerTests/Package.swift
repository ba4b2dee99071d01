// swift-tools-version: 6.2
import PackageDescription

// A client and its tests, which meet servers that fail. With a released netdiag, the dependency is
// .package(url: "https://github.com/OWNER/netdiag", from: "0.1.0").
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
