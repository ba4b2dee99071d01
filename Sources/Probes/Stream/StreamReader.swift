/// Reads lines and blocks from a stream, and keeps excess data for the next call.
public struct StreamReader {
    private let stream: ByteStream
    private var rest: [UInt8] = []
    /// The number of bytes that may still be read.
    private var allowance: Int

    /// Creates a reader of a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - allowance: The maximum number of bytes to read in total, in case a server never ends; 1 MiB by default.
    public init(_ stream: ByteStream, allowance: Int = 1 << 20) {
        self.stream = stream
        self.allowance = allowance
    }

    /// The next line without its end, CR LF or LF.
    ///
    /// - Parameter maxBytes: The maximum length of the line in bytes, without its end.
    /// - Throws: ``StreamEnd`` (`tooMuch` if the line is longer, or exceeds the allowance of the reader), `CancellationError`.
    public mutating func line(atMost maxBytes: Int) async throws -> [UInt8] {
        var searched = 0
        while true {
            if let end = rest[searched...].firstIndex(of: 0x0a) {
                guard end <= maxBytes + 1 else { throw StreamEnd.tooMuch }
                var line = rest[..<end]
                if line.last == 0x0d { line.removeLast() }
                defer { rest.removeFirst(end + 1) }
                return Array(line)
            }
            guard rest.count <= maxBytes else { throw StreamEnd.tooMuch }
            searched = rest.count
            try await more()
        }
    }

    /// The given number of bytes.
    ///
    /// - Throws: ``StreamEnd`` (`tooMuch` at once if they exceed the allowance of the reader), `CancellationError`.
    public mutating func bytes(_ count: Int) async throws -> [UInt8] {
        guard count - rest.count <= allowance else { throw StreamEnd.tooMuch }
        while rest.count < count { try await more() }
        defer { rest.removeFirst(count) }
        return Array(rest[..<count])
    }

    /// Whether there are bytes that were received but not read.
    public var hasMore: Bool { !rest.isEmpty }

    /// The bytes that were received but not read, as those of a line without an end when the stream has ended.
    public var unread: [UInt8] { rest }

    private mutating func more() async throws {
        guard allowance > 0 else { throw StreamEnd.tooMuch }
        let bytes = try await stream.receive()
        rest += bytes.prefix(allowance)
        allowance -= bytes.count
    }
}
