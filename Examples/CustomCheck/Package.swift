// swift-tools-version: 6.2
import PackageDescription

// A kind of target of one's own, in a package of one's own. With a released netdiag, the dependency is
// .package(url: "https://github.com/OWNER/netdiag", from: "0.1.0").
let package = Package(
    name: "custom-check",
    dependencies: [.package(name: "netdiag", path: "../..")],
    targets: [
        .executableTarget(
            name: "CustomCheck", dependencies: [.product(name: "NetworkDiagnostics", package: "netdiag")])
    ],
    swiftLanguageModes: [.v6]
)
