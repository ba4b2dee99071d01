import Diagnosis
import HostResolution
import NetworkModel
import Probes

/// A DNS server that responds to a query (RFC 1035).
enum DNSKind: TargetKind {
    static let summary =
        "A DNS server, which must answer a query, with the required records if there are any (RFC 1035)."
    static let example = "dns://192.0.2.53/example.org"
    static let schemes = [
        RegisteredScheme(
            "dns", layer: DNSEvidence.layer, transport: .udp, defaultPort: 53, path: .question, sharing: [.records])
    ]
    static let causes = [CauseEntry]()
    static let probe = KindProbe<NoKindSettings, DNSEvidence>.exchange { try await $0.observeServer() }
}

extension KindExchange {
    fileprivate func observeServer() async throws -> KindObservation {
        if let question = settings.dns.question { return try await observe(question) }
        guard let server = destinations.first, let question = target.question else { return KindObservation() }
        let begun = ContinuousClock.now
        let resolution = try await resources.resolver.records(
            question.name, type: question.type, configuration: .init(), servers: [server],
            timeout: min(.seconds(5), begun.duration(to: deadline)))
        var dns = DNSEvidence(resolution: resolution, servers: [server.description])
        if !settings.records.isEmpty, !resolution.answers.isEmpty {
            let found = resolution.answers.compactMap { $0.address?.description ?? $0.record ?? $0.name }
            dns.compare(found, with: settings.records)
        }
        return KindObservation(dns, took: begun.duration(to: .now))
    }
}

extension DNSEvidence {
    /// Records which expected records are missing, and which others are present. Names and addresses are compared by
    /// meaning, without regard to case and the final dot.
    mutating func compare(_ found: [String], with expected: [String]) {
        func plain(_ record: String) -> String {
            if let address = IPAddress(record) { return address.description }
            let lower = record.lowercased()
            return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        }
        let (here, wanted) = (Set(found.map(plain)), Set(expected.map(plain)))
        missing = expected.filter { !here.contains(plain($0)) }
        unexpected = found.filter { !wanted.contains(plain($0)) }
    }
}
