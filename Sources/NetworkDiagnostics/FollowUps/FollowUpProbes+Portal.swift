import Diagnosis
import NetworkModel
import Probes

extension FollowUpProbes {
    /// A portal is near, and responds at once.
    private static let maxTime = Duration.milliseconds(700)

    /// Looks for a captive portal: at the configured URL, at the API that the network announces, and, if the target did not
    /// respond itself, at its own host over plain HTTP.
    func portal() async throws -> Amendment {
        let end = min(after(0.9), .now + Self.maxTime)
        async let known = known(until: end)
        async let plain = plain(until: end)
        async let network = network(until: end)
        async let interception = interception(until: end)
        async let secure = secureInterception(until: end)
        let (announced, api) = try await network
        var found = PortalEvidence(known: try await known, plain: try await plain, announced: announced, api: api)
        found.secure = try await secure
        let uplink = try await interception
        let isPortal = uplink?.interception?.isOfPortal == true
        if let other = uplink?.interception, !isPortal {
            found.unintercepted = .init(
                destination: other.destination, isAccepted: other.isAccepted, status: other.status)
        }
        let portal = found
        return { evidence in
            if portal != PortalEvidence() { evidence.gateway?.portal = portal }
            guard isPortal, let met = uplink else { return }
            if evidence.uplink == nil {
                evidence.uplink = met
            } else if evidence.uplink?.interception == nil {
                // The uplink was examined at the same time, without such a request.
                evidence.uplink?.interception = met.interception
            }
        }
    }

    /// Looks for a device that responds for an unassigned address. The reason is a failed handshake, a page over another address
    /// family than the first one, or a page that redirected into this network or to a destination that was not reached. A
    /// portal that presents its own certificate shows everybody its page over plain HTTP.
    private func interception(until end: ContinuousClock.Instant) async throws -> UplinkEvidence? {
        guard evidence.proxy == nil, evidence.uplink?.interception == nil else { return nil }
        let isThorough = options.depth == .thorough
        let winner = evidence.tcp?.winner?.address
        let isOfInternet = winner?.isOfInternet == true && evidence.gateway?.isOnLink == false
        let isLedHere = evidence.isPageLeadingHere
        let isDoubtful = evidence.tls?.mayBePortals == true || evidence.isPageOfOtherFamily
        guard evidence.isLedAway || isLedHere || isOfInternet && isDoubtful else { return nil }
        let route = (winner.flatMap { evidence.gatewayHop(to: $0) } ?? evidence.gateway?.hops.first)?.route
        let met: UplinkEvidence.Interception?
        // After such a page, it is asked again as often as it may be, since a portal may just have appeared.
        if engine.uplink.hasLooked, !isThorough, !isLedHere {
            met = engine.uplink.earlier().interception
        } else {
            let snapshot = try await engine.routedSnapshot().snapshot
            let families = winner.map { [$0.family] } ?? AddressFamily.allCases
            // A portal that was there a moment ago is asked for in any case, since it may be gone by now.
            let earlier = engine.uplink.earlier().interception
            guard let nobody = families.lazy.compactMap({ DocumentationAddress.any($0, in: snapshot) }).first,
                !isLedHere || isBehindGateway(of: nobody, in: snapshot)
            else { return nil }
            if engine.uplink.begin(.connection, leaving: isThorough ? 0 : 1) || earlier?.isOfPortal == true {
                met = try await InterceptionProbe(nobody, loop: engine.loop).observe(
                    until: min(end, .now + patience))
                // Observations of the uplink ask again as long as it is there.
                engine.uplink.store(met)
            } else {
                met = isLedHere && engine.uplink.options.sendsPackets ? earlier : nil
            }
        }
        guard let met, met.isOfPortal || isLedHere else { return nil }
        return UplinkEvidence(gateway: route?.gateway, interface: route?.interface, interception: met)
    }

    /// How long a device that accepts connections in place of others may take: longer than it took for the target.
    private var patience: Duration {
        let usual = evidence.tcp?.winner?.duration.duration ?? .zero
        return max(.milliseconds(250), usual * 3)
    }

    /// Whether packets to an address that nobody has take the same next hop as those of the target. A device behind another one
    /// responds for neither.
    private func isBehindGateway(of nobody: IPAddress, in snapshot: NetworkSnapshot) -> Bool {
        guard let winner = evidence.tcp?.winner?.address, let gateway = snapshot.route(to: nobody)?.gateway else {
            return false
        }
        return evidence.gatewayHop(to: winner)?.route.gateway?.bytes == gateway.bytes
    }

