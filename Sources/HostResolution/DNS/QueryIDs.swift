import Glibc

/// The IDs of queries. Nobody must be able to guess them (RFC 5452 section 9.2), so that they are the kernel's random numbers. Many
/// are requested at once, since a system call for each would take a fiftieth of a query.
struct QueryIDs {
    /// The numbers that were requested, and not used yet.
    private var unused: [UInt16] = []
    /// The number that getentropy(3) returns at most: 256 bytes.
    private static let count = 128

    mutating func next() -> UInt16 {
        if let id = unused.popLast() { return id }
        unused = Array(unsafeUninitializedCapacity: Self.count) { buffer, count in
            let isFilled = getentropy(buffer.baseAddress, Self.count * MemoryLayout<UInt16>.size) == 0
            count = isFilled ? Self.count : 0
        }
        return unused.popLast() ?? .random(in: .min ... .max)
    }
}
