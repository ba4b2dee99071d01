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
    /// Whether what is told is what is so when it is read, and encoded by whom it is about. The status is long where there
    /// are many targets, and changes often when they fail: those that wait to be read must not each have their own.
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

    /// As server-sent event (WHATWG HTML section 9.2); made when the first client reads it, and shared by all.
    var message: ByteBuffer {
        if isCurrent { return encode() }
        return state.withLock { state in
            if let encoded = state.encoded { return encoded }
            let message = Self.message(kind, encode(), id: isKept ? state.id : nil)
            state.encoded = message
            return message
        }
    }

    /// As a message of a WebSocket: `{"schema":"netdiag.event/1","event":"report","id":"RUN-NUMBER","data":{…}}`.
    var socketMessage: ByteBuffer {
        let message = message
        let id = isKept ? state.withLock { $0.id } : nil
        let head = (id.map { "id: \($0)\n" } ?? "").utf8.count + Self.head(of: kind).utf8.count
        // The empty line at the end belongs to the event, and the line feed before it to no JSON.
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

    /// Whether it tells of something that happened, and not of how things are: that is told anew to whoever comes back.
    var isKept: Bool {
        switch kind {
        case .report, .change, .incident, .service: true
        case .status, .peers: false
        }
    }

    /// The place in the order of all events; 0 before it was sent.
    var number: UInt64 { state.withLock { $0.number } }

    /// Gives it its place, before anybody reads it.
    func number(_ number: UInt64, as id: String) {
        state.withLock { ($0.number, $0.id) = (number, id) }
    }

    /// What a stream begins with: how soon to come back, in milliseconds, and the id to come back with. Without data, it is no
    /// event to its reader.
    static func beginning(after id: String) -> ByteBuffer { ByteBuffer(string: "retry: 2000\nid: \(id)\n\n") }

    /// JSON on one line needs no splitting into several `data:` lines.
    ///
    /// - Parameter id: `nil` for what is not kept for those who come back.
    static func message(_ kind: Kind, _ json: ByteBuffer, id: String? = nil) -> ByteBuffer {
        let head = (id.map { "id: \($0)\n" } ?? "") + head(of: kind)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(head.utf8.count + json.readableBytes + 2)
        buffer.writeString(head)
        buffer.writeImmutableBuffer(json)
        buffer.writeString(json.readableBytesView.last == UInt8(ascii: "\n") ? "\n" : "\n\n")
        return buffer
    }

    /// The JSON of the message of a status, with its newline, in the storage of the message.
    static func document(in message: ByteBuffer) -> ByteBuffer {
        let head = head(of: .status).utf8.count
        // The empty line at the end belongs to the event.
        let length = message.readableBytes - head - 1
        return message.getSlice(at: message.readerIndex + head, length: length) ?? ByteBuffer()
    }

    private static func head(of kind: Kind) -> String { "event: \(kind.rawValue)\ndata: " }
}
