import NetdiagConfiguration
import NetworkModel
import Probes
import TargetKinds

extension ModuleProbe {
    /// Evaluates a conversation over TCP.
    mutating func evaluate(_ conversation: BlackboxExchange, _ report: Report) -> Bool {
        // Like blackbox_exporter up to 0.27, also without a connection.
        series.set(.failedByPattern, false)
        series.set(.failedByBytes, false)
        let tcp = report[TCPEvidence.self]
        guard tcp?.winner != nil else { return false }
        let tls = report[TLSEvidence.self]
        let isShaken = tls?.outcome == .established
        // If the connection starts with TLS, nothing is sent without a handshake.
        guard !conversation.beginsWithTLS || isShaken else { return false }
        recordCertificates(tls, conversation.tls)
        return evaluate(conversation, tcp?.script ?? [])
    }

    /// Evaluates a conversation over a Unix socket.
    mutating func evaluateSocket(_ conversation: BlackboxExchange, _ report: Report) -> Bool {
        guard let unix = report[UnixEvidence.self], unix.outcome == .connected else { return false }
        return evaluate(conversation, unix.script ?? [])
    }

    private mutating func evaluate(
        _ conversation: BlackboxExchange, _ results: [TCPEvidence.ScriptResult]
    ) -> Bool {
        series.set(.failedByPattern, false)
        series.set(.failedByBytes, false)
        for (place, step) in conversation.script.enumerated() {
            guard results.indices.contains(place) else { return false }
            let result = results[place]
            guard result.hasSucceeded else {
                series.log("step \(place + 1), \(result.step): \(result.received ?? "failed")")
                switch step {
                case .expectLine, .expect: series.set(.failedByPattern, result.isClosed == true)
                case .expectBytes: series.set(.failedByBytes, result.isClosed == false)
                case .send, .sendExpanded, .startTLS: break
                }
                return false
            }
            for labels in conversation.labels where labels.step == place {
                let values = labels.labels.map { label -> MetricText.Label in
                    (label.name, ScriptProbe.expanded(label.value, result.groups ?? []))
                }
                series.set(.expectInfo, values, 1.0)
            }
        }
        return true
    }
}
