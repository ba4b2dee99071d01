import Diagnosis
import NetworkModel
import Probes
import TargetKinds

extension KindObservation: LayerResult {}

extension CheckRun.CheckObservations {
    mutating func add(_ observation: KindObservation) {
        var (observed, durations) = (observation.observed, observation.durations)
        if evidence.observed.has(ProxyEvidence.self), let proxy = evidence.proxy {
            add(observation, over: proxy, &observed, &durations)
        }
        evidence.observed.merge(observed)
        self.durations.merge(durations)
        if let kind = observation.overrun { failure = .probeOverrun(of: kind, in: evidence) }
        for secret in observation.secrets where !secrets.contains(secret) { secrets.append(secret) }
    }

    /// Adds a connection, which was the proxy's.
    private mutating func add(
        _ observation: KindObservation, over proxy: ProxyEvidence, _ observed: inout Observations,
        _ durations: inout PerLayer<Duration>
    ) {
        var proxy = proxy
        let tcp = observed[TCPEvidence.self]
        observed[TCPEvidence.self] = nil
        proxy.attempts = tcp?.attempts ?? []
        if let tcp, tcp.winner == nil { proxy.outcome = .unreachable }
        if let reading = observation.proxy {
            proxy.outcome = reading.outcome
            proxy.tls = reading.tls
            proxy.status = reading.status
            proxy.authentication = reading.authentication
            proxy.detail = reading.detail
        }
        evidence.proxy = proxy
        let resolution = self.durations[.proxy] ?? .zero
        let connection = durations.remove(.tcp) ?? .zero
        durations[.proxy] = resolution + connection + (durations.remove(.proxy) ?? .zero)
    }
}
