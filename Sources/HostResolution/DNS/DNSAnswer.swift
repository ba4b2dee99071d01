public import NetworkModel

/// What one server made of one question.
public struct DNSAnswer: Sendable, Hashable {
    /// The name asked for, without its final dot.
    public let name: String
    /// The record type asked for.
    public let type: DNSRecordType
    /// The server that was asked, with its port.
    public let server: SocketAddress
    /// Of the type asked for, at most 256; empty exactly where there is a ``failure``.
    public let records: [DNSRecord]
    /// The canonical names that the question was led through, in order, at most 16.
    public let aliases: [String]
    /// Why there are no records.
    ///
    /// `timeout` stands for silence and for a server that there is no way to; `closed` for a port that refuses;
    /// `refused` for REFUSED, NOTIMP and a server that only refers to others (lame); `servfail` for SERVFAIL and the
    /// rarer codes; `malformed` for FORMERR, for a message that cannot be parsed, for aliases that go round, and for
    /// silence but for replies to something else.
    public let failure: Resolution.FailureReason?
    /// Whether the aliases go round.
    public let isAliasLoop: Bool
    /// Whether the server has refused with NOTIMP.
    public let isNotImplemented: Bool
    /// Whether the answer over UDP was truncated, so that TCP was tried.
    public let isTruncated: Bool
    /// Replies with another id or question, or that are no message at all.
    public let ignoredReplies: Int
    /// What the server said of its reasons (RFC 8914), at most 4.
    public let extendedErrors: [ExtendedDNSError]
    /// The first ICMP error that came back for a question over UDP, other than of a closed port; `nil` if there was none.
    public let refusal: ICMPError?
    /// Whether this machine's own packet filter or policy has kept the question back (EPERM, EACCES): the server has not been asked.
    public let isWithheld: Bool
    /// From the question's first packet to the answer's last.
    public let duration: Duration

    init(
        name: String, type: DNSRecordType, server: SocketAddress, records: [DNSRecord] = [], aliases: [String] = [],
        failure: Resolution.FailureReason? = nil, isAliasLoop: Bool = false, isNotImplemented: Bool = false,
        isTruncated: Bool = false, ignoredReplies: Int = 0, extendedErrors: [ExtendedDNSError] = [],
        refusal: ICMPError? = nil, isWithheld: Bool = false, duration: Duration
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
        self.extendedErrors = extendedErrors
        self.refusal = refusal
        self.isWithheld = isWithheld
        self.duration = duration
    }
}
