import Diagnosis
import NetworkModel
import Probes

/// A stream socket of this machine (unix(7)): whether a service listens on it, and its response to an HTTP request over
/// it.
enum UnixKind: TargetKind {
    static let summary =
        "A Unix stream socket, which must accept a connection, and answer an HTTP request if a path follows it (unix(7))."
    static let example = "unix:/run/docker.sock:/_ping --contains OK"
    static let schemes = [
        RegisteredScheme(
            "unix", layer: UnixEvidence.layer, transport: .unix, defaultPort: nil, path: .optional(meaning: "path"),
            sharing: [.http, .credentials])
    ]
    static let causes = UnixCauses.all
    static let factPhrases = UnixPhrases.all
    static let probe = KindProbe<NoKindSettings, UnixEvidence>.exchange { try await $0.observeSocket() }
}

extension KindExchange {
    fileprivate func observeSocket() async throws -> KindObservation {
        guard case .socket(let path) = target.host else { return KindObservation() }
        let connected = try await LocalSocketProbe(path: path, loop: resources.loop).connect(until: deadline)
        var evidence = UnixEvidence(connected)
        if let socket = connected.socket, target.path.isEmpty, !settings.script.isEmpty {
            let probe = ScriptProbe(
                engine: resources.curl, loop: resources.loop, script: settings.script, host: .name("localhost"),
                port: 0, tls: settings.tls)
            let observed = try await probe.observe(over: socket, until: deadline)
            evidence.script = observed.steps
            return KindObservation(evidence, took: connected.duration, secrets: settings.script.secrets)
        }
        guard let socket = connected.socket, !target.path.isEmpty else {
            return KindObservation(evidence, took: connected.duration)
        }
        let access = access
        // This is the name of curl(1) with --unix-socket, which most servers accept in the Host field.
        var probe = HTTPProbe(
            engine: resources.curl, secure: false,
            host: .name("localhost"), port: 80, path: target.path)
        probe.settings = settings.http
        probe.login = access.login?.login
        let observed = try await probe.observe(over: socket, within: ContinuousClock.now.duration(to: deadline))
        let times = observed.times
        if var http = observed.http {
            http.url = target.text
            http.authentication = http.authentication.map { judged($0, access) }
            http.phases = .init(
                resolve: .zero, connect: connected.duration, request: times.request, firstByte: times.firstByte,
                body: times.body)
            evidence.http = http
        }
        return KindObservation(
            evidence, took: connected.duration + times.http,
            secrets: access.secrets + settings.http.secrets(beside: target))
    }
}
