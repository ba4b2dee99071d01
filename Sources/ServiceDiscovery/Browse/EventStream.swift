import NetworkModel

/// The events of a browser for its reader, of which a limited number may be queued.
struct EventStream {
    /// The maximum number of queued events, which is more than every instance can have at once.
    static let maxEvents = 32_768
    private static let maxBytes = 16 << 20

    let continuation: AsyncStream<BrowseEvent>.Continuation
    /// The sizes of the queued events; those before `first` have been read.
    private var sizes: [Int] = []
    private var first = 0
    private var bytes = 0

    init(_ continuation: AsyncStream<BrowseEvent>.Continuation) { self.continuation = continuation }

    /// Sends an event.
    ///
    /// - Returns: Whether the reader keeps up: one that is too far behind has missed events.
    mutating func send(_ event: BrowseEvent) -> Bool {
        guard case .enqueued(let room) = continuation.yield(event) else { return false }
        let size = Self.size(of: event)
        sizes.append(size)
        bytes += size
        let onTheWay = max(Self.maxEvents - room, 0)
        while sizes.count - first > onTheWay {
            bytes -= sizes[first]
            first += 1
        }
        if first > 1_024 {
            sizes.removeFirst(first)
            first = 0
        }
        return bytes <= Self.maxBytes
    }

    private static func size(of event: BrowseEvent) -> Int {
        guard case .service(let event) = event else { return 0 }
        return PeerShares.bytesOfInstance + event.instance.announcedBytes
    }
}

extension ServiceInstance {
    /// The size of its data from the network, in bytes.
    var announcedBytes: Int {
        (txt ?? [:]).reduce(name.utf8.count + (host?.utf8.count ?? 0)) { sum, entry in
            let value =
                switch entry.value {
                case .flag: 0
                case .text(let text): text.utf8.count
                case .bytes(let bytes): bytes.count
                }
            // The overhead of a dictionary entry, in addition to its text.
            return sum + entry.key.utf8.count + value + 64
        }
    }
}
