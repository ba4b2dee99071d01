import Diagnosis
import NetworkModel

/// Rules for the response of an NTP server: whether there is one, and whether it is usable.
enum NTPRules {
    /// Clients ignore a server with a larger root distance (RFC 5905 appendix A.1.1, MAXDIST).
    private static let maxRootDistance = Milliseconds(.milliseconds(1_500))

    private static let usualPort: UInt16 = 123

    static func findings(_ ntp: NTPEvidence, in evidence: Evidence) -> [Finding] {
        let destination = ntp.exchange.destinations.joined(separator: ", ")
        var facts = ["destination": destination, "port": "\(ntp.exchange.port)"]
        guard let reply = ntp.reply else {
            // Providers filter it since open servers are used to amplify attacks.
            if ntp.exchange.port == usualPort, ntp.exchange.address.isOfInternet {
                facts["blocked_port"] = "\(usualPort)"
            }
            return DatagramRules.findings(ntp.exchange, causes, facts, in: evidence)
        }
        facts["stratum"] = "\(reply.stratum)"
        facts["leap"] = reply.leap.rawValue
        if reply.isRefusal {
            facts["code"] = reply.reference.isEmpty ? "no code" : shown(reply.reference)
            return [Finding(NTPCauses.kissOfDeath, facts)]
        }
        guard ntp.isProven else { return [Finding(NTPCauses.unsynchronised, facts)] }
        return warnings(ntp, reply, facts)
    }

    private static let causes = DatagramRules.Causes(
        refused: NTPCauses.refused, silent: NTPCauses.noAnswer,
        stray: NTPCauses.malformed)

    private static func warnings(
        _ ntp: NTPEvidence, _ reply: NTPEvidence.Reply, _ facts: [String: String]
    ) -> [Finding] {
        var found: [Finding] = []
        // The maximum error of the offset is half of the round trip.
        let error = (ntp.exchange.roundTrip?.value ?? 0) / 2
        if abs(reply.offset.value) - error > ntp.maxOffset.value {
            let words = [
                "offset": NTPEvidence.text(ofOffset: reply.offset),
                "direction": reply.offset.value > 0 ? "ahead" : "behind", "limit": durationText(ntp.maxOffset),
            ]
            found.append(Finding(NTPCauses.offset, facts.merging(words) { $1 }))
        }
        var details: [String] = []
        if reply.rootDistance > maxRootDistance {
            details.append("\(durationText(reply.rootDistance)) from its reference clock")
        }
        if reply.stratum > ntp.maxStratum {
            details.append("of stratum \(reply.stratum), above \(ntp.maxStratum)")
        }
        if !details.isEmpty {
            found.append(
                Finding(
                    NTPCauses.inaccurate, facts.merging(["detail": details.joined(separator: ", and ")]) { $1 }))
        }
        return found
    }
}
