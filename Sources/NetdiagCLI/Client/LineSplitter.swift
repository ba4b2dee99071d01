/// Splits a stream of bytes into lines that end with LF or CR LF.
struct LineSplitter {
    /// The maximum length of a line in bytes.
    static let maxLineBytes = 4 * 1024 * 1024

    private var pending: [UInt8] = []

    /// - Returns: The lines that the input completes, without line endings.
    mutating func consume(_ input: some Collection<UInt8>) throws(HTTPError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = input[...]
        while let end = rest.firstIndex(of: 0x0a) {
            var line = pending + rest[..<end]
            if line.last == 0x0d { line.removeLast() }
            lines.append(line)
            pending = []
            rest = rest[rest.index(after: end)...]
        }
        pending += rest
        guard pending.count <= Self.maxLineBytes else { throw HTTPError("a line of it has more than 4 MiB") }
        return lines
    }

    /// Returns the text after the last line ending.
    mutating func end() -> [UInt8]? {
        defer { pending = [] }
        return pending.isEmpty ? nil : pending
    }
}
