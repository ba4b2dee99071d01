/// Counts the messages of a stream, each of which follows its length (RFC 1035 section 4.2.2).
struct DNSStreamCounter: Hashable {
    /// The number of complete messages.
    private(set) var complete = 0
    /// The number of bytes of the current message's length that have arrived, 0 to 2.
    private var lengthBytes = 0
    /// The length, as far as it has arrived; then the number of bytes that the message lacks.
    private var left = 0

    /// Adds what has arrived. The result does not depend on how it is divided.
    mutating func add(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        while let byte = rest.first {
            if lengthBytes < 2 {
                left = left << 8 | Int(byte)
                lengthBytes += 1
                rest = rest.dropFirst()
            } else {
                let count = min(left, rest.count)
                left -= count
                rest = rest.dropFirst(count)
            }
            guard lengthBytes == 2, left == 0 else { continue }
            complete += 1
            lengthBytes = 0
        }
    }
}
