/// Instances that have been asked for in vain, in the order in which they are asked for again: after one second, and each
/// time after twice as long.
struct SilentInstances {
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)]

    private struct Entry {
        let instance: SeenInstance
        let due: ContinuousClock.Instant
    }

    /// For each pause those that are in it, oldest first.
    private var queues: [[Entry]] = Array(repeating: [], count: pauses.count)

    var count: Int { queues.reduce(0) { $0 + $1.count } }
    var isEmpty: Bool { queues.allSatisfy(\.isEmpty) }

    /// Has it asked for again later, but not for ever.
    mutating func append(_ instance: SeenInstance) {
        let turn = instance.timesSilent
        guard turn < Self.pauses.count else { return }
        instance.timesSilent += 1
        queues[turn].append(Entry(instance: instance, due: .now + Self.pauses[turn]))
    }

    private var next: Int? {
        queues.indices.filter { !queues[$0].isEmpty }.min { queues[$0][0].due < queues[$1][0].due }
    }

    var first: SeenInstance? { next.map { queues[$0][0].instance } }
    /// When the first is to be asked for again.
    var due: ContinuousClock.Instant? { next.map { queues[$0][0].due } }

    mutating func removeFirst() {
        if let next { queues[next].removeFirst() }
    }

    mutating func removeAll(where isGone: (SeenInstance) -> Bool) {
        for index in queues.indices { queues[index].removeAll { isGone($0.instance) } }
    }
}
