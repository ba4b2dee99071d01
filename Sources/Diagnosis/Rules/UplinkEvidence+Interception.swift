package import NetworkModel

// Devices that respond for addresses that nobody has, and DNS servers that have addresses for names that do not exist. The rules of
// portals, quarantines, transparent proxies and rogue DNS servers evaluate them.

extension UplinkEvidence.Interception {
    /// Whether the device that responds in place of others redirects users, or shows a page of its own (RFC 6585 section 6).
    /// A transparent proxy responds 5xx for an address that nobody has, and is not a portal.
    package var isOfPortal: Bool { status.map { (200..<400).contains($0) || $0 == 511 } ?? false }

    /// Whether the device that responds in place of others fails at once (RFC 9110 section 15.6), or forbids everything, like a
    /// transparent proxy that reaches nothing.
    package var isFailing: Bool {
        isAccepted && status.map { ((500..<600).contains($0) && $0 != 511) || $0 == Self.forbidden } == true
    }

    /// Whether the device forbids everything.
    package var isForbidding: Bool { isAccepted && status == Self.forbidden }

    /// Whether the device accepts connections in place of others, and ends them without a response, like a transparent proxy that
    /// does not run behind the rule which leads to it.
    package var isEndedByDevice: Bool { isAccepted && status == nil && isEnded == true }

    /// What shows the device, as the fact of a finding. The address, which is another one each time, tells nothing, and a daemon would
    /// report a changed status.
    var sign: String { FactPhrase.somebodyAnswers.text(["status": status.map { "\($0)" } ?? "?"]) }

    /// Where users get access, if the device is a portal, or forbids every page.
    var page: String { (isOfPortal ? location : nil) ?? UplinkAssessment.anyPage }

    private static let forbidden = 403
}

extension DNSEvidence {
    /// The answers of servers with addresses for names that cannot exist.
    var madeUp: [FollowUp] { (followUps ?? []).filter(\.isMadeUp) }
}

extension DNSEvidence.FollowUp {
    /// Whether a server returned addresses for a name that cannot exist: below `invalid` (RFC 6761 section 6.4), or a random
    /// label below `root-servers.net`, as queried when the uplink is examined.
    var isMadeUp: Bool {
        purpose == .control && !addresses.isEmpty && (name.hasSuffix(".invalid") || name.hasSuffix(".root-servers.net"))
    }
}

extension [DNSEvidence.FollowUp] {
    /// Whether each of some addresses is in these answers.
    func have(all others: [IPAddress]) -> Bool {
        let theirs = Set(flatMap(\.addresses).map(\.bytes))
        return others.allSatisfy { theirs.contains($0.bytes) }
    }
}

extension UplinkIndications {
    /// Whether all resolvers that answer return addresses for a name that cannot exist, and the same ones for a name that does.
    var isEveryNameMadeUp: Bool {
        let answers = queries.filter { $0.outcome != .timeout && $0.outcome != .closed }
        return !answers.isEmpty && answers.allSatisfy { $0.outcome == .address && $0.control == .denied }
    }

    /// The page to which the address of every name redirects, as that of a provider whose bill is not paid, and what shows it; `nil`
    /// if there is none.
    var redirectOfEveryName: (sign: String, place: String)? {
        guard isEveryNameMadeUp, let page = uplink.pageOfEveryName, let place = page.location,
            CaptivePortal.isForeign(from: page.url, status: page.status, to: place),
            let server = queries.first(where: { $0.outcome == .address })?.server
        else { return nil }
        let does = FactPhrase.makesAddressesUp.text
        return (FactPhrase.theDNSServer.text(["server": "\(server)", "does": does]), place)
    }
}

extension UplinkEvidence {
    /// Whether no resolver tells names apart, so that all programs reach the same host.
    package var isEveryNameMadeUp: Bool { UplinkIndications(self).isEveryNameMadeUp }
}
