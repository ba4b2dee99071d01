import CAres
import Glibc
import NetworkModel
import Synchronization

/// A query to a server over one transport. It is independent of other queries, and belongs to the event loop's thread.
protocol DNSExchange: AnyObject {
    /// The end; `nil` while it is in progress.
    var ending: DNSEnding? { get }
    /// The `errno` of the first socket call that failed permanently.
    var socketError: CInt { get }
    /// Whether no datagram was sent since socket calls failed, as without a route to the server.
    var isUnsent: Bool { get }
    /// The number of replies with another ID or question, or that are not a valid message.
    var ignoredReplies: Int { get }
    /// The address other than the server's from which replies to the query come; `nil` for none, or if that was not examined.
    var otherSource: IPAddress? { get }
    /// The first ICMP error that the server is unreachable. Without another server, the query continues for a while, since routes may
    /// recover. Programs go on to the next server at once: glibc gets such errors as well (IP_RECVERR, since 2.30).
    var refusal: ICMPError? { get }
    /// The time from the last query to the report of the server's host that no program listens; `nil` if there is none. Reports of
    /// this machine and of routers do not count.
    var closedAfter: Duration? { get }
    /// Whether the response arrived soon after the query had been repeated: the query, or a response to it, was lost.
    var isRepeated: Bool { get }
    /// Whether the query has EDNS.
    var form: DNSQueryOptions.Form { get }

    /// Sends the query. The exchange must be closed afterwards, even if this throws.
    func open(_ name: String, type: DNSRecordType) throws(HostResolutionError)

    /// Continues: a descriptor is ready, or time has passed.
    func drive(_ fd: CInt?)

    /// Closes every socket.
    func close()
}

/// How an exchange ended.
enum DNSEnding {
    case reply([UInt8])
    /// The response over UDP was truncated, so that TCP is needed.
    case truncated
    /// The server may not support EDNS; with its response to a query with EDNS.
    case rejection([UInt8])
    /// A status of c-ares, without a reply.
    case status(CInt)
}

/// The form of queries on the wire.
enum DNSWireQuery {
    private static let ids = Mutex(QueryIDs())

    /// The payload size of DNS Flag Day 2020, which passes nearly everywhere without fragmentation.
    static let payloadSize: CInt = 1_232

    static func make(
        _ name: String, type: DNSRecordType, _ options: DNSQueryOptions
    ) throws(HostResolutionError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: CInt = 0
        let id = ids.withLock { $0.next() }
        let payload = options.form == .extended ? payloadSize : 0
        let status = ares_create_query(name, 1, CInt(type.code), id, 1, &bytes, &size, payload)
        defer { ares_free_string(bytes) }
        try HostResolutionError.check(status)
        var query = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
        if options.checking == .disabled { query[3] |= 0x10 }
        return query
    }
}
