import HTTPTypes
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

extension ServiceListing {
    /// The instances that exist when all known ones were received.
    ///
    /// - Throws: 503 if Avahi is unavailable, or the events end before that.
    func list(_ events: AsyncStream<BrowseEvent>, within limit: Duration) async throws(Problem) -> [ServiceInstance] {
        let found = FoundInstances()
        let end = await lines(events, once: true, within: limit) { line in
            if case .event(let event) = line { found.apply(event) }
        }
        switch end {
        case .over: return found.instances
        case .unavailable(let reason), .cut(let reason): throw Problem(.serviceUnavailable, reason)
        }
    }
}
