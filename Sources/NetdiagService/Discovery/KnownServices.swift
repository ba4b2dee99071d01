import ServiceDiscovery

/// The services on the link that are already known, for clients that may not start a browser.
struct KnownServices: Sendable {
    private let directory: ServiceDirectory

    init(_ directory: ServiceDirectory) {
        self.directory = directory
    }

    /// The configured types, which are always browsed for.
    var configured: [BrowsableType] { directory.configured }

    /// - Throws: 403 for a type that is not browsed for; 503 if nothing can be known.
    func knownInstances(_ type: BrowsableType) async throws(Problem) -> ServiceDirectory.KnownInstances {
        try await directory.known(type)
    }
}
