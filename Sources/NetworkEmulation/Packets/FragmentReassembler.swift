/// Puts fragments together again (RFC 791 section 3.2, RFC 8200 section 4.5), bounded in number, bytes and time.
struct FragmentReassembler {
    /// Packets of which parts are missing; beyond that the oldest is given up.
    static let maxPackets = 64
    /// Of one packet; those of the largest one over the smallest MTU of IPv6 are 53.
    static let maxFragments = 1_024
    /// After how long a packet is given up, as in Linux (ipfrag_time).
    static let timeLimit: Int64 = 30_000_000_000

    private struct Key: Hashable {
        let source: PacketAddress
        let destination: PacketAddress
        let identification: UInt32
        let protocolNumber: UInt8
    }

    private struct Partial {
        let began: Int64
        /// That of the fragment at the beginning.
        var header: [UInt8]?
        /// Sorted, without gaps within each; they do not overlap.
        var parts: [(offset: Int, bytes: [UInt8])] = []
        /// Of the payload; known from the last fragment.
        var length: Int?
        var count = 0
    }

    private var partials: [Key: Partial] = [:]

    /// Takes a fragment whose header is right.
    ///
    /// - Returns: The packet where this was what it lacked.
    mutating func add(_ packet: PacketView, at now: Int64) -> [UInt8]? {
        guard let fragment = packet.fragment else { return nil }
        let key = Key(
            source: packet.source, destination: packet.destination, identification: fragment.identification,
            // Numbers of IPv6 are of all protocols together.
            protocolNumber: packet.isIPv6 ? 0 : fragment.protocolNumber)
        var partial = partials.removeValue(forKey: key) ?? Partial(began: now)
        let end = fragment.offset + fragment.payload.count
        // A part that is no multiple of 8 can only be the last, and the whole has an end that fits its header.
        guard !fragment.payload.isEmpty, !fragment.hasMore || fragment.payload.count % 8 == 0, end <= 65_535 else {
            return nil
        }
        let place = partial.parts.firstIndex { $0.offset >= fragment.offset } ?? partial.parts.count
        if place < partial.parts.count, partial.parts[place].offset == fragment.offset,
            partial.parts[place].bytes.count == fragment.payload.count
        {
            // A fragment that has arrived twice.
            partials[key] = partial
            return nil
        }
        // A packet whose parts overlap is given up (RFC 8200 section 4.5), and so is one with two ends.
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
        return Self.whole(header, partial, isIPv6: packet.isIPv6)
    }

    /// Gives up packets that were not whole in time.
    mutating func sweep(at now: Int64) {
        guard !partials.isEmpty else { return }
        partials = partials.filter { now - $0.value.began <= Self.timeLimit }
    }

    /// Without what is of fragments alone.
    private static func header(of packet: PacketView, _ fragment: PacketView.Fragment) -> [UInt8] {
        var header = Array(packet.bytes[..<packet.headerLength])
        if packet.isIPv6 { header[6] = fragment.protocolNumber } else { header.set16(0, at: 6) }
        return header
    }

    private static func whole(_ header: [UInt8], _ partial: Partial, isIPv6: Bool) -> [UInt8]? {
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
