import ServiceDiscovery

/// The services on the link that the daemon knows, for clients that cannot make it browse for more.
struct KnownServices: Sendable {
    private let directory: ServiceDirectory

    init(_ directory: ServiceDirectory) {
        self.directory = directory
    }

    /// The types that are looked for whether or not somebody asks.
    var configured: [BrowsableType] { directory.configured }

    /// - Throws: 403 for a type that nobody looks for; 503 where nothing can be known.
    func answer(_ type: BrowsableType) async throws(Problem) -> ServiceDirectory.Answer {
        try await directory.known(type)
    }
}
