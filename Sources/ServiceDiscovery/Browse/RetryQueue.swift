/// Instances without an outcome of resolving, in the order of their retries: after one second, and then each time after twice
/// as long.
struct RetryQueue {
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)]

    struct Entry: Hashable {
        let id: BrowsedInstance.ID
        let due: ContinuousClock.Instant
    }

    /// The instances of each pause, oldest first.
    private var queues: [[Entry]] = Array(repeating: [], count: pauses.count)

    var count: Int { queues.reduce(0) { $0 + $1.count } }
    var isEmpty: Bool { queues.allSatisfy(\.isEmpty) }

    /// Adds an instance.
    ///
    /// - Returns: When the instance is due; `nil` after the last retry.
    mutating func append(
        _ id: BrowsedInstance.ID, retries: Int, at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        guard retries < Self.pauses.count else { return nil }
        let due = now + Self.pauses[retries]
        queues[retries].append(Entry(id: id, due: due))
        return due
    }

    private var next: Int? {
        queues.indices.filter { !queues[$0].isEmpty }.min { queues[$0][0].due < queues[$1][0].due }
    }

    /// The entry that is due first.
    var first: Entry? { next.map { queues[$0][0] } }

    mutating func removeFirst() {
        if let next { queues[next].removeFirst() }
    }

    mutating func removeAll(where isGone: (Entry) -> Bool) {
        for index in queues.indices { queues[index].removeAll(where: isGone) }
    }
}
