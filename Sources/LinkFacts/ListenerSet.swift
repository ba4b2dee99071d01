import NetworkModel

/// Those who listen to changes, each with a bounded buffer of its own.
struct ListenerSet {
    /// Changes that wait for a listener; beyond this the oldest go.
    static let depth = 256

    private struct Listener {
        var continuation: AsyncStream<NetworkChange>.Continuation
        /// How many were dropped since it was last told so.
        var dropped = 0
        var wasTold = false
    }

    private var listeners: [UInt64: Listener] = [:]
    private var lastID: UInt64 = 0

    var isEmpty: Bool { listeners.isEmpty }

    mutating func add(_ continuation: AsyncStream<NetworkChange>.Continuation) -> UInt64 {
        lastID += 1
        listeners[lastID] = Listener(continuation: continuation)
        return lastID
    }

    mutating func remove(_ id: UInt64) {
        listeners[id] = nil
    }

    /// Hands a change to everyone. Who has been too slow finds a marker that something is missing; the marker is told
    /// anew before the changes behind it can have pushed it out.
    mutating func yield(_ change: NetworkChange) {
        for id in listeners.keys {
            guard var listener = listeners[id] else { continue }
            switch listener.continuation.yield(change) {
            case .dropped:
                listener.dropped += 1
                if !listener.wasTold || listener.dropped >= Self.depth / 2 {
                    _ = listener.continuation.yield(
                        .omitted(.byReader, monotonicNanoseconds: change.monotonicNanoseconds))
                    listener.dropped = 0
                    listener.wasTold = true
                }
            case .enqueued(let remaining):
                if remaining > Self.depth / 2 { listener.wasTold = false }
            case .terminated: break
            @unknown default: break
            }
            listeners[id] = listener
        }
    }

    mutating func finish() {
        // Taken out first: finishing calls back to remove them.
        let all = listeners.values
        listeners = [:]
        for listener in all { listener.continuation.finish() }
    }
}
