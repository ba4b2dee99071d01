import NetworkModel

/// Simultaneous changes of the machine's network. A few are reported one by one; of a burst, the most significant ones
/// are reported, and the others are counted.
struct ChangeBatch: Sendable {
    /// The maximum number of changes that are reported one by one.
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

    /// The reported changes in their order, with a line for all others.
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

    /// The rank of a change; the changes that are most informative about faults come first.
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
