import HTTPTypes
import NetworkModel

/// The daemon's knowledge as Prometheus metrics.
struct MetricsEndpoint: Endpoint {
    let store: StatusStore
    let path = "/metrics"
    let summary =
        "The machine, its targets and the daemon itself as metrics of Prometheus; as OpenMetrics where Accept asks for that"
    let mediaType = MetricText.mediaType
    let otherMediaTypes = ["application/openmetrics-text"]
    var audience: EndpointAudience { .readers(handle) }

    private func handle(_ request: APIRequest) -> APIResponse {
        let format = Self.format(request.fields[.accept] ?? "")
        let families =
            MetricFamily.ofProcess() + MetricFamily.ofMachine(store.document)
            + MetricFamily.ofAlerts(store.alerts) + MetricFamily.ofTargets(TargetAccess(store))
        return APIResponse(.metrics(MetricStream(families: families, format: format)), type: format.mediaType)
    }

    /// The format with the higher weight (RFC 9110 section 12.5.1); for equal weights OpenMetrics, if it is listed.
    static func format(_ accept: String) -> MetricText.Format {
        var weights: [String: Double] = [:]
        for part in accept.prefix(4_096).lowercased().split(separator: ",").prefix(64) {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let type = words.first else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            // Other versions are not supported.
            let version = words.dropFirst().first { $0.hasPrefix("version=") } ?? "version=1.0.0"
            if type == "application/openmetrics-text", version != "version=1.0.0" { continue }
            weights[type] = max(weight, weights[type] ?? 0)
        }
        guard let wanted = weights["application/openmetrics-text"], wanted > 0 else { return .prometheus }
        return wanted >= weights["text/plain"] ?? 0 ? .openMetrics : .prometheus
    }
}
