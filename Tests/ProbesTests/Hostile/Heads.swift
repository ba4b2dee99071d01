import Synchronization

/// The heads of requests, in order.
final class Heads: Sendable {
    private let heads = Mutex<[String]>([])

    func add(_ head: String) { heads.withLock { $0.append(head) } }

    var all: [String] { heads.withLock { $0 } }
}
