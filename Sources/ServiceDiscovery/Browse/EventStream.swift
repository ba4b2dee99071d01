import NetworkModel

/// The events of a browser on their way to its reader, of which only so many may be on the way.
struct EventStream {
    /// More events than every instance can have at once.
    static let maxEvents = 32_768
    private static let maxBytes = 16 << 20

    let continuation: AsyncStream<BrowseEvent>.Continuation
    /// The sizes of the events that are on the way; those before `first` have arrived.
    private var sizes: [Int] = []
    private var first = 0
    private var bytes = 0

    init(_ continuation: AsyncStream<BrowseEvent>.Continuation) { self.continuation = continuation }

    /// - Returns: Whether the reader still follows: one that is too far behind has lost track.
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
    /// What the network says of it, in bytes.
    var announcedBytes: Int {
        (txt ?? [:]).reduce(name.utf8.count + (host?.utf8.count ?? 0)) { sum, entry in
            let value =
                switch entry.value {
                case .flag: 0
                case .text(let text): text.utf8.count
                case .bytes(let bytes): bytes.count
                }
            // What a dictionary takes for an entry, beside its text.
            return sum + entry.key.utf8.count + value + 64
        }
    }
}
