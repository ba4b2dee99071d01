import NetworkModel

/// Changes of the machine's network that came together. A few are told one by one; of a burst the most significant are, and
/// the others are counted.
struct ChangeBatch: Sendable {
    /// Changes that are told one by one.
    static let maxTold = 32

    private var kept: [NetworkChange] = []
    private var counts: [NetworkChange.Subject: Int] = [:]
    private var latest: UInt64 = 0

    var isEmpty: Bool { kept.isEmpty }

    mutating func add(_ change: NetworkChange) {
        latest = max(latest, change.monotonicNanoseconds)
        guard kept.count >= Self.maxTold else { return kept.append(change) }
        let least = kept.indices.max { Self.rank(kept[$0]) < Self.rank(kept[$1]) } ?? 0
        guard Self.rank(change) < Self.rank(kept[least]) else { return counts[change.subject, default: 0] += 1 }
        counts[kept[least].subject, default: 0] += 1
        kept.remove(at: least)
        kept.append(change)
    }

    /// What is told, in the order in which it came, with a line for all that is not told one by one.
    var changes: [NetworkChange] {
        guard !counts.isEmpty else { return kept }
        let sum = counts.values.reduce(0, +)
        let parts = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) of \(Self.words($0.key))" }
        return kept + [
            NetworkChange(
                subject: .resynchronised, interface: nil,
                summary: "\(sum) more changes came at once and are not listed: \(parts.joined(separator: ", "))",
                monotonicNanoseconds: latest)
        ]
    }

    /// What says most about a fault comes first.
    private static func rank(_ change: NetworkChange) -> Int {
        switch change.subject {
        case .link: 0
        case .resolvers: 1
        case .address: 2
        case .neighbour: 3
        case .resynchronised: 4
        case .route: 5
        }
    }

    private static func words(_ subject: NetworkChange.Subject) -> String {
        switch subject {
        case .link: "interfaces"
        case .address: "addresses"
        case .route: "routes"
        case .neighbour: "gateways"
        case .resolvers: "resolvers"
        case .resynchronised: "messages that were lost"
        }
    }
}
