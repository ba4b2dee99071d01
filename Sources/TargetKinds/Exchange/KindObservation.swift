package import NetworkModel
package import Probes
import Diagnosis

/// The result of an exchange with a target, which only kinds of netdiag can create.
public struct KindObservation: Sendable {
    package var observed = Observations()
    /// The result of a proxy on the route.
    package var proxy: ProxyAssessment?
    /// The destination of a page's redirect.
    package var redirect: String?
    package var cookies: [String] = []
    package var durations = PerLayer<Duration>()
    /// The secrets that were read for the exchange.
    package var secrets: [Secret] = []
    /// The name of the kind whose probe did not end in time, so that nothing is known above the connection.
    package var overrun: String?
    /// The results for the other addresses of the name to which there was a connection as well.
    package var others: [IPAddress: KindObservation] = [:]

    package init(secrets: [Secret] = []) {
        self.secrets = secrets
    }

    /// Creates the result of a single layer.
    package init<Evidence: LayerEvidence>(
        _ evidence: Evidence, took duration: Duration? = nil, secrets: [Secret] = []
    ) {
        observed.set(AnyLayerEvidence(evidence))
        durations[Evidence.layer] = duration
        self.secrets = secrets
    }

    package var hasSucceeded: Bool {
        guard overrun == nil else { return false }
        if let proxy, proxy.outcome != .passed { return false }
        return !observed.all.isEmpty && observed.areProven
    }

    /// Creates the result of connecting, to which that of the exchange is added.
    init(_ connected: KindExchange.Connected<some Sendable>, secrets: [Secret] = []) {
        self.init(connected.tcp, took: connected.timeToConnect, secrets: secrets)
    }

    /// Adds the results of the layers between the connection and the response.
    mutating func add(_ proxy: ProxyAssessment?, tls: TLSEvidence?, _ times: HTTPProbe.Times) {
        self.proxy = proxy
        durations[.proxy] = times.proxy
        observed[TLSEvidence.self] = tls
        durations[.tls] = times.tls
    }
}
