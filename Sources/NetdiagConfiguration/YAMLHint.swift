/// Hints about common mistakes that libyaml does not recognise.
enum YAMLHint {
    /// The hint about a mistake, if there is one.
    ///
    /// - Parameter line: The line in which libyaml stopped, counted from 1.
    static func hint(for line: Int, in text: UnsafeBufferPointer<UInt8>) -> String? {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return nil }
        let bytes = lines[line - 1].prefix(1024)
        if bytes.prefix(while: isBlank).contains(UInt8(ascii: "\t")) { return "indent with blanks, not with tabs" }
        if holdsBareAddress(bytes) {
            return "quote an IPv6 address in brackets, as in \"[::1]:8053\""
        }
        if zip(bytes, bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: "*") && $1 == UInt8(ascii: ":") }) {
            return "write :PORT for all addresses, without *"
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Whether an unquoted bracket is followed by hexadecimal digits and at least two colons.
    private static func holdsBareAddress(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var isQuoted = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "\"") || line[index] == UInt8(ascii: "'") { isQuoted.toggle() }
            guard !isQuoted, line[index] == UInt8(ascii: "[") else { continue }
            let inside = line[(index + 1)...].prefix { $0 == UInt8(ascii: ":") || isHexadecimal($0) }
            if inside.count(where: { $0 == UInt8(ascii: ":") }) >= 2 { return true }
        }
        return false
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
}
