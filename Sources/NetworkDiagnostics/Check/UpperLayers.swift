import Diagnosis
import HostResolution
import NetworkModel
import Probes

/// The layers above the gateway, asked over the addresses that the target, or its proxy, was found at.
struct UpperLayers: Sendable {
    let engine: DiagnosticEngine
    let target: Target
    let released: ReleasedSettings
    /// What earlier places of the same check have left to be sent back.
    let cookies: [String]
    let proxy: Proxy?
    let timeToResolve: Duration
    let destinations: [SocketAddress]
    /// The target's, for a proxy that takes no names (`socks5`).
    let addressBehind: IPAddress?

    var settings: ProbeSettings { released.settings }

    /// What they showed.
    struct Result: LayerResult {
        var observed = Observations()
        /// Of a proxy on the way.
        var proxy: ProxyReading?
        /// What a page has left for the next one.
        var redirect: String?
        var cookies: [String] = []
        var durations: PerLayer<Duration> = [:]
        /// Of the logins that were read for it.
        var secrets: [Secret] = []

        init(_ observed: [AnyLayerEvidence] = [], durations: PerLayer<Duration> = [:], secrets: [Secret] = []) {
            self.observed = Observations(observed)
            self.durations = durations
            self.secrets = secrets
        }

        var hasSucceeded: Bool {
            if let proxy, proxy.outcome != .passed { return false }
            return !observed.all.isEmpty && observed.areProven
        }

        func add(to gathered: inout CheckRun.Gathered) {
            var (observed, durations) = (observed, durations)
            if gathered.evidence.proxy != nil { addProxy(to: &gathered, &observed, &durations) }
            gathered.evidence.observed.merge(observed)
            gathered.durations.merge(durations)
            for secret in secrets where !gathered.secrets.contains(secret) { gathered.secrets.append(secret) }
        }

        /// The connection was the proxy's.
        private func addProxy(
            to gathered: inout CheckRun.Gathered, _ observed: inout Observations, _ durations: inout PerLayer<Duration>
        ) {
            let tcp = observed[TCPEvidence.self]
            observed[TCPEvidence.self] = nil
            gathered.evidence.proxy?.attempts = tcp?.attempts ?? []
            if let tcp, tcp.winner == nil { gathered.evidence.proxy?.outcome = .unreachable }
            if let proxy {
                gathered.evidence.proxy?.outcome = proxy.outcome
                gathered.evidence.proxy?.tls = proxy.tls
                gathered.evidence.proxy?.status = proxy.status
                gathered.evidence.proxy?.authentication = proxy.authentication
                gathered.evidence.proxy?.detail = proxy.detail
            }
            let resolution = gathered.durations[.proxy] ?? .zero
            let connection = durations.remove(.tcp) ?? .zero
            durations[.proxy] = resolution + connection + (durations.remove(.proxy) ?? .zero)
        }
    }

    func observe(until deadline: ContinuousClock.Instant) async throws -> Result {
        switch target.kind {
        case .icmp, .host: try await echo(until: deadline)
        case .dns(let name, let type): try await question(name, type, until: deadline)
        case .tcp, .service: try await talk(until: deadline)
        case .tls: try await handshake(until: deadline)
        case .http(let secure, let path): try await page(secure: secure, path: path, until: deadline)
        case .webSocket(let secure, let path): try await webSocket(secure: secure, path: path, until: deadline)
        case .ftp(let secure, let path): try await files(secure: secure, path: path, until: deadline)
        case .registered: try await registered(until: deadline)
        }
    }

    private func echo(until deadline: ContinuousClock.Instant) async throws -> Result {
        guard let first = destinations.first else { return Result() }
        let begun = ContinuousClock.now
        let echo: EchoEvidence
        if settings.echo.count > 1 {
            echo = try await EchoSeries(address: first.address, loop: engine.loop, settings: settings.echo)
                .observe(until: deadline)
        } else {
            // Long enough for the kernel to give up on a neighbour that is not there (three requests, a second each).
            echo = try await EchoProbe(
                address: first.address, loop: engine.loop, attempts: 3, interval: .seconds(1)
            ).observe(within: min(.milliseconds(3_500), begun.duration(to: deadline)))
        }
        return Result([.init(echo)], durations: [EchoEvidence.layer: begun.duration(to: .now)])
    }

    private func question(
        _ name: String, _ type: String, until deadline: ContinuousClock.Instant
    ) async throws -> Result {
        guard let server = destinations.first, let type = DNSRecordType(rawValue: type) else { return Result() }
        let begun = ContinuousClock.now
        let resolution = try await engine.resolver.records(
            name, type: type, configuration: .init(), servers: [server],
            timeout: min(.seconds(5), begun.duration(to: deadline)))
        var dns = DNSEvidence(resolution: resolution, servers: [server.description])
        if !settings.records.isEmpty, !resolution.answers.isEmpty {
            let found = resolution.answers.compactMap { $0.address?.description ?? $0.record ?? $0.name }
            dns.compare(found, with: settings.records)
        }
        return Result([.init(dns)], durations: [.dns: begun.duration(to: .now)])
    }

    /// What a connection that was made is used for.
    struct Connected<Value: Sendable>: Sendable {
        var tcp: TCPEvidence
        /// From the first SYN to the moment at which the connection was handed on.
        var timeToConnect: Duration
        var value: Value?
    }

    /// Connects, and keeps a share of the whole time for the layers above.
    func connect<Value: Sendable>(
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (ConnectedSocket, Duration) async throws -> Value
    ) async throws -> Connected<Value> {
        let begun = ContinuousClock.now
        let limit = begun + begun.duration(to: deadline) * 2 / 5
        let (tcp, value) = try await TCPProbe(addresses: destinations, loop: engine.loop).observe(until: limit) {
            try await body($0, begun.duration(to: .now))
        }
        return Connected(
            tcp: tcp, timeToConnect: tcp.winner?.duration.duration ?? begun.duration(to: .now), value: value)
    }
}

extension DNSEvidence {
    /// Notes which of the records that are expected are missing, and which come instead. Names and addresses are
    /// compared as such: case, and the final dot, do not count.
    mutating func compare(_ found: [String], with expected: [String]) {
        func plain(_ record: String) -> String {
            if let address = IPAddress(record) { return address.description }
            let lower = record.lowercased()
            return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        }
        let (here, wanted) = (Set(found.map(plain)), Set(expected.map(plain)))
        missing = expected.filter { !here.contains(plain($0)) }
        unexpected = found.filter { !wanted.contains(plain($0)) }
    }
}
