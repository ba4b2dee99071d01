import CAres
import Glibc
import NetworkModel

/// One question to one server over one transport: what happens to it cannot be another's fault, and ending it ends nothing else.
/// Lives on the event loop's thread.
protocol DNSExchange: AnyObject {
    /// `nil` as long as it is under way.
    var ending: DNSEnding? { get }
    /// The `errno` of the first socket call that failed for good.
    var socketError: CInt { get }
    /// Replies with another id or question, or that are no message at all.
    var ignoredReplies: Int { get }
    /// Who has said that the server cannot be reached, and why: the first that came back for a datagram. The question stays open,
    /// as a program's does, which is not told of it.
    var refusal: ICMPError? { get }
    /// Whether the question has EDNS.
    var form: DNSQuestionOptions.Form { get }

    /// Sends the question; the exchange must be closed after this, whether it throws or not.
    func open(_ name: String, type: DNSRecordType) throws(HostResolutionError)

    /// Goes on: a descriptor is ready, or time has passed.
    func drive(_ fd: CInt?)

    /// Closes every socket.
    func close()
}

/// How an exchange ended.
enum DNSEnding {
    case reply([UInt8])
    /// The answer over UDP was truncated: it is to be had over TCP.
    case truncated
    /// The server may not take EDNS: what it said, to a question that has it.
    case rejection([UInt8])
    /// A status of c-ares, without a reply.
    case status(CInt)
}

/// A question as it goes over the wire.
enum DNSWireQuery {
    /// DNS Flag Day 2020: what passes without fragments nearly everywhere.
    static let payloadSize: CInt = 1_232

    static func make(
        _ name: String, type: DNSRecordType, _ options: DNSQuestionOptions
    ) throws(HostResolutionError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: CInt = 0
        let id = UInt16.random(in: .min ... .max)
        let payload = options.form == .extended ? payloadSize : 0
        let status = ares_create_query(name, 1, CInt(type.code), id, 1, &bytes, &size, payload)
        defer { ares_free_string(bytes) }
        try HostResolutionError.check(status)
        var query = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
        if options.checking == .disabled { query[3] |= 0x10 }
        return query
    }
}
