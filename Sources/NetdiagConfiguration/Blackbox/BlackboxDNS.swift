package import NetworkModel

/// The query to a DNS server, and the requirements for its response.
package struct BlackboxDNS: Sendable, Hashable {
    /// Requirements for the records of a section, as patterns for `NAME\tTTL\tCLASS\tTYPE\tDATA`.
    package struct Rules: Sendable, Hashable {
        package var failIfMatches: [String] = []
        package var failIfAllMatch: [String] = []
        package var failIfNotMatches: [String] = []
        package var failIfNoneMatches: [String] = []
    }

    package var question: DNSSettings.Question
    package var tls = TLSSettings()
    package var validCodes: Set<Int> = [0]
    package var answers = Rules()
    package var authorities = Rules()
    package var additionals = Rules()
}

/// A health check of a gRPC service.
package struct BlackboxGRPC: Sendable, Hashable {
    package var service = ""
    package var usesTLS = false
    package var tls = TLSSettings()
}
