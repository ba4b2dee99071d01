/// The Internet checksum (RFC 1071).
package struct InternetChecksum {
    private var sum: UInt64 = 0

    package init() {}

    /// Adds bytes. An odd number of bytes is padded with a zero.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        // A sum of 32-bit words folds to the same value as one of 16-bit words.
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

    /// The value of the checksum field; 0 if the bytes include a correct checksum.
    package var value: UInt16 {
        var folded = sum
        while folded > 0xffff { folded = (folded & 0xffff) &+ (folded >> 16) }
        return ~UInt16(folded)
    }
}
