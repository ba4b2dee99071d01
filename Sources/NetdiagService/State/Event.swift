import FoundationEssentials
import NIOCore
import NetworkModel

/// Something that listeners are told of: over server-sent events, and inside the daemon.
struct Event: Sendable {
    enum Kind: String, Sendable {
        case status, report, change
    }

    let kind: Kind
    /// As server-sent event (WHATWG HTML section 9.2); made once, and shared by all who have not read it yet.
    let message: ByteBuffer

    static func status(_ document: StatusDocument) -> Event { Event(.status, document) }
    static func report(_ report: Report) -> Event { Event(.report, report) }
    static func change(_ change: NetworkChange) -> Event { Event(.change, change) }

    private init(_ kind: Kind, _ content: some Encodable) {
        self.kind = kind
        message = Self.message(kind, ByteBuffer(bytes: (try? JSON.line(content)) ?? Data()))
    }

    /// JSON on one line needs no splitting into several `data:` lines.
    static func message(_ kind: Kind, _ json: ByteBuffer) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(kind.rawValue)\ndata: ")
        var json = json
        buffer.writeBuffer(&json)
        buffer.writeString(buffer.readableBytesView.last == UInt8(ascii: "\n") ? "\n" : "\n\n")
        return buffer
    }
}
