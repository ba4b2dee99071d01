import NetworkModel

/// Rules for IPv6 source addresses of a prefix that does not lead back to this machine: most often, the provider has assigned
/// another prefix, and hosts still have addresses of the previous one (RFC 9096). The same packets from an address of another
/// prefix get replies.
enum StalePrefixRule {
    /// The number of packets to documentation addresses without a response that is not chance.
    private static let enough = 9
    /// A router announces its prefixes together, so that they are renewed within a second.
    private static let announcementSpan = 1

    // MARK: - A check

    static func findings(in evidence: Evidence) -> [Finding] {
        if let trial = evidence.address?.prefixes {
            guard let dead = dead(in: trial, gateways: gateways(evidence), after: 1), isUsed(dead.source, trial) else {
                return []
            }
            return [finding(dead, trial, severity: severity(evidence))]
        }
        return refused(evidence).map { [$0] } ?? []
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        let prefixes = evidence.address?.usable.lazy.map(\.address).filter { known in
            known.address.family == .ipv6 && !known.flags.contains(.deprecated) && known.address.isOfInternet
        }
        guard evidence.unreachedOverIPv6 != nil, evidence.address?.prefixes == nil, let prefixes,
            let first = prefixes.first,
            prefixes.contains(where: { !PrefixTrial.isSamePrefix($0.address, first.address) })
        else { return [] }
        return [.link(.prefixes)]
    }

    /// The severity: IPv4 may lead to the target.
    private static func severity(_ evidence: Evidence) -> Severity {
        evidence.pathSubjects.contains { $0.destination.address.family == .ipv6 } ? .error : .warning
    }

    private static func gateways(_ evidence: Evidence) -> [IPAddress] {
        (evidence.gateway?.hops ?? []).compactMap(\.route.gateway) + (evidence.uplink?.gateways ?? [])
    }

    /// The finding about the only prefix, if a router reports that the source address fails its policy (RFC 4443 section
    /// 3.1, code 5).
    private static func refused(_ evidence: Evidence) -> Finding? {
        let sources = evidence.address?.usable.filter {
            $0.address.address.family == .ipv6 && !$0.address.address.isLinkLocal
        }
        guard let error = evidence.sourceRefusal, let source = sources?.first, let router = error.reporter else {
            return nil
        }
        let prefix = "\(PrefixTrial.prefix(of: source.address.address))"
        return Finding(
            AddressCauses.stalePrefix, confidence: 0.85, severity: severity(evidence),
            [
                "source": "\(source.address.address)", "interface": shown(source.interface), "prefix": prefix,
                "what": FactPhrase.sourceIsRefused.text(["router": "\(router)"]), "router": "\(router)",
                "why": FactPhrase.prefixNotAccepted.text(["prefix": prefix]),
                "length": "\(source.address.prefixLength)",
            ])
    }

    // MARK: - The machine

    /// The finding from packets to documentation addresses. It is an error if packets to the Internet are sent from the address,
    /// and IPv4 does not work either.
    ///
    /// - Parameter isUplinkSilent: Whether nothing proves that the uplink works.
    static func findings(in uplink: UplinkEvidence?, isUplinkSilent: Bool) -> [Finding] {
        guard let uplink, let trial = uplink.prefixes, let dead = dead(in: uplink) else { return [] }
        let isOnlyWay = (isUplinkSilent || uplink.isOfIPv6Alone) && isUsed(dead.source, trial)
        return [finding(dead, trial, severity: isOnlyWay ? .error : .warning)]
    }

    /// Whether packets over IPv6 get no replies because of their source address.
    static func explainsIPv6(in uplink: UplinkEvidence) -> Bool {
        guard let trial = uplink.prefixes, let dead = dead(in: uplink) else { return false }
        return isUsed(dead.source, trial)
    }

    private static func dead(in uplink: UplinkEvidence) -> DeadAddress? {
        uplink.prefixes.flatMap { dead(in: $0, gateways: uplink.gateways, after: enough) }
    }

    // MARK: - The comparison

    /// An address from which packets get no replies, and one from which they do.
    private struct DeadAddress {
        let source: PrefixTrial.Source
        let other: PrefixTrial.Source
        /// The error of a router that rejects the source address; `nil` if the packets got no response.
        let refusal: ICMPError?
    }

