import Diagnosis
import NetworkModel

/// Rules for a UDP port: silence is a failure only if a response is expected.
enum UDPRules {
    static func findings(_ udp: UDPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = [
            "destination": udp.exchange.destinations.joined(separator: ", "), "host": "\(udp.exchange.address)",
            "port": "\(udp.exchange.port)",
        ]
        facts["received"] = udp.received.map(shown)
        facts["expected"] = udp.expected.map(shown)
        var found = DatagramRules.findings(udp.exchange, causes, facts, in: evidence)
        guard udp.expected == nil else { return found }
        // Many services respond only to requests that they understand.
        for index in found.indices where found[index].id == UDPCauses.noAnswer.id { found[index].severity = .info }
        return found
    }

    private static let causes = DatagramRules.Causes(
        refused: UDPCauses.refused, silent: UDPCauses.noAnswer,
        stray: UDPCauses.unexpected)
}
