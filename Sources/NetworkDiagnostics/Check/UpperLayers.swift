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
        @Rare var dns: DNSEvidence?
        @Rare var echo: EchoEvidence?
        @Rare var tcp: TCPEvidence?
        /// Of a script that turns to TLS.
        @Rare var tls: TLSEvidence?
        var hasFailedScript = false
        var web: HTTPProbe.Observation?
        @Rare var ws: WebSocketEvidence?
        @Rare var ftp: FTPEvidence?
        var kind: (any JudgedEvidence)?
        var durations: PerLayer<Duration> = [:]
        /// Of the logins that were read for it.
        var secrets: [Secret] = []

        var hasSucceeded: Bool {
            if let dns { return dns.resolution.hasSucceeded }
            if let echo { return echo.outcome == .reply }
            if let kind { return kind.isProven }
            guard tcp?.winner != nil, !hasFailedScript else { return false }
            if let web {
                guard web.proxy.map({ $0.outcome == .passed }) ?? true,
                    web.tls.map({ $0.outcome == .established }) ?? true,
                    web.http.map({ $0.outcome == .response }) ?? true
                else { return false }
            }
            return (ws.map { $0.outcome == .done } ?? true) && (ftp.map { $0.outcome == .done } ?? true)
        }

        func add(to gathered: inout CheckRun.Gathered) {
            if let dns { gathered.evidence.dns = dns }
            if let echo { gathered.evidence.echo = echo }
            var durations = durations
            if gathered.evidence.proxy == nil {
                if let tcp { gathered.evidence.tcp = tcp }
            } else {
                addProxy(to: &gathered, &durations)
            }
            if let tls { gathered.evidence.tls = tls }
            if let tls = web?.tls { gathered.evidence.tls = tls }
            if let http = web?.http { gathered.evidence.http = http }
            if let ws { gathered.evidence.ws = ws }
            if let ftp { gathered.evidence.ftp = ftp }
            if let kind { gathered.evidence.kind = kind }
            gathered.durations.merge(durations)
            for secret in secrets where !gathered.secrets.contains(secret) { gathered.secrets.append(secret) }
        }

        /// The connection was the proxy's.
        private func addProxy(to gathered: inout CheckRun.Gathered, _ durations: inout PerLayer<Duration>) {
            gathered.evidence.proxy?.attempts = tcp?.attempts ?? []
            if let tcp, tcp.winner == nil { gathered.evidence.proxy?.outcome = .unreachable }
            if let reading = web?.proxy {
                gathered.evidence.proxy?.outcome = reading.outcome
                gathered.evidence.proxy?.tls = reading.tls
                gathered.evidence.proxy?.status = reading.status
                gathered.evidence.proxy?.authentication = reading.authentication
                gathered.evidence.proxy?.detail = reading.detail
            }
            let resolution = gathered.durations[.proxy] ?? .zero
            let connection = durations.remove(.tcp) ?? .zero
            durations[.proxy] = resolution + connection + (web?.times.proxy ?? .zero)
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
        return Result(echo: echo, durations: [.icmp: begun.duration(to: .now)])
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
        return Result(dns: dns, durations: [.dns: begun.duration(to: .now)])
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
