/// Targets in the order in which they are due, each with its position in the configuration and at most once: a binary
/// heap.
struct DeadlineHeap {
    private struct Entry {
        let due: ContinuousClock.Instant
        let place: Int
    }

    private var heap: [Entry] = []

    /// When the first one is due; `nil` if there is none.
    var next: ContinuousClock.Instant? { heap.first?.due }

    mutating func add(_ place: Int, due: ContinuousClock.Instant) {
        heap.append(Entry(due: due, place: place))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first target if it is due.
    mutating func removeFirst(dueBy now: ContinuousClock.Instant) -> Int? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].due < heap[$1].due }), heap[least].due < heap[parent].due
            else { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return first.place
    }

    /// Removes all targets.
    mutating func removeAll() -> [Int] {
        defer { heap.removeAll(keepingCapacity: true) }
        return heap.map(\.place)
    }
}
