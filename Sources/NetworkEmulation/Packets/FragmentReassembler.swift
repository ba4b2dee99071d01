/// Reassembles fragments (RFC 791 section 3.2, RFC 8200 section 4.5), with limits on number, bytes and time.
struct FragmentReassembler {
    /// The maximum number of incomplete packets; if there are more, the oldest is discarded.
    static let maxPackets = 64
    /// The maximum number of fragments of one packet. The largest packet has 53 over the minimum MTU of IPv6.
    static let maxFragments = 1_024
    /// The time after which an incomplete packet is discarded, in nanoseconds, as in Linux (`ipfrag_time`).
    static let timeLimit: Int64 = 30_000_000_000

    private struct Key: Hashable {
        let source: PacketAddress
        let destination: PacketAddress
        let identification: UInt32
        let protocolNumber: UInt8
    }

    private struct Partial {
        let began: Int64
        /// The header of the first fragment.
        var header: [UInt8]?
        /// The fragments in order, which do not overlap.
        var parts: [(offset: Int, bytes: [UInt8])] = []
        /// The length of the payload in bytes, which the last fragment determines.
        var length: Int?
        var count = 0
    }

    private var partials: [Key: Partial] = [:]
    /// The number of whole packets that were fragments again, and were discarded.
    private(set) var nested = 0

    /// Adds a fragment with a valid header.
    ///
    /// - Returns: The whole packet if this was the last missing fragment. It is no fragment: no sender nests them, and each level
    ///   would have to be reassembled in turn, thousands of times in one packet.
    mutating func add(_ packet: PacketView, at now: Int64) -> [UInt8]? {
        guard let fragment = packet.fragment else { return nil }
        let key = Key(
            source: packet.source, destination: packet.destination, identification: fragment.identification,
            // Identifications of IPv6 are independent of the protocol.
            protocolNumber: packet.isIPv6 ? 0 : fragment.protocolNumber)
        var partial = partials.removeValue(forKey: key) ?? Partial(began: now)
        let end = fragment.offset + fragment.payload.count
        // Only the last fragment may have a length that is not a multiple of 8, and the end must not exceed the maximum
        // length.
        guard !fragment.payload.isEmpty, !fragment.hasMore || fragment.payload.count % 8 == 0, end <= 65_535 else {
            return nil
        }
        let place = partial.parts.firstIndex { $0.offset >= fragment.offset } ?? partial.parts.count
        if place < partial.parts.count, partial.parts[place].offset == fragment.offset,
            partial.parts[place].bytes.count == fragment.payload.count
        {
            // The fragment is a duplicate.
            partials[key] = partial
            return nil
        }
        // A packet with overlapping fragments is discarded (RFC 8200 section 4.5), and so is one with two ends.
        let before = place > 0 ? partial.parts[place - 1].offset + partial.parts[place - 1].bytes.count : 0
        let after = place < partial.parts.count ? partial.parts[place].offset : .max
        let known = partial.length ?? (fragment.hasMore ? .max : end)
        guard before <= fragment.offset, end <= after, end <= known, fragment.hasMore || end == known,
            after == .max || fragment.hasMore, partial.parts.count < Self.maxFragments
        else { return nil }
        if !fragment.hasMore { partial.length = end }
        if fragment.offset == 0 { partial.header = Self.header(of: packet, fragment) }
        partial.parts.insert((fragment.offset, Array(fragment.payload)), at: place)
        partial.count += fragment.payload.count
        guard let header = partial.header, partial.count == partial.length else {
            if partials.count >= Self.maxPackets,
                let oldest = partials.min(by: { $0.value.began < $1.value.began })?.key
            {
                partials[oldest] = nil
            }
            partials[key] = partial
            return nil
        }
        guard let whole = Self.reassembled(header, partial, isIPv6: packet.isIPv6) else { return nil }
        guard whole.withUnsafeBytes({ PacketView($0)?.isFragment }) != true else {
            nested += 1
            return nil
        }
        return whole
    }

    /// Discards packets that were not completed in time.
    mutating func sweep(at now: Int64) {
        guard !partials.isEmpty else { return }
        partials = partials.filter { now - $0.value.began <= Self.timeLimit }
    }

    /// The header without the fields of a fragment.
    private static func header(of packet: PacketView, _ fragment: PacketView.Fragment) -> [UInt8] {
        var header = Array(packet.bytes[..<packet.headerLength])
        if packet.isIPv6 { header[6] = fragment.protocolNumber } else { header.set16(0, at: 6) }
        return header
    }

    private static func reassembled(_ header: [UInt8], _ partial: Partial, isIPv6: Bool) -> [UInt8]? {
        var bytes = header
        let length = isIPv6 ? partial.count : header.count + partial.count
        guard length <= 65_535 else { return nil }
        bytes.set16(length, at: isIPv6 ? 4 : 2)
        if !isIPv6 { bytes.setHeaderChecksum() }
        bytes.reserveCapacity(header.count + partial.count)
        for part in partial.parts { bytes += part.bytes }
        return bytes
    }
}