    /// The certificate that a device presents for an address that nobody has, after this machine did not accept a server's.
    private func secureInterception(until end: ContinuousClock.Instant) async throws -> TLSInterception? {
        guard evidence.proxy == nil, evidence.tls?.outcome == .certificate, evidence.gateway?.isOnLink == false,
            let winner = evidence.tcp?.winner?.address, winner.isOfInternet, engine.uplink.options.sendsPackets,
            let nobody = DocumentationAddress.any(winner.family, in: try await engine.routedSnapshot().snapshot)
        else { return nil }
        return try await engine.uplink.secureInterception(isThorough: options.depth == .thorough) {
            try await engine.secureInterception(at: nobody, isAccepted: false, until: end)
        }
    }

    private func known(until end: ContinuousClock.Instant) async throws -> PortalEvidence.PageResponse? {
        guard let url = options.probe.portalURL else { return nil }
        guard let address = try await addresses(of: url.host, until: end).first else { return nil }
        return try await fetch(at: url, address, until: end)
    }

    /// The response of the host to a plain HTTP request. A portal that cannot redirect TLS redirects this.
    private func plain(until end: ContinuousClock.Instant) async throws -> PortalEvidence.PageResponse? {
        let target = evidence.target
        guard ["http", "https"].contains(target.scheme?.proxyVariable) else { return nil }
        // A redirect that was followed says the same, and an address without a response would only cause a wait.
        guard evidence.http == nil, let answering = evidence.tcp?.attempts.first(where: isAnswering),
            let plain = try? Target("http://\(target.host.bracketed)/", schemes: .web)
        else { return nil }
        let address: IPAddress?
        if evidence.place == nil {
            address = answering.address
        } else {
            address = try await addresses(of: target.host, until: end).first
        }
        guard let address, var look = try await fetch(at: plain, address, until: end) else { return nil }
        if let location = look.location, let place = try? Target(location, schemes: .web) {
            look.leadsTo = Array(((try? await addresses(of: place.host, until: end)) ?? []).prefix(4))
        }
        return look
    }

    private func isAnswering(_ attempt: TCPEvidence.Attempt) -> Bool {
        [.connected, .refused, .reset].contains(attempt.outcome)
    }

    private func fetch(
        at url: Target, _ address: IPAddress, until end: ContinuousClock.Instant
    ) async throws -> PortalEvidence.PageResponse? {
        guard let port = url.port else { return nil }
        let probe = HTTPHeadProbe(
            engine: engine.curl, secure: url.beginsWithTLS, host: url.host, port: port, path: url.path)
        guard let answer = try await fetchHead(probe, at: SocketAddress(address, port: port), until: end) else {
            return nil
        }
        return .init(
            url: probe.url, status: answer.status, location: answer.location.map { SafeText.withoutLogin($0) },
            address: address, bodyBytes: answer.bodyBytes)
    }

    // MARK: - What the network says itself

    /// The URI in an offer of a DHCP server (RFC 8910 section 2.1).
    private func offered() async throws -> String? {
        for link in evidence.link?.carriers ?? [] {
            guard let probe = DHCPProbe(on: link, loop: engine.loop) else { continue }
            let offers = try await probe.observe(within: .milliseconds(300)).offers
            if let uri = offers.lazy.compactMap(\.captivePortal).first(where: PortalAnnouncement.isPortal) {
                return uri
            }
        }
        return nil
    }

    private func network(
        until end: ContinuousClock.Instant
    ) async throws -> (announced: String?, api: PortalEvidence.API?) {
        let links = evidence.link?.carriers.map { Int($0.index) } ?? []
        var found = PortalAnnouncement.observe(links: links)
        // A broadcast is only sent for a thorough check.
        if found == nil, options.depth == .thorough { found = try await offered() }
        guard let announced = found else { return (nil, nil) }
        // RFC 8908 section 4 only allows https, with a valid certificate.
        guard let url = try? Target(announced, schemes: .web), url.scheme == .https,
            let address = try await addresses(of: url.host, until: end).first
        else { return (announced, nil) }
        let port = url.port ?? 443
        var probe = HTTPHeadProbe(engine: engine.curl, secure: true, host: url.host, port: port, path: url.path)
        probe.tls = TLSSettings()
        let answer = try await fetchHead(probe, at: SocketAddress(address, port: port), until: end)
        return (announced, answer.flatMap { $0.status == 200 ? .init(url: announced, body: $0.body) : nil })
    }
}
