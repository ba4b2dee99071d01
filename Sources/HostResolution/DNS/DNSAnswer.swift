public import NetworkModel

/// The result of one query to one server.
public struct DNSAnswer: Sendable, Hashable {
    /// The name in the query, without its final dot.
    public let name: String
    /// The record type in the query.
    public let type: DNSRecordType
    /// The server with its port.
    public let server: SocketAddress
    /// The records of the type in the query, at most 256; empty exactly if there is a ``failure``.
    public let records: [DNSRecord]
    /// The canonical names that were followed, in order, at most 16.
    public let aliases: [String]
    /// Why there are no records.
    ///
    /// `timeout` means silence, or a server without a route to it; `closed` a closed port; `refused` REFUSED, NOTIMP and a
    /// server that only refers to others (lame); `servfail` SERVFAIL and the rarer codes; `malformed` FORMERR, a message that
    /// cannot be parsed, a loop of aliases, and silence except for replies to something else or from another address.
    public let failure: Resolution.FailureReason?
    /// Whether the aliases form a loop.
    public let isAliasLoop: Bool
    /// Whether the response was NOTIMP.
    public let isNotImplemented: Bool
    /// Whether the response over UDP was truncated, so that TCP was tried.
    public let isTruncated: Bool
    /// The number of replies with another ID or question, or that are not a valid message.
    public let ignoredReplies: Int
    /// The address other than the server's from which a reply to the query came, which programs ignore; `nil` if none did, or the server
    /// responded. Such a reply is counted, and none of its data is used.
    public let repliedFrom: IPAddress?
    /// The extended errors of the server (RFC 8914), at most 4.
    public let extendedErrors: [ExtendedDNSError]
    /// The first ICMP error for a query over UDP, except for that of the server's host about a closed port; `nil` if there was none.
    public let refusal: ICMPError?
    /// Whether this machine did not send the query over UDP, as without a route to the server; the failure is `timeout`.
    public let isUnsent: Bool
    /// Whether this machine's own packet filter or policy blocked the query (EPERM, EACCES), so that the server did not get
    /// it. The kernel fails connect(2) with EACCES for a route of type `prohibit`, which makes the query ``isUnsent`` instead.
    public let isWithheld: Bool
    /// Whether the response arrived only after the query had been repeated, and soon after that, so that a packet was lost.
    public let isRepeated: Bool
    /// Whether the server rejected the query with EDNS (RFC 6891), or is known not to answer such ones, and responded to the one
    /// without.
    public let isEDNSRejected: Bool
    /// The time from the first packet of the query to the last of the response.
    public let duration: Duration

    /// The addresses of the records.
    package var addresses: [IPAddress] {
        records.compactMap { record -> IPAddress? in
            if case .address(let address) = record.value { address } else { nil }
        }
    }

    init(
        name: String, type: DNSRecordType, server: SocketAddress, records: [DNSRecord] = [], aliases: [String] = [],
        failure: Resolution.FailureReason? = nil, isAliasLoop: Bool = false, isNotImplemented: Bool = false,
        isTruncated: Bool = false, ignoredReplies: Int = 0, repliedFrom: IPAddress? = nil,
        extendedErrors: [ExtendedDNSError] = [], refusal: ICMPError? = nil, isUnsent: Bool = false,
        isWithheld: Bool = false, isRepeated: Bool = false, isEDNSRejected: Bool = false, duration: Duration
    ) {
        self.name = name
        self.type = type
        self.server = server
        self.records = records
        self.aliases = aliases
        self.failure = failure
        self.isAliasLoop = isAliasLoop
        self.isNotImplemented = isNotImplemented
        self.isTruncated = isTruncated
        self.ignoredReplies = ignoredReplies
        self.repliedFrom = repliedFrom
        self.extendedErrors = extendedErrors
        self.refusal = refusal
        self.isUnsent = isUnsent
        self.isWithheld = isWithheld
        self.isRepeated = isRepeated
        self.isEDNSRejected = isEDNSRejected
        self.duration = duration
    }
}

extension DNSAnswer {
    /// The ICMP error because of which there is no response; `nil` with a response, to which that for another packet of the query says
    /// nothing.
    package var rejection: ICMPError? { failure == .timeout || failure == .closed ? refusal : nil }
}
