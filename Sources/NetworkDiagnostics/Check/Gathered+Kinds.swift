import Diagnosis
import NetworkModel
import Probes
import TargetKinds

extension KindObservation: LayerResult {}

extension CheckRun.Gathered {
    mutating func add(_ observation: KindObservation) {
        var (observed, durations) = (observation.observed, observation.durations)
        if evidence.proxy != nil { addProxy(observation, &observed, &durations) }
        evidence.observed.merge(observed)
        self.durations.merge(durations)
        for secret in observation.secrets where !secrets.contains(secret) { secrets.append(secret) }
    }

    /// The connection was the proxy's.
    private mutating func addProxy(
        _ observation: KindObservation, _ observed: inout Observations, _ durations: inout PerLayer<Duration>
    ) {
        let tcp = observed[TCPEvidence.self]
        observed[TCPEvidence.self] = nil
        evidence.proxy?.attempts = tcp?.attempts ?? []
        if let tcp, tcp.winner == nil { evidence.proxy?.outcome = .unreachable }
        if let proxy = observation.proxy {
            evidence.proxy?.outcome = proxy.outcome
            evidence.proxy?.tls = proxy.tls
            evidence.proxy?.status = proxy.status
            evidence.proxy?.authentication = proxy.authentication
            evidence.proxy?.detail = proxy.detail
        }
        let resolution = self.durations[.proxy] ?? .zero
        let connection = durations.remove(.tcp) ?? .zero
        durations[.proxy] = resolution + connection + (durations.remove(.proxy) ?? .zero)
    }
}
