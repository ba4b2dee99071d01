/// Parses server-sent events from lines (HTML Living Standard section 9.2.6).
struct ServerSentEvents {
    struct Event: Sendable, Hashable {
        var name: String
        var data: [UInt8]
    }

    private var name = ""
    private var data: [[UInt8]] = []
    private var bytes = 0

    /// - Returns: The event that the line completes.
    mutating func consume(line: [UInt8]) throws(HTTPError) -> Event? {
        if line.isEmpty {
            defer { (name, data, bytes) = ("", [], 0) }
            guard !data.isEmpty else { return nil }
            return Event(name: name.isEmpty ? "message" : name, data: Array(data.joined(separator: [0x0a])))
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let value = line[colon...].dropFirst()
        let text = value.first == 0x20 ? value.dropFirst() : value
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: text, as: UTF8.self)
        case "data":
            bytes += text.count
            guard bytes <= LineSplitter.maxLineBytes else { throw HTTPError("an event of it has more than 4 MiB") }
            data.append(Array(text))
        default: break
        }
        return nil
    }
}
