/// Cuts a stream of bytes into lines, ended by LF or CR LF.
struct LineSplitter {
    /// Bytes that one line may have.
    static let limit = 4 * 1024 * 1024

    private var pending: [UInt8] = []

    /// - Returns: the lines that the input completes, without their ends.
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
        guard pending.count <= Self.limit else { throw HTTPError("a line of it has more than 4 MiB") }
        return lines
    }

    /// What stands behind the last line's end.
    mutating func end() -> [UInt8]? {
        defer { pending = [] }
        return pending.isEmpty ? nil : pending
    }
}
