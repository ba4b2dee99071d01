import NetworkModel

/// One direction of an emulated link, which decides for each packet when and how it arrives.
///
/// The model has no clock. The same seed and the same packets at the same times lead to the same decisions.
public struct LinkModel: Sendable {
    /// The direction of packets.
    public enum Direction: Sendable, Hashable, CaseIterable {
        /// From the command to the network.
        case up
        /// From the network to the command.
        case down
    }

    private let settings: LinkSettings
    private let bytesPerSecond: Double
    private let queueLimit: Int64
    private let latency: Int64
    private let jitter: Int64
    private let outage: (length: Int64, period: Int64)?
    private var loss: LossModel
    private var generator: SeededGenerator
    /// The time at which the bottleneck will have sent all queued packets.
    private var busyUntil = Int64.min
    /// The arrival of the last packet that must not be overtaken.
    private var lastArrival = Int64.min
    private var start: Int64?

    /// The time for which a reordered packet is held back, in nanoseconds.
    static let holdBack: Int64 = 10_000_000
    /// The capacity of the queue in front of a bottleneck, in nanoseconds of sending time, but at least ``minQueuedPackets``.
    static let queueTime: Int64 = 250_000_000
    static let minQueuedPackets = 32

    /// Creates one direction of a link. Both directions have the same seed, and still make independent decisions.
    public init(_ settings: LinkSettings, direction: Direction, seed: UInt64) {
        self.settings = settings
        let rate = direction == .up ? settings.upRate : settings.downRate
        bytesPerSecond = rate.map { Double(max(1, $0)) / 8 } ?? .infinity
        queueLimit = max(
            Self.queueTime, Int64(Double(Self.minQueuedPackets * 1_500) / bytesPerSecond * 1_000_000_000))
        latency = settings.latency.nanoseconds / 2
        jitter = settings.jitter.nanoseconds / 2
        outage = settings.outage.map { ($0.length.nanoseconds, max(1, $0.period.nanoseconds)) }
        loss = LossModel(settings.loss)
        var seeds = SeededGenerator(seed: seed)
        _ = seeds.next()
        generator = SeededGenerator(seed: direction == .up ? seeds.next() : seeds.next() ^ 0xffff_0000_ffff_0000)
    }

    /// Decides what happens to a packet.
    ///
    /// - Parameters:
    ///   - size: The length of the packet with its IP header, in bytes.
    ///   - now: The time at which it is sent, in nanoseconds on a monotonic clock.
    public mutating func decide(size: Int, at now: Int64) -> LinkDecision {
        let start = self.start ?? now
        self.start = start
        if let outage, (now - start) % outage.period >= outage.period - outage.length { return .dropped(.outage) }
        if let mtu = settings.mtu, size > mtu.bytes {
            return .dropped(.tooBig(mtu: mtu.bytes, isReported: mtu.isReported))
        }
        if loss.losesNext(&generator) { return .dropped(.lost) }
        var time = now
        if bytesPerSecond.isFinite {
            let begin = max(now, busyUntil)
            guard begin - now <= queueLimit else { return .dropped(.queueFull) }
            busyUntil = begin + Int64(Double(size) / bytesPerSecond * 1_000_000_000)
            time = busyUntil
        }
        time += latency
        if jitter > 0 { time = max(now, time + Int64((generator.fraction() * 2 - 1) * Double(jitter))) }
        let isReordered = generator.happens(settings.reorder)
        if isReordered {
            time += Self.holdBack
        } else {
            // Jitter alone does not reorder packets, as in a queue.
            time = max(time, lastArrival)
            lastArrival = time
        }
        let flipped = generator.happens(settings.corrupt) && size > 0 ? generator.below(size * 8) : nil
        let again = generator.happens(settings.duplicate) ? time : nil
        return .arrives(.init(time: time, again: again, flippedBit: flipped, isReordered: isReordered))
    }
}

extension Duration {
    /// The whole nanoseconds, clamped to the range of `Int64`.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
    }
}
