/// A gzip stream of empty blocks, compressed twice more (RFC 1951, RFC 1952): each byte on the wire is about 20,000
/// bytes to decode, and none of the body.
enum NestedGzip {
    static let bytes: [UInt8] = {
        // Empty stored blocks.
        var layer = Layer(head: fileHead + [0, 0, 0, 0xff, 0xff], period: 5)
        for _ in 0..<2 { layer = layer.coded }
        return layer.head + Array(repeating: layer.head.suffix(layer.period), count: 9_000).flatMap(\.self)
    }()

    private static let fileHead: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]

    /// Bytes of which the last ones are repeated endlessly.
    private struct Layer {
        var head: [UInt8]
        var period: Int

        /// The same bytes, compressed.
        var coded: Layer {
            // Not the last block, with fixed codes; then the head as literals.
            var bits: [UInt8] = [0, 1, 0]
            for byte in head {
                let (code, count) = byte < 144 ? (0x30 + Int(byte), 8) : (0x190 + Int(byte) - 144, 9)
                bits += (0..<count).reversed().map { UInt8(code >> $0 & 1) }
            }
            let literals = (bits.count + 7) / 8
            // Four matches of 258 bytes (symbol 285), at a distance of 5 or 7 bytes (codes 4 and 5, with one more bit):
            // 7 bytes together.
            let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, period == 5 ? 0 : 1, 0]
            for _ in 0..<8 { bits += match }
            let bytes: [UInt8] = (0..<(literals + 7)).map { start in
                bits[(start * 8)..<(start * 8 + 8)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
            }
            return Layer(head: fileHead + bytes, period: 7)
        }
    }
}
