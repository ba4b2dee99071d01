import NetworkModel

/// Rules for faults of this machine itself that belong to no network layer.
enum LocalRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        // If the kernel withholds packets from programs because of the address, no filter is involved.
        let isOfAddress = BroadcastAddressRule.finding(in: evidence) != nil
        let refused = isOfAddress ? [] : LocalFilterRule.findings(in: evidence)
        let filter = refused + WithheldRule.findings(in: evidence)
        return filter + outage(beside: filter, evidence)
            + (evidence.local?.clock.flatMap { clock($0, evidence) }.map { [$0] } ?? [])
    }

    /// The warning about an outage beyond the gateway that this machine's packet filter does not explain, as in the machine status.
    private static func outage(beside filter: [Finding], _ evidence: Evidence) -> [Finding] {
        guard filter.contains(where: { $0.id == LocalCauses.firewall.id && $0.severity == .error }),
            let uplink = evidence.uplink
        else { return [] }
        return UplinkAssessment.withoutRoute(UplinkIndications(uplink), areQueriesWithheld: true)
    }

    /// The finding about a file without usable certificates of authorities.
    static func noAuthorities(_ file: String) -> Finding {
        var facts = ["file": shown(file)]
        if file == TLSSettings.systemAuthorityFile { facts["system"] = facts["file"] }
        return Finding(LocalCauses.trustStore, facts)
    }

    /// The largest difference that does not matter for TLS, in milliseconds: certificates have leeway at their ends, and
    /// `Date` is in seconds.
    private static let maxDifference: Int64 = 5 * 60_000

    /// The finding about a wrong clock, if the certificates would be valid by another one. A `Date` can be wrong too, as that
    /// of a server that lost its time: one from before this program was built is. If the kernel reports that this clock is
    /// synchronized, this clock is believed.
    private static func clock(_ clock: LocalEvidence.Clock, _ evidence: Evidence) -> Finding? {
        guard let tls = evidence.tls, tls.outcome == .certificate,
            tls.problem == .expired || tls.problem == .notYetValid,
            !isGood(tls.chain, at: clock.here)
        else { return nil }
        var facts = facts(of: clock, for: shown(evidence.destination), here: clock.here.description)
        let isImpossible = clock.lag != nil
        if let there = clock.there, let source = clock.source {
            let difference = clock.here.millisecondsSince1970 - there.millisecondsSince1970
            facts["there"] = there.description
            facts["difference"] = (difference < 0 ? FactPhrase.clockBehind : .clockAhead)
                .text(["span": span(abs(difference)), "source": shown(source)])
            if otherTime(evidence) != nil {
                facts["destination"] = FactPhrase.someOtherServers.text
                return Finding(LocalCauses.clock, confidence: 0.85, severity: .warning, facts)
            }
            guard abs(difference) > maxDifference, clock.built.map({ there >= $0 }) ?? true,
                isImpossible || clock.isSynchronized != true, isGood(tls.chain, at: there)
            else { return nil }
            return Finding(LocalCauses.clock, confidence: isImpossible ? 0.99 : 0.95, facts)
        }
        // With a clock that is behind, no certificate expires.
        guard let lag = clock.lag, tls.problem == .notYetValid else { return nil }
        facts["difference"] = FactPhrase.clockBeforeBuild.text(["span": span(lag)])
        return Finding(LocalCauses.clock, confidence: 0.97, facts)
    }

    /// The time of another clock, if this machine's is wrong, and a certificate is outside its dates by both of them in the same way;
    /// otherwise `nil`. No certificate confirms that time, so that nothing may synchronize this clock.
    static func otherTime(_ evidence: Evidence) -> Timestamp? {
        guard let tls = evidence.tls, tls.outcome == .certificate, let clock = evidence.local?.clock,
            let there = clock.there, clock.built.map({ there >= $0 }) ?? true,
            clock.lag != nil || clock.isSynchronized == false,
            abs(clock.here.millisecondsSince1970 - there.millisecondsSince1970) > maxDifference
        else { return nil }
        let isOutside = tls.chain.contains { certificate in
            switch tls.problem {
            case .expired: certificate.notAfter.map { $0 < min(there, clock.here) } ?? false
            case .notYetValid: certificate.notBefore.map { $0 > max(there, clock.here) } ?? false
            default: false
            }
        }
        return isOutside ? there : nil
    }

    /// The longest that a certificate of a public authority has been valid since 2020, in milliseconds.
    private static let maxValidity: Int64 = 398 * 86_400_000

    /// The finding about a clock that is before the day on which this program was built, which no server need show. The
    /// certificates that servers got since then are not valid yet. If it is so long ago that none of the Internet is older, that is
    /// an error; until then, some servers can be verified. The time of day is left out, so that the finding stays the same.
    static func impossible(_ clock: LocalEvidence.Clock) -> Finding? {
        guard let lag = clock.lag else { return nil }
        var facts = facts(
            of: clock, for: FactPhrase.newerServers.text, here: String(clock.here.description.prefix(10)))
        facts["difference"] = FactPhrase.clockBeforeBuild.text(["span": span(lag)])
        return Finding(
            LocalCauses.clock, confidence: 0.97, severity: lag > maxValidity ? .error : .warning, facts)
    }

    /// The facts of a finding about a clock: what it says, whether it is synchronized, and the time service that does so.
    private static func facts(
        of clock: LocalEvidence.Clock, for destination: String, here: String
    ) -> [String: String] {
        var facts = [
            "destination": destination, "here": here,
            "state": clock.isSynchronized == false ? FactPhrase.nothingKeepsInStep.text : "",
        ]
        switch clock.keeper {
        case "chrony": facts["chrony"] = "chronyc"
        case "systemd-timesyncd": facts["timesyncd"] = "timedatectl"
        case "ntpsec": facts["ntp"] = "ntpq"
        default: facts["none"] = "timedatectl"
        }
        return facts
    }

    /// Whether all certificates are valid at a moment.
    private static func isGood(_ chain: [TLSEvidence.Certificate], at moment: Timestamp) -> Bool {
        !chain.isEmpty
            && chain.allSatisfy { certificate in
                certificate.notBefore.map { $0 <= moment } ?? false
                    && certificate.notAfter.map { $0 >= moment } ?? false
            }
    }

    /// A duration as text, in the largest unit of which there are at least two.
    private static func span(_ milliseconds: Int64) -> String {
        let units: [(FactPhrase, Int64)] = [
            (FactPhrase.spanYears, 31_556_952_000), (.spanDays, 86_400_000), (.spanHours, 3_600_000),
        ]
        let unit = units.first { milliseconds >= 2 * $0.1 } ?? (.spanMinutes, 60_000)
        return unit.0.text(["count": "\((milliseconds + unit.1 / 2) / unit.1)"])
    }
}
