package import NetworkModel

/// Rules for a device on the path that rejects connections to port 443, and passes other packets to the same addresses. Most
/// programs fail behind it, although names are resolved and routers respond.
///
/// Routers may reject packets to addresses that nobody has. They do so for all ports.
struct PortFilterRule {
    /// The router that reports the rejection; if connections are reset, the last one that reported a SYN, since the sender of
    /// an RST is not known.
    private let router: IPAddress?
    /// Whether connections are reset, and not reported as rejected.
    private let isReset: Bool
    private let meaning: ICMPError.Meaning?
    /// Whether connections to port 80 are rejected, too.
    private let isWebRejected: Bool

    /// The finding about such a device; `nil` if there is none, if connections to port 443 work, or if IPv4 is not affected. It is
    /// a warning if those over IPv6 get further.
    static func finding(in uplink: UplinkEvidence) -> Finding? {
        guard !uplink.isSecurePortHeard else { return nil }
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil && $0.transport == .tcp }
        let families = Set(sent.map(\.destination.family))
        let found = AddressFamily.allCases.compactMap { family in
            Self(sent.filter { $0.destination.family == family }, uplink).map { (family, $0) }
        }
        // Programs fall back from IPv6 at once.
        guard let first = found.first, first.0 == .ipv4 || !families.contains(.ipv4) else { return nil }
        let isOtherPassed = sent.contains { packet in
            packet.isPassed && !found.contains { $0.0 == packet.destination.family }
        }
        let finding = first.1.finding(in: uplink)
        return isOtherPassed ? finding?.asWarning : finding
    }

    private init?(_ syns: [UplinkEvidence.Packet], _ uplink: UplinkEvidence) {
        let rejected = syns.filter(\.isRejected)
        guard let first = rejected.min(by: { ($0.limit ?? 0) < ($1.limit ?? 0) }), let limit = first.limit,
            syns.allSatisfy({ packet in
                packet.limit ?? 0 < limit || packet.isRejected || packet.error == nil && packet.answer == nil
            })
        else { return nil }
        let others = (uplink.otherPorts ?? []).filter { packet in
            rejected.contains { $0.destination == packet.destination } && packet.failure == nil
        }
        let web = others.filter { $0.transport == .tcp }
        let isWebPassed = web.contains(where: \.isPassed) || uplink.routerBehindPortFilter != nil
        isWebRejected = !isWebPassed && web.contains(where: \.isRejected)
        isReset = first.answer == .reset
        // A device that resets all connections to addresses that nobody has is told from a filter by port 80 alone.
        guard
            isWebPassed || isWebRejected && !isReset && others.contains(where: { $0.transport != .tcp && $0.isPassed })
        else { return nil }
        meaning = first.error?.meaning
        router =
            first.error?.reporter
            ?? syns.filter { $0.limit ?? 0 < limit }.max { ($0.limit ?? 0) < ($1.limit ?? 0) }?.error?.reporter
            ?? uplink.gateway
    }

    private func finding(in uplink: UplinkEvidence) -> Finding? {
        guard let router else { return nil }
        let isGateway = uplink.gateways.contains { $0.bytes == router.bytes }
        let name = isGateway ? FactPhrase.theGateway.text(["router": "\(router)"]) : "\(router)"
        let destination =
            isWebRejected
            ? FactPhrase.internetPorts.text(["ports": FactPhrase.webPorts.text])
            : FactPhrase.internetPort.text(["ports": "443"])
        return PathRules.filtered(
            on: isGateway ? .network : nil, confidence: isReset ? 0.8 : 0.9,
            [
                "who": isReset ? FactPhrase.orNextBehind.text(["who": name]) : name, "router": "\(router)",
                "destination": destination,
                "answer": meaning.map(PathRules.meaningText) ?? "connection reset",
            ])
    }
}

extension UplinkEvidence {
    /// The router behind the gateway that reports a SYN to port 80 of an address that nobody has as undeliverable, while those to port
    /// 443 of the same network are reset; `nil` if there is none. It has no route to that network, so that it would report them as well
    /// if they got there: a device before it, or the router itself, resets connections to that port.
    ///
    /// Of several next hops, each may lead to another router.
    var routerBehindPortFilter: IPAddress? {
        guard otherPorts != nil, let met = interception, let error = met.error, error.isReport(behind: gateways),
            error.isUndeliverable, spares?.contains(where: { $0.isLeg == true }) != true
        else { return nil }
        let resets = rejectedConnections.filter { $0.answer == .reset && $0.isEarlier != true }
        return resets.contains { $0.destination.isIn(sameNetworkAs: met.destination) } ? error.reporter : nil
    }

    /// Whether connections to port 443 work: one of a program, of a check, or to the connectivity URL.
    var isSecurePortHeard: Bool {
        (connections?.heardOnSecurePort ?? 0) > 0 || hasConnectedSecurely == true
            || isURLAnswered == true && known?.url.hasPrefix("https:") == true
    }

    /// The SYNs to port 443 of documentation addresses that a device on the path rejects.
    package var rejectedConnections: [Packet] {
        packets.filter { $0.limit != nil && $0.failure == nil && $0.transport == .tcp && $0.isRejected }
    }
}

extension UplinkEvidence.Packet {
    /// Whether a router reports that a rule rejects the packet, or a device resets the connection.
    fileprivate var isRejected: Bool {
        if answer == .reset { return true }
        guard let error, !error.isOwn, let reporter = error.reporter, reporter != destination else { return false }
        return error.meaning == .prohibited || error.meaning == .portUnreachable
    }

    /// Whether a router reports the packet for another reason than a rule, so that it was passed until there. A device that
    /// accepts connections in place of others, such as a transparent proxy for port 80, passes nothing.
    fileprivate var isPassed: Bool {
        guard let error, !error.isOwn, error.reporter != nil else { return false }
        return error.meaning == .timeExceeded || error.isUndeliverable
    }
}
