package import NetworkModel

/// What a DNS server is asked, and what it has to answer.
package struct BlackboxDNS: Sendable, Hashable {
    /// What the records of a section have to be, as `NAME\tTTL\tCLASS\tTYPE\tDATA`.
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

/// The health of what a gRPC server is asked for.
package struct BlackboxGRPC: Sendable, Hashable {
    package var service = ""
    package var usesTLS = false
    package var tls = TLSSettings()
}
