import Diagnosis
import LinkFacts
import NetworkModel
import Probes

extension FollowUpProbes {
    /// The maximum number of links that are examined; machines with more have them for containers.
    private static let maxLinks = 8

    func perform(_ followUp: MulticastFollowUp) async throws -> Amendment {
        switch followUp {
        case .query(let labels, let types):
            let views = try await views(of: labels, types)
            return { evidence in
                guard !views.isEmpty else { return }
                evidence.mdns = evidence.mdns ?? .init()
                evidence.mdns?.views = views
            }
        }
    }

    private func views(of labels: [String], _ types: [DNSRecordType]) async throws -> [MulticastObservation] {
        let links = (evidence.link?.carriers ?? []).filter { !$0.isLoopback && $0.isAdminUp && $0.hasCarrier }
        let neighbours = try await engine.links.snapshot().neighbours.filter {
            [.reachable, .stale, .delay, .probe, .permanent].contains($0.state)
        }
        return try await withThrowingTaskGroup(of: (Int, [MulticastObservation]).self) { group in
            for (index, link) in links.prefix(Self.maxLinks).enumerated() {
                var probe = MulticastProbe(
                    labels: labels, types: types, on: link,
                    neighbours: neighbours.filter { $0.interface == link.name }.map(\.address), loop: engine.loop)
                probe.isRepeated = isWaiting
                group.addTask { [deadline, probe] in (index, try await probe.observe(until: deadline)) }
            }
            var views: [(Int, [MulticastObservation])] = []
            for try await view in group { views.append(view) }
            return views.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
