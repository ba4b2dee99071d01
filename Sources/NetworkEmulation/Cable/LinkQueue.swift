import HeapModule

/// One direction of the cable. It applies the model's decision to each packet, and holds the delayed ones.
final class LinkQueue {
    /// The limits of delayed packets and bytes. Packets beyond them are dropped, as by a full queue.
    static let maxPackets = 65_536
    static let maxBytes = 64 << 20

    private let settings: LinkSettings
    private var model: LinkModel
    private var waiting = Heap<DelayedPacket>()
    private var waitingBytes = 0
    private var sequence: UInt64 = 0
    private(set) var summary = DirectionSummary()
    /// Called with each packet that arrives, and the time. The buffer is only valid during the call.
    private let deliver: (UnsafeRawBufferPointer, Int64) -> Void
    /// Called with each packet that exceeds the MTU and must be reported to its sender, and the MTU in bytes.
    private let report: (UnsafeRawBufferPointer, Int) -> Void

    init(
        _ settings: LinkSettings, direction: LinkModel.Direction, seed: UInt64,
        deliver: @escaping (UnsafeRawBufferPointer, Int64) -> Void,
        report: @escaping (UnsafeRawBufferPointer, Int) -> Void
    ) {
        self.settings = settings
        model = LinkModel(settings, direction: direction, seed: seed)
        (self.deliver, self.report) = (deliver, report)
    }

    /// The time at which the next packet arrives; `nil` if none is on its way.
    var nextDue: Int64? { waiting.min?.due }

    /// Sends a packet into the link.
    func send(_ packet: UnsafeRawBufferPointer, at now: Int64) {
        if settings.isPerfect {
            summary.packets += 1
            summary.bytes += packet.count
            return deliver(packet, now)
        }
        if let mtu = settings.mtu, packet.count > mtu.bytes, let view = PacketView(packet),
            let fragments = PacketFragmenter.fragments(of: view, mtu: mtu.bytes)
        {
            for fragment in fragments { fragment.withUnsafeBytes { sendWhole($0, at: now) } }
        } else {
            sendWhole(packet, at: now)
        }
    }

    /// Sends a packet without fragmenting it.
    private func sendWhole(_ packet: UnsafeRawBufferPointer, at now: Int64) {
        var decision = model.decide(size: packet.count, at: now)
        if case .arrives(let arrival) = decision, arrival.time > now,
            waiting.count >= Self.maxPackets || waitingBytes + packet.count > Self.maxBytes
        {
            decision = .dropped(.queueFull)
        }
        summary.count(decision, size: packet.count, at: now)
        switch decision {
        case .dropped(.tooBig(let mtu, isReported: true)): report(packet, mtu)
        case .dropped: break
        case .arrives(let arrival): forward(packet, arrival, at: now)
        }
    }

    private func forward(_ packet: UnsafeRawBufferPointer, _ arrival: LinkDecision.Arrival, at now: Int64) {
        guard arrival.time > now || arrival.flippedBit != nil else {
            deliver(packet, now)
            if arrival.again != nil { deliver(packet, now) }
            return
        }
        var bytes = Array(packet)
        if let bit = arrival.flippedBit, bit / 8 < bytes.count { bytes[bit / 8] ^= 1 << UInt8(bit % 8) }
        enqueue(bytes, until: arrival.time)
        if let again = arrival.again { enqueue(bytes, until: again) }
        flush(at: now)
    }

    private func enqueue(_ bytes: [UInt8], until due: Int64) {
        waiting.insert(DelayedPacket(due: due, sequence: sequence, bytes: bytes))
        waitingBytes += bytes.count
        sequence &+= 1
    }

    /// Delivers the packets that are due.
    func flush(at now: Int64) {
        while let next = waiting.min, next.due <= now {
            waiting.removeMin()
            waitingBytes -= next.bytes.count
            next.bytes.withUnsafeBytes { deliver($0, now) }
        }
    }
}
