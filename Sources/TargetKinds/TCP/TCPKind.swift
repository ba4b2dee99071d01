import Diagnosis
import NetworkModel
import Probes

/// A TCP port (RFC 9293): whether it accepts connections, and sends the expected data.
enum TCPKind: TargetKind {
    static let summary =
        "A TCP port, which must accept connections and send the expected text, if any (RFC 9293)."
    static let example = "tcp://192.0.2.1:22"
    static let schemes = [RegisteredScheme.tcp]
    static let causes = [CauseEntry]()
    static let probe = KindProbe<NoKindSettings, TCPEvidence>.exchange { try await $0.runDialogue() }
}

extension KindExchange {
    /// Runs the dialogue over a connection.
    fileprivate func runDialogue() async throws -> KindObservation {
        guard !settings.script.isEmpty else {
            let (loop, deadline, isAwaited) = (resources.loop, deadline, isEndAwaited)
            let connected = try await connect { socket, _ in
                if isAwaited { try await socket.endInOrder(on: loop, until: deadline) }
            }
            return KindObservation(connected)
        }
        let probe = ScriptProbe(
            engine: resources.curl, loop: resources.loop, script: settings.script, host: target.host,
            port: target.port ?? destinations.first?.port ?? 0, tls: settings.tls)
        let connected = try await connect { socket, _ in
            try await probe.observe(over: socket, until: self.deadline)
        }
        var tcp = connected.tcp
        tcp.script = connected.value?.steps
        var result = KindObservation(tcp, took: connected.timeToConnect, secrets: settings.script.secrets)
        guard let observed = connected.value else { return result }
        result.observed[TLSEvidence.self] = observed.tls
        if let took = observed.tlsDuration { result.durations[.tls] = took }
        return result
    }
}
