/// The checksum of RFC 1071.
package struct InternetChecksum {
    private var sum: UInt64 = 0

    package init() {}

    /// Adds bytes; a last odd one counts as if a zero followed.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        // Sums of 32 bits at a time fold to the same as those of 16.
        while offset + 4 <= bytes.count {
            sum &+= UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            offset += 4
        }
        if offset + 2 <= bytes.count {
            sum &+= UInt64(bytes.number16(at: offset))
            offset += 2
        }
        if offset < bytes.count { sum &+= UInt64(bytes[offset]) << 8 }
    }

    package mutating func add(
        pseudoHeaderOf source: PacketAddress, _ destination: PacketAddress, length: Int, protocolNumber: UInt8
    ) {
        for address in [source, destination] {
            for number in [address.high, address.low] { sum &+= (number >> 32) &+ (number & 0xffff_ffff) }
        }
        sum &+= UInt64(length) &+ UInt64(protocolNumber)
    }

    /// What is written into the checksum's field; 0 where that is there already and right.
    package var value: UInt16 {
        var folded = sum
        while folded > 0xffff { folded = (folded & 0xffff) &+ (folded >> 16) }
        return ~UInt16(folded)
    }
}