    /// The address from which no packet gets a response, if packets from another one do. The one that the kernel uses comes
    /// first.
    ///
    /// - Parameter count: The number of packets that must have been sent.
    private static func dead(in trial: PrefixTrial, gateways: [IPAddress], after count: Int) -> DeadAddress? {
        func isPassing(_ packet: UplinkEvidence.Packet) -> Bool {
            packet.answer != nil || packet.error?.meaning == .portUnreachable
                || packet.limit != nil && packet.isReported(behind: gateways)
        }
        let sent = trial.sources.map { source in
            var source = source
            source.packets.removeAll { $0.failure != nil && $0.error == nil }
            return source
        }
        guard let other = sent.first(where: { $0.packets.contains(where: isPassing) }) else { return nil }
        let dead = sent.filter { source in
            guard !source.packets.contains(where: isPassing), !source.packets.isEmpty else { return false }
            return source.packets.count >= count || source.packets.contains { $0.error.map(isRefusal) == true }
        }
        guard let source = dead.first(where: { isUsed($0, trial) }) ?? dead.first else { return nil }
        return DeadAddress(
            source: source, other: other, refusal: source.packets.lazy.compactMap(\.error).first(where: isRefusal))
    }

    /// Whether the kernel selects an address of this prefix for packets to the destination.
    private static func isUsed(_ source: PrefixTrial.Source, _ trial: PrefixTrial) -> Bool {
        trial.used.map { PrefixTrial.isSamePrefix($0, source.address.address) } ?? false
    }

    private static func isRefusal(_ error: ICMPError) -> Bool { !error.isOwn && error.meaning == .prohibited }

    private static func finding(_ dead: DeadAddress, _ trial: PrefixTrial, severity: Severity) -> Finding {
        let (source, other) = (dead.source.address, dead.other.address)
        let prefix = "\(PrefixTrial.prefix(of: source.address))"
        var facts = [
            "source": "\(source.address)", "other": "\(other.address)", "interface": shown(trial.interface),
            "prefix": prefix, "length": "\(source.prefixLength)", "show": "ip -6 route", "destination": "default",
        ]
        facts["gateway"] = trial.gateway.map { "\($0)" }
        facts["via"] = trial.gateway.map(SourceRule.via)
        facts["stale"] = "\(source.address)/\(source.prefixLength)"
        facts["router"] = (dead.refusal?.reporter ?? trial.gateway).map { "\($0)" }
        let reporter = dead.refusal?.reporter
        facts["what"] =
            reporter.map { FactPhrase.sourceIsRefused.text(["router": "\($0)"]) } ?? FactPhrase.sourceGetsNothing.text
        // Without an announcement to compare with, the address may be wrong for any other reason.
        guard let current = other.renewedAgo, isOlder(source.renewedAgo, than: current) else {
            return Finding(AddressCauses.badSource, confidence: 0.85, severity: severity, facts)
        }
        facts["why"] = FactPhrase.prefixNotAnnounced.text([
            "prefix": prefix, "current": "\(PrefixTrial.prefix(of: other.address))",
        ])
        // A second router may announce the other prefix.
        return Finding(
            AddressCauses.stalePrefix, confidence: trial.routers < 2 ? 0.95 : 0.75, severity: severity, facts)
    }

    /// Whether an announcement has renewed another address since this one. An address without lifetimes was configured by a
    /// person, and is not renewed.
    private static func isOlder(_ renewed: Int?, than current: Int) -> Bool {
        renewed.map { $0 - current >= announcementSpan } ?? true
    }
}

extension PrefixTrial {
    /// The prefix of a link, as text.
    static func prefix(of address: IPAddress) -> String {
        let half = linkBits / 8
        let bytes = address.bytes.prefix(half) + [UInt8](repeating: 0, count: address.bytes.count - half)
        return IPAddress(bytes: Array(bytes)).map { "\($0)/\(linkBits)" } ?? "\(address)"
    }
}

extension Evidence {
    /// The first destination that was not reached over IPv6: an address of the target or its proxy, or a DNS server.
    package var unreachedOverIPv6: PathDestination? {
        if let subject = pathSubjects.first(where: { $0.destination.address.family == .ipv6 }) {
            return subject.gateway == nil ? nil : subject.destination
        }
        // IPv4 works.
        let attempts = (proxy == nil ? tcp?.attempts : proxy?.attempts) ?? []
        let tried = attempts.filter { $0.address.family == .ipv6 && $0.outcome != .abandoned }
        guard let first = tried.first, !tried.contains(where: { $0.outcome == .connected || $0.outcome == .refused }),
            gatewayHop(to: first.address) != nil
        else { return nil }
        return PathDestination(first.address, port: first.port, .tcp)
    }

    /// The error of a router for the source address of an IPv6 packet (RFC 4443 section 3.1).
    var sourceRefusal: ICMPError? {
        let attempts = (tcp?.attempts ?? []) + (proxy?.attempts ?? [])
        let refusals = attempts.compactMap(\.refusal) + (path?.traces ?? []).compactMap(\.error)
        return refusals.first { error in
            error.type == 1 && error.code == 5 && !error.isOwn && error.meaning == .prohibited
                && error.reporter?.family == .ipv6
        }
    }
}
