import NetworkModel

extension Evidence {
    /// Whether no observation could lead to a finding in the layers below the response. That is so in most checks: the target
    /// was reached at once, and links, addresses and gateways are in order.
    ///
    /// This is a sufficient condition, at a tenth of the cost of those rules. If it holds, ``Verdict`` skips them. A build
    /// with assertions evaluates them nevertheless, and stops if one of them has a finding.
    var hasHealthyLowerLayers: Bool {
        guard depth == .asNeeded, !asked.host.isMulticastName, observed.all.allSatisfy({ Self.isUsual($0.layer) }),
            let isOnLink = observed.read(GatewayEvidence.self, { $0.isOnLink }), isReached(isOnLink: isOnLink),
            isAnswered
        else { return false }
        return observed.read(GatewayEvidence.self) { Self.isInOrder($0, thresholds) } == true
            && observed.read(LinkEvidence.self) { Self.isInOrder($0, thresholds) } == true
            && observed.read(AddressEvidence.self) { Self.isInOrder($0) } == true
    }

    /// Whether the DNS rules find nothing in the answer to the target's question, if the layers below the response are healthy: no
    /// record is missing, and nothing about names on this machine was observed.
    func isSimplyAnswered(_ dns: DNSEvidence) -> Bool {
        asked.question != nil && dns.missing?.isEmpty != false && dns.encrypted == nil && dns.hostsFile == nil
            && dns.resolution.system == nil
    }

    /// Whether a check observes the layer even if nothing suggests a fault there.
    private static func isUsual(_ layer: Layer) -> Bool {
        switch layer {
        case .link, .address, .gateway, .dns, .tcp, .tls, .kind: true
        case .local, .uplink, .path, .mdns, .proxy: false
        }
    }

    /// Whether a connection was established at the first attempt and in time, or a server on this machine or its link
    /// responded to a query.
    private func isReached(isOnLink: Bool) -> Bool {
        let isResolved = observed.read(DNSEvidence.self) { dns in
            let resolution = dns.resolution
            return !resolution.answers.isEmpty && resolution.searched == nil && dns.followUps == nil
                && resolution.system?.failure != .timeout
                && resolution.answers.allSatisfy { $0.duration <= thresholds.resolve && $0.isRepeated != true }
        }
        if isResolved == false { return false }
        let isConnected = observed.read(TCPEvidence.self) { tcp in
            tcp.attempts.count == 1 && tcp.attempts[0].outcome == .connected
                && tcp.attempts[0].duration <= thresholds.connect && !tcp.attempts[0].hasLost
                && tcp.detour == nil
        }
        return isConnected ?? (isOnLink && isResolved == true && observed.ofKind == nil)
    }

    /// Whether the handshake was completed, and nothing in the response suggests that another host sent it, or that large
    /// packets are lost.
    private var isAnswered: Bool {
        if let outcome = observed.read(TLSEvidence.self, { $0.outcome }), outcome != .established { return false }
        let isPage = observed.read(HTTPEvidence.self) { http in
            http.outcome == .response && http.status != 511 && (http.status != 403 || http.isStatusExpected == true)
                && http.address == nil && http.brokenRules.isEmpty
                && http.isStatusExpected != false && http.redirects.isEmpty && http.isRepeated != true
                && http.proxyMark == nil
                && http.phases.map { $0.total <= thresholds.page } != false
        }
        if let isPage { return isPage }
        guard let kind else { return true }
        return kind.datagrams == nil && !kind.hasStalled
    }

    private static func isInOrder(_ link: LinkEvidence, _ thresholds: Thresholds) -> Bool {
        !link.carriers.isEmpty && link.members == nil
            && link.carriers.allSatisfy { carrier in
                carrier.isAdminUp && carrier.hasCarrier && carrier.operationalState != .dormant
                    && carrier.recentCarrierChanges.map { $0 < max(thresholds.carrierChanges, 1) } != false
                    && carrier.$losses.isEmpty && carrier.$wireless.isEmpty
            }
    }

    private static func isInOrder(_ address: AddressEvidence) -> Bool {
        !address.usable.isEmpty && address.expired?.isEmpty != false && address.offers?.isEmpty != false
            && address.$overlap.isEmpty && address.$twin.isEmpty
            && address.usable.allSatisfy { !$0.address.flags.contains(.deprecated) }
            && address.unusable.allSatisfy { !$0.address.flags.contains(.dadFailed) }
    }

    private static func isInOrder(_ gateway: GatewayEvidence, _ thresholds: Thresholds) -> Bool {
        gateway.familiesWithoutRoute.isEmpty && gateway.rivals == nil && gateway.$portal.isEmpty
            && gateway.hops.allSatisfy { hop in
                hop.route.kind == .unicast && hop.arp == nil && hop.$holder.isEmpty && hop.isOffLink != true
                    && hop.isOwn != true && hop.$series.isEmpty && hop.echo.map { isInOrder($0, thresholds) } != false
            }
    }

    /// Whether the echo of a gateway is in order.
    private static func isInOrder(_ echo: EchoEvidence, _ thresholds: Thresholds) -> Bool {
        echo.outcome == .reply && echo.sent == 1 && echo.received == 1
            && echo.roundTrip.map { $0 <= thresholds.gatewayRoundTrip } != false
    }
}
