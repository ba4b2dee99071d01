/// A key of a live view. Letters have the same meaning as in less(1).
enum LiveKey: Sendable, Hashable {
    case up, down, pageUp, pageDown, home, end, quit

    private static let single: [UInt8: LiveKey] = [
        UInt8(ascii: "q"): .quit, UInt8(ascii: "Q"): .quit, UInt8(ascii: "j"): .down, UInt8(ascii: "\n"): .down,
        UInt8(ascii: "\r"): .down, UInt8(ascii: "k"): .up, UInt8(ascii: " "): .pageDown, UInt8(ascii: "f"): .pageDown,
        UInt8(ascii: "b"): .pageUp, UInt8(ascii: "g"): .home, UInt8(ascii: "<"): .home, UInt8(ascii: "G"): .end,
        UInt8(ascii: ">"): .end,
    ]
    /// The ends of the sequences that terminals send, after ESC and `[` or `O` (console_codes(4), terminfo(5)).
    private static let sequences: [String: LiveKey] = [
        "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "4~": .end, "5~": .pageUp, "6~": .pageDown,
        "7~": .home, "8~": .end,
    ]

    /// The keys in what a terminal sent. Other keys, and sequences of other keys, are ignored.
    static func keys(in bytes: some Sequence<UInt8>) -> [LiveKey] {
        var keys: [LiveKey] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1b, let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
                if let key = single[byte] { keys.append(key) }
                continue
            }
            rest.removeFirst()
            // Parameters, and the byte that ends the sequence (ECMA-48 section 5.4).
            let parameters = rest.prefix { 0x20...0x3f ~= $0 }
            let sequence = rest.prefix(parameters.count + 1)
            rest = rest.dropFirst(sequence.count)
            if let key = sequences[String(decoding: sequence, as: UTF8.self)] { keys.append(key) }
        }
        return keys
    }
}
