package import NetworkModel
package import Probes
import Diagnosis

/// The result of an exchange with a target.
public struct KindObservation: Sendable {
    package var observed = Observations()
    /// Of a proxy on the way.
    package var proxy: ProxyReading?
    /// What a page has left for the next one.
    package var redirect: String?
    package var cookies: [String] = []
    package var durations: PerLayer<Duration> = [:]
    /// Of the logins that were read for it.
    package var secrets: [Secret] = []

    package init(_ observed: [AnyLayerEvidence] = [], durations: PerLayer<Duration> = [:], secrets: [Secret] = []) {
        self.observed = Observations(observed)
        self.durations = durations
        self.secrets = secrets
    }

    package var hasSucceeded: Bool {
        if let proxy, proxy.outcome != .passed { return false }
        return !observed.all.isEmpty && observed.areProven
    }

    /// That a connection was made, or was not; what was asked over it is to be added.
    init(_ connected: KindExchange.Connected<some Sendable>, secrets: [Secret] = []) {
        self.init([.init(connected.tcp)], durations: [.tcp: connected.timeToConnect], secrets: secrets)
    }

    /// What lies between the connection and the answer.
    mutating func add(_ proxy: ProxyReading?, tls: TLSEvidence?, _ times: HTTPProbe.Times) {
        self.proxy = proxy
        durations[.proxy] = times.proxy
        observed[TLSEvidence.self] = tls
        durations[.tls] = times.tls
    }
}
