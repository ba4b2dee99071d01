// swift-tools-version: 6.2
import PackageDescription

// What the articles of the API's documentation show, as programs. With a released netdiag, the dependency is
// .package(url: "ADDRESS", from: "1.0.0"), with the address of netdiag's repository.
func example(_ name: String, _ products: String...) -> Target {
    .executableTarget(name: name, dependencies: products.map { .product(name: $0, package: "netdiag") })
}

let package = Package(
    name: "library-tour",
    dependencies: [.package(name: "netdiag", path: "../..")],
    targets: [
        example("FirstCheck", "NetworkDiagnostics"),
        example("JudgeAgain", "NetworkDiagnostics"),
        example("ResolveHost", "HostResolution"),
        example("BrowseServices", "ServiceDiscovery"),
        example("PublishService", "ServiceDiscovery"),
        // The calls in docs/cfnetwork.md, which are only compiled.
        .target(
            name: "CFNetworkCalls",
            dependencies: ["NetworkDiagnostics", "HostResolution", "ServiceDiscovery"].map {
                .product(name: $0, package: "netdiag")
            },
            path: "CFNetwork"),
    ],
    swiftLanguageModes: [.v6]
)
