public import NetworkModel

/// What one server made of one question.
public struct DNSAnswer: Sendable, Hashable {
    /// The name asked for, without its final dot.
    public let name: String
    public let type: DNSRecordType
    public let server: SocketAddress
    /// Of the type asked for, at most 256; empty exactly where there is a ``failure``.
    public let records: [DNSRecord]
    /// The canonical names that the question was led through, in order, at most 16.
    public let aliases: [String]
    /// Why there are no records.
    ///
    /// `timeout` stands for silence and for a server that there is no way to; `closed` for a port that refuses;
    /// `refused` for REFUSED, NOTIMP and a server that only refers to others (lame); `servfail` for SERVFAIL and the
    /// rarer codes; `malformed` for FORMERR, for a message that cannot be parsed and for aliases that go round.
    public let failure: Resolution.FailureReason?
    /// From the question's first packet to the answer's last.
    public let duration: Duration
}
