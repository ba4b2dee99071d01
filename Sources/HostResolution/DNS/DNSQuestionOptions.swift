/// How a question is put to a server.
public struct DNSQuestionOptions: Sendable, Hashable {
    /// What the question goes over.
    public enum Transport: Sendable, Hashable {
        /// UDP, and TCP where the answer is truncated.
        case udp
        /// TCP from the start.
        case tcp
    }

    /// Who checks signatures.
    public enum Checking: Sendable, Hashable {
        /// The server, where it validates.
        case byServer
        /// Nobody: data that is not validated is wanted as well (the CD bit, RFC 4035 section 3.2.2).
        case disabled
    }

    /// What the question says of the asker's abilities.
    enum Form: Sendable, Hashable {
        /// With an OPT record (EDNS, RFC 6891).
        case extended
        /// As RFC 1035 has it, and as programs ask whose C library is not told otherwise.
        case plain
    }

    /// What the question goes over; UDP by default.
    public var transport: Transport
    /// Who checks DNSSEC signatures; the server by default.
    public var checking: Checking
    /// Left to ``DNSClient``, which finds out what a server takes.
    var form = Form.extended

    /// Creates the options of one question.
    public init(transport: Transport = .udp, checking: Checking = .byServer) {
        self.transport = transport
        self.checking = checking
    }
}
