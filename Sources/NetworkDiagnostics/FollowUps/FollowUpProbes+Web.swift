import Diagnosis
import HostResolution
import LinkFacts
import NetworkModel
import Probes

extension FollowUpProbes {
    func perform(_ followUp: WebFollowUp) async throws -> Amendment {
        switch followUp {
        case .clock: try await clock()
        case .portal: try await portal()
        case .detour: try await detour()
        }
    }

    /// The target or place that the evidence is about.
    private var asked: Target { evidence.place ?? evidence.target }

    /// Sends a request to an address, with a short time limit. Addresses of this machine are excluded unless the check is
    /// about them: names and announcements of the network must not lead there.
    func fetchHead(
        _ probe: HTTPHeadProbe, at address: SocketAddress, until end: ContinuousClock.Instant
    ) async throws -> HTTPHeadProbe.Response? {
        guard end > .now, try await isAskable(address.address) else { return nil }
        let seen = try await TCPProbe(addresses: [address], loop: engine.loop).observe(until: end) {
            try await probe.observe(over: $0, within: max(ContinuousClock.now.duration(to: end), .milliseconds(50)))
        }
        return seen.upper ?? nil
    }

    private func isAskable(_ address: IPAddress) async throws -> Bool {
        let tried = (evidence.tcp?.attempts ?? []) + (evidence.proxy?.attempts ?? [])
        if tried.contains(where: { $0.address == address }) { return true }
        if case .address(address) = options.probe.portalURL?.host { return true }
        return try await !engine.isOwn(address, in: engine.routedSnapshot().snapshot)
    }

    /// The moment after a share of the remaining time.
    func after(_ share: Double) -> ContinuousClock.Instant {
        .now + max(ContinuousClock.now.duration(to: deadline), .zero) * share
    }

    /// The addresses of a host; a short query, since something has failed already.
    func addresses(of host: Host, until end: ContinuousClock.Instant) async throws -> [IPAddress] {
        switch host {
        case .socket: return []
        case .address(let address): return [address]
        case .name(let name):
            let snapshot = try await engine.routedSnapshot().snapshot
            let resolution = try await engine.resolver.resolve(
                name, families: options.families, configuration: snapshot.resolvers,
                timeout: max(ContinuousClock.now.duration(to: end), .milliseconds(50)))
            return resolution.addresses.filter { options.families.contains($0.family) }
        }
    }

    // MARK: - Another clock

    /// A server whose `Date` is requested.
    private struct DateServer: Sendable {
        let probe: HTTPHeadProbe
        let address: SocketAddress
    }

    /// Requests the time of the target itself first, then of hosts that the check would have contacted anyway. No other host
    /// is used.
    private func clock() async throws -> Amendment {
        let facts = ClockFacts()
        let keepers = self.keepers
        var found: LocalEvidence.Clock?
        if let first = keepers.first { found = try await date(first, until: after(0.5)) }
        if found == nil {
            let end = after(0.9)
            found = try await withThrowingTaskGroup(of: (Int, LocalEvidence.Clock?).self) { group in
                for (index, keeper) in keepers.dropFirst().enumerated() {
                    group.addTask { (index, try await date(keeper, until: end)) }
                }
                var answers: [(Int, LocalEvidence.Clock)] = []
                for try await (index, clock) in group {
                    if let clock { answers.append((index, clock)) }
                }
                return answers.min { $0.0 < $1.0 }?.1
            }
        }
        var clock = found ?? .init(here: Timestamp())
        clock.built = facts.built
        clock.isSynchronized = facts.isSynchronized
        clock.keeper = facts.keeper
        let answer = clock
        return { evidence in
            var local = evidence.local ?? .init()
            local.clock = answer
            evidence.local = local
        }
    }

    private func date(_ keeper: DateServer, until end: ContinuousClock.Instant) async throws -> LocalEvidence.Clock? {
        let there = try await fetchHead(keeper.probe, at: keeper.address, until: end)?.date
        return there.map { .init(here: Timestamp(), there: $0, source: "the Date of \(keeper.probe.url)") }
    }

    private var keepers: [DateServer] {
        func keeper(_ address: SocketAddress, _ host: Host, secure: Bool) -> DateServer {
            var probe = HTTPHeadProbe(engine: engine.curl, secure: secure, host: host, port: address.port)
            probe.readsBody = false
            return DateServer(probe: probe, address: address)
        }
        var keepers: [DateServer] = []
        if let winner = evidence.tcp?.winner {
            keepers.append(keeper(SocketAddress(winner.address, port: winner.port), asked.host, secure: true))
            keepers.append(keeper(SocketAddress(winner.address, port: 80), asked.host, secure: false))
        } else if let winner = evidence.proxy?.attempts.first(where: { $0.outcome == .connected }) {
            let proxy = SocketAddress(winner.address, port: winner.port)
            keepers.append(
                keeper(proxy, .address(winner.address), secure: evidence.proxy?.url.hasPrefix("https:") == true))
        }
        for gateway in evidence.gateway?.hops.compactMap(\.route.gateway) ?? [] {
            keepers.append(keeper(SocketAddress(gateway, port: 80), .address(gateway), secure: false))
        }
        return Array(keepers.prefix(4))
    }

    // MARK: - A proxy that is not used

    /// Checks the target once more, through the proxy from which it is excepted. Only the proxy's own credentials are sent.
    private func detour() async throws -> Amendment {
        guard evidence.proxy == nil, let (proxy, reason) = spareProxy else { return { _ in } }
        var settings = ProbeSettings()
        settings.http.method = "HEAD"
        settings.http.maxRedirects = 0
        settings.tls.certificateAuthorityFile = options.probe.tls.certificateAuthorityFile
        settings.tls.minVersion = options.probe.tls.minVersion
        settings.proxy = .through(proxy)
        var options = options
        options.probe = settings
        let run = CheckRun(engine: engine, target: asked, options: options)
        defer { run.late.close() }
        var gathered = CheckRun.CheckObservations(evidence: Evidence(target: asked, terms: options.terms))
        _ = try await run.performRequest(
            RequestDestination(asked, Boxed(wrappedValue: settings)), into: &gathered,
            until: min(after(0.9), .now + .seconds(1)))
        let seen = gathered.evidence
        let detour = TCPEvidence.UnusedProxyResult(
            proxy: proxy.description, origin: proxy.origin, reason: reason, works: Self.isThrough(seen))
        return { $0.tcp?.detour = detour }
    }

    /// Whether the target itself responded.
    private static func isThrough(_ evidence: Evidence) -> Bool {
        guard evidence.proxy?.outcome == .passed else { return false }
        // Some proxies accept a tunnel before they have connected.
        if let tls = evidence.tls { return tls.outcome == .established || tls.outcome == .certificate }
        if let status = evidence.http?.status { return evidence.http?.outcome == .response && status < 500 }
        if let webSocket = evidence.observed[WebSocketEvidence.self] { return webSocket.status != nil }
        return evidence.kind?.isProven == true
    }

    private var spareProxy: (Proxy, String)? {
        switch options.probe.proxy {
        case .through: return nil
        case .direct:
            if let proxy = options.probe.spareProxy { return (proxy, "proxy: off is set for this target") }
            return engine.environment.spareProxy(for: asked).map { found in
                (found.proxy, found.isExcepted ? "no_proxy excepts it" : "this check is set to go without a proxy")
            }
        case .environment:
            return engine.environment.spareProxy(for: asked).map { found in
                (found.proxy, found.isExcepted ? "no_proxy excepts it" : "\(found.proxy.origin) is not for this scheme")
            }
        }
    }
}
