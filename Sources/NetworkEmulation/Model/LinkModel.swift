import NetworkModel

/// One direction of an emulated link: says of each packet when and how it arrives. It has no clock of its own; the same packets
/// at the same times with the same seed always fare the same.
public struct LinkModel: Sendable {
    /// Which way packets go.
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
    /// Until when the bottleneck is busy with what is queued.
    private var busyUntil = Int64.min
    /// When the last packet arrives that others do not overtake.
    private var lastArrival = Int64.min
    private var start: Int64?

    /// How long a reordered packet is held back.
    static let holdBack: Int64 = 10_000_000
    /// How much the queue before a bottleneck holds: what it sends in this time, but at least ``minQueuedPackets``.
    static let queueTime: Int64 = 250_000_000
    static let minQueuedPackets = 32

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

    /// What becomes of a packet of `size` bytes that is sent at `now`, in nanoseconds on a clock that never goes back.
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
            // Jitter by itself overtakes nothing, as in a queue.
            time = max(time, lastArrival)
            lastArrival = time
        }
        let flipped = generator.happens(settings.corrupt) && size > 0 ? generator.below(size * 8) : nil
        let again = generator.happens(settings.duplicate) ? time : nil
        return .arrives(.init(time: time, again: again, flippedBit: flipped, isReordered: isReordered))
    }
}

extension Duration {
    /// Rounded down; what does not fit is cut to the largest number.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
    }
}
