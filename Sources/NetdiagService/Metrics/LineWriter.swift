/// Writes bytes into room that was made for them at once. A text of metrics has five pieces a line: to make room for each by
/// itself takes longer than to write them.
struct LineWriter {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    /// - Parameter room: Has to stay for as long as this is used. What would go beyond it ends the program.
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

    /// - Parameter value: In decimal digits, at most 20.
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
