/// Writes bytes into space that was reserved at once. A line of metrics has five parts, and reserving space for each of
/// them takes longer than writing them.
struct LineWriter {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// - Parameter room: The space, which must remain valid during use. Writing beyond it ends the program.
    init(_ room: UnsafeMutableRawBufferPointer) {
        self.room = room
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: room[count..<(count + bytes.count)]).copyMemory(from: bytes)
        count += bytes.count
    }

    mutating func write(_ byte: UInt8) {
        room[count] = byte
        count += 1
    }

    /// - Parameter value: Written in decimal, with at most 20 digits.
    mutating func write(_ value: Int) {
        guard value >= 0 else {
            for byte in String(value).utf8 { write(byte) }
            return
        }
        var divisor = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            write(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }
}
