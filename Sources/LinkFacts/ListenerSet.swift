import NetworkModel

/// The listeners of changes, each with a limited buffer.
struct ListenerSet {
    /// The maximum number of queued changes of a listener, beyond which the oldest are dropped.
    static let depth = 256

    private struct Listener {
        var continuation: AsyncStream<NetworkChange>.Continuation
        /// The number of dropped changes since the last marker.
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

    /// Passes a change to all listeners. A listener that was too slow gets a marker that something is missing. The marker is
    /// sent again before later changes can have displaced it.
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
        // Removed first: finishing calls back to remove them.
        let all = listeners.values
        listeners = [:]
        for listener in all { listener.continuation.finish() }
    }
}
