import Diagnosis
import HostResolution
import NetworkModel
import Probes

/// The layers above the gateway, asked over the addresses that the target was found at.
struct UpperLayers: Sendable {
    let engine: DiagnosticEngine
    let target: Target
    let options: CheckOptions
    let destinations: [SocketAddress]

    /// What they showed.
    struct Result: LayerResult {
        var dns: DNSEvidence?
        var echo: EchoEvidence?
        var tcp: TCPEvidence?
        var web: HTTPProbe.Observation?
        var durations: [Layer: Duration] = [:]

        var hasSucceeded: Bool {
            if let dns { return dns.resolution.hasSucceeded }
            if let echo { return echo.outcome == .reply }
            guard tcp?.winner != nil else { return false }
            guard let web else { return true }
            return (web.tls.map { $0.outcome == .established } ?? true)
                && (web.http.map { $0.outcome == .response } ?? true)
        }

        func add(to gathered: inout CheckRun.Gathered) {
            if let dns { gathered.evidence.dns = dns }
            if let echo { gathered.evidence.echo = echo }
            if let tcp { gathered.evidence.tcp = tcp }
            if let tls = web?.tls { gathered.evidence.tls = tls }
            if let http = web?.http { gathered.evidence.http = http }
            gathered.durations.merge(durations) { $1 }
        }
    }

    func observe(until deadline: ContinuousClock.Instant) async throws -> Result {
        switch target.kind {
        case .icmp, .host: try await echo(until: deadline)
        case .dns(let name, let type): try await question(name, type, until: deadline)
        case .tcp, .service: try await connect(until: deadline) { _ in nil }
        case .tls: try await web(secure: true, path: nil, until: deadline)
        case .http(let secure, let path): try await web(secure: secure, path: path, until: deadline)
        case .webSocket, .ftp: throw CheckError.unsupported(scheme: target.text)
        }
    }

    private func echo(until deadline: ContinuousClock.Instant) async throws -> Result {
        guard let first = destinations.first else { return Result() }
        let begun = ContinuousClock.now
        // Long enough for the kernel to give up on a neighbour that is not there (three requests, a second each).
        let limit = min(.milliseconds(3_500), begun.duration(to: deadline))
        let echo = try await EchoProbe(
            address: first.address, loop: engine.loop, attempts: 3, interval: .seconds(1)
        ).observe(within: limit)
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
        return Result(
            dns: DNSEvidence(resolution: resolution, servers: [server.description]),
            durations: [.dns: begun.duration(to: .now)])
    }

    /// A share of the whole time is kept for the layers above.
    private func connect(
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (ConnectedSocket) async throws -> HTTPProbe.Observation?
    ) async throws -> Result {
        let begun = ContinuousClock.now
        let limit = begun + begun.duration(to: deadline) * 2 / 5
        let (tcp, web) = try await TCPProbe(addresses: destinations, loop: engine.loop)
            .observe(until: limit, whenConnected: body)
        var durations: [Layer: Duration] = [.tcp: tcp.winner?.duration.duration ?? begun.duration(to: .now)]
        if let observed = web ?? nil {
            durations[.tls] = observed.tlsDuration
            durations[.http] = observed.httpDuration
        }
        return Result(tcp: tcp, web: web ?? nil, durations: durations)
    }

    private func web(secure: Bool, path: String?, until deadline: ContinuousClock.Instant) async throws -> Result {
        let probe = HTTPProbe(
            engine: engine.curl, secure: secure, host: target.host, port: target.port ?? 443, path: path,
            certificateAuthorityFile: options.certificateAuthorityFile)
        let loop = engine.loop
        return try await connect(until: deadline) { socket in
            let peer = socket.peer
            var observed = try await probe.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
            // What follows is asked for only where the handshake failed in a way that needs a closer look.
            guard let tls = observed.tls else { return observed }
            let limit = min(.seconds(2), ContinuousClock.now.duration(to: deadline))
            switch tls.outcome {
            case .certificate where tls.chain.isEmpty:
                let again = try await TCPProbe(addresses: [peer], loop: loop).observe(until: .now + limit) {
                    try await probe.certificates(over: $0, within: limit)
                }
                observed.tls?.chain = again.upper ?? []
            case .notTLS:
                observed.tls?.detail =
                    try await PlainTextProbe(peer: peer, loop: loop).observe(within: limit) ?? tls.detail
            default:
                break
            }
            return observed
        }
    }
}
