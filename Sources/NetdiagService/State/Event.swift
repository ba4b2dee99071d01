import NIOCore
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// An event for listeners: over server-sent events, and inside the daemon.
final class Event: Sendable {
    enum Kind: String, Sendable {
        case status, report, change, incident, service, peers
    }

    let kind: Kind
    private let encode: @Sendable () -> ByteBuffer
    /// Whether the event contains the state at the time when it is read, encoded by its owner. The status is long if
    /// there are many targets, and changes often when they fail: queued events must not each have a copy.
    private let isCurrent: Bool
    private struct State {
        var number: UInt64 = 0
        var id: String?
        var encoded: ByteBuffer?
    }

    private let state = Mutex(State())

    static func status(_ store: StatusStore) -> Event {
        Event(.status, isCurrent: true) { [weak store] in store?.encodedEvent ?? ByteBuffer() }
    }
    static func report(_ report: StoredReport) -> Event { Event(.report) { report.json } }
    static func change(_ change: NetworkChange) -> Event { Event(.change, VersionedDocument(change, .change)) }
    static func incident(_ event: IncidentEvent) -> Event { Event(.incident, VersionedDocument(event, .incidentEvent)) }
    static func peers(_ document: PeersDocument) -> Event { Event(.peers, document) }

    static func service(_ service: RegisteredService) -> Event {
        Event(.service, VersionedDocument(service, .registeredService))
    }

    private convenience init(_ kind: Kind, _ content: some Encodable & Sendable) {
        self.init(kind) { ByteBuffer(bytes: (try? JSON.line(content)) ?? []) }
    }

    private init(_ kind: Kind, isCurrent: Bool = false, _ encode: @escaping @Sendable () -> ByteBuffer) {
        self.kind = kind
        self.isCurrent = isCurrent
        self.encode = encode
    }

    /// The server-sent event (WHATWG HTML section 9.2); encoded when the first client reads it, and shared by all.
    var message: ByteBuffer {
        if isCurrent { return encode() }
        return state.withLock { state in
            if let encoded = state.encoded { return encoded }
            let message = Self.message(kind, encode(), id: isKept ? state.id : nil)
            state.encoded = message
            return message
        }
    }

    /// The WebSocket message: `{"schema":"netdiag.event/1","event":"report","id":"RUN-NUMBER","data":{…}}`.
    var socketMessage: ByteBuffer {
        let message = message
        let id = isKept ? state.withLock { $0.id } : nil
        let head = (id.map { "id: \($0)\n" } ?? "").utf8.count + Self.head(of: kind).utf8.count
        // The empty line at the end belongs to the event, and the line feed before it is not part of the JSON.
        let end = message.readableBytesView.lastIndex { $0 != UInt8(ascii: "\n") } ?? message.readerIndex
        let start = message.readerIndex + head
        var buffer = ByteBuffer()
        buffer.reserveCapacity(end - start + 120)
        buffer.writeString(
            "{\"schema\":\"\(DocumentSchema.event.rawValue)\",\"event\":\"\(kind.rawValue)\",\(id.map { "\"id\":\"\($0)\"," } ?? "")\"data\":"
        )
        if start <= end, let json = message.getSlice(at: start, length: end - start + 1) {
            buffer.writeImmutableBuffer(json)
        } else {
            buffer.writeString("null")
        }
        buffer.writeString("}")
        return buffer
    }

    /// Whether it describes something that happened, rather than a state, which every new stream contains anyway.
    var isKept: Bool {
        switch kind {
        case .report, .change, .incident, .service: true
        case .status, .peers: false
        }
    }

    /// The number in the order of all events; 0 before it was sent.
    var number: UInt64 { state.withLock { $0.number } }

    /// Sets its number, before it is read.
    func number(_ number: UInt64, as id: String) {
        state.withLock { ($0.number, $0.id) = (number, id) }
    }

    /// The start of a stream: the time to wait before reconnecting, in milliseconds, and the id to reconnect with.
    /// Without data, its reader dispatches no event.
    static func beginning(after id: String) -> ByteBuffer { ByteBuffer(string: "retry: 2000\nid: \(id)\n\n") }

    /// Formats a server-sent event; JSON on one line needs only one `data:` line.
    ///
    /// - Parameter id: `nil` for events that are not kept for reconnecting clients.
    static func message(_ kind: Kind, _ json: ByteBuffer, id: String? = nil) -> ByteBuffer {
        let head = (id.map { "id: \($0)\n" } ?? "") + head(of: kind)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(head.utf8.count + json.readableBytes + 2)
        buffer.writeString(head)
        buffer.writeImmutableBuffer(json)
        buffer.writeString(json.readableBytesView.last == UInt8(ascii: "\n") ? "\n" : "\n\n")
        return buffer
    }

    /// The JSON in the message of a status, with its newline, sharing the storage of the message.
    static func document(in message: ByteBuffer) -> ByteBuffer {
        let head = head(of: .status).utf8.count
        // The empty line at the end belongs to the event.
        let length = message.readableBytes - head - 1
        return message.getSlice(at: message.readerIndex + head, length: length) ?? ByteBuffer()
    }

    private static func head(of kind: Kind) -> String { "event: \(kind.rawValue)\ndata: " }
}
