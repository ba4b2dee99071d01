/// Parses a response incrementally (RFC 9112), with limits.
struct HTTPResponseParser {
    /// The maximum size of the status line, the fields and the trailer together, including interim responses, in bytes.
    static let maxHeadBytes = 64 * 1024
    /// The maximum length of the line before a chunk, in bytes.
    private static let maxChunkLineBytes = 1024

    private enum State {
        case head, sized(Int), untilClose, chunkLine, chunk(Int), chunkEnd, trailer, complete
    }

    /// The head, once it is complete. Interim responses (1xx) are skipped.
    private(set) var head: HTTPResponseHead?
    private var state = State.head
    /// Received bytes that are not parsed yet.
    private var pending: [UInt8] = []
    private var lines: [[UInt8]] = []
    private var headBytes = 0
    /// The number of bytes after the cursor that contain no line ending, and need not be searched again.
    private var scanned = 0

    var isComplete: Bool {
        if case .complete = state { return true }
        return false
    }

    /// Whether the end of the connection is the end of the response.
    var endsWithConnection: Bool {
        if case .untilClose = state { return true }
        return false
    }

    /// - Returns: The bytes of the body in the input. Bytes after the end of the response are ignored.
    mutating func consume(_ input: ArraySlice<UInt8>) throws(HTTPError) -> [UInt8] {
        pending += input
        var body: [UInt8] = []
        var cursor = 0
        defer { pending.removeFirst(cursor) }
        while true {
            switch state {
            case .complete:
                cursor = pending.count
                return body
            case .untilClose:
                body += pending[cursor...]
                cursor = pending.count
                return body
            case .sized(let rest), .chunk(let rest):
                let taken = min(rest, pending.count - cursor)
                body += pending[cursor..<(cursor + taken)]
                cursor += taken
                advance(by: taken)
                if taken < rest || taken == 0 && !isComplete { return body }
            case .head, .trailer, .chunkLine, .chunkEnd:
                guard let line = try line(from: &cursor) else { return body }
                try parse(line)
            }
        }
    }

    /// Handles the end of the connection.
    mutating func end() throws(HTTPError) {
        switch state {
        case .complete, .untilClose: state = .complete
        case .head where head == nil && pending.isEmpty && lines.isEmpty: throw HTTPError("it is empty")
        default: throw HTTPError("it ends too early")
        }
    }

    private mutating func advance(by count: Int) {
        switch state {
        case .sized(let rest): state = rest == count ? .complete : .sized(rest - count)
        case .chunk(let rest): state = rest == count ? .chunkEnd : .chunk(rest - count)
        default: break
        }
    }

    private mutating func line(from cursor: inout Int) throws(HTTPError) -> [UInt8]? {
        // A stream has any number of chunks, so that their size lines do not count as part of the head.
        let isHead =
            switch state {
            case .chunkLine, .chunkEnd: false
            default: true
            }
        let limit = isHead ? Self.maxHeadBytes - headBytes : Self.maxChunkLineBytes
        guard let end = pending[(cursor + scanned)...].firstIndex(of: 0x0a) else {
            scanned = pending.count - cursor
            guard scanned <= limit else { throw HTTPError("its header has no end") }
            return nil
        }
        scanned = 0
        guard end - cursor <= limit else { throw HTTPError("its header is too long") }
        guard end > cursor, pending[end - 1] == 0x0d else { throw HTTPError("a line of it ends without CR LF") }
        if isHead { headBytes += end + 1 - cursor }
        defer { cursor = end + 1 }
        return Array(pending[cursor..<(end - 1)])
    }

    private mutating func parse(_ line: [UInt8]) throws(HTTPError) {
        switch state {
        case .head where !line.isEmpty: lines.append(line)
        case .head: try finishHead()
        case .chunkLine:
            let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
            guard (1...8).contains(digits.count), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
                size >= 0, digits.first != UInt8(ascii: "+")
            else { throw HTTPError("a chunk of it has no size") }
            state = size == 0 ? .trailer : .chunk(size)
        case .chunkEnd:
            guard line.isEmpty else { throw HTTPError("a chunk of it is longer than its size") }
            state = .chunkLine
        case .trailer: if line.isEmpty { state = .complete }
        default: break
        }
    }

    private mutating func finishHead() throws(HTTPError) {
        let head = try HTTPResponseHead(lines: lines)
        lines = []
        guard head.status >= 200 else { return }
        self.head = head
        switch head.framing {
        case .length(let count): state = count == 0 ? .complete : .sized(count)
        case .chunked: state = .chunkLine
        case .untilClose: state = .untilClose
        }
    }
}
