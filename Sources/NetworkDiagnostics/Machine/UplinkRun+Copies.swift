import Diagnosis
import HostResolution
import NetworkModel

/// Resolvers that answer for `root-servers.net` themselves, such as those with a copy of that zone (RFC 8806), so that their
/// answer shows nothing about the Internet.
extension UplinkRun {
    /// A name that no zone has, below no existing domain: a root server has to be asked.
    static func nameOutsideZones() -> String { randomLetters(12) + "." + randomLetters(12) }

    /// The evidence with a second query to the resolvers on which the proof depends, if the provider's only router reports
    /// everything as undeliverable. If one does not answer for another name, its first answer was its own, and the second result
    /// counts.
    ///
    /// In a healthy network, whose routers have no route to documentation addresses, the second name does not exist either.
    func queriedAgain(
        _ evidence: UplinkEvidence, _ servers: [Resolver], on leg: String?
    ) async throws -> UplinkEvidence {
        guard evidence.mayRootBeCopied else { return evidence }
        var evidence = evidence
        var isChanged = false
        for index in evidence.queries.indices where evidence.queries[index].mayBeOfCopy {
            let first = evidence.queries[index]
            guard let server = servers.first(where: { $0.address == first.server }),
                let second = try await query(Self.nameOutsideZones(), server),
                second.outcome == .timeout || second.outcome == .servfail && second.control != .known
            else { continue }
            evidence.queries[index] = second
            isChanged = true
        }
        // Packets from before the loss of the provider say nothing about it.
        let areNew = evidence.packets.contains { $0.limit != nil && $0.isEarlier != true }
        guard isChanged, !areNew, engine.uplink.begin(.datagrams, .need) else { return evidence }
        evidence.packets.removeAll { $0.isEarlier == true && $0.limit != nil }
        evidence.packets += try await packets(on: leg)
        return assigningSenders(evidence)
    }
}
