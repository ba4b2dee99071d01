/// The options of a query.
public struct DNSQueryOptions: Sendable, Hashable {
    /// The transport of a query.
    public enum Transport: Sendable, Hashable {
        /// UDP, and TCP if the response is truncated.
        case udp
        /// TCP from the start.
        case tcp
        /// UDP and TCP at the same time; the first response counts. Programs may be configured to use TCP, and what they
        /// experience is compared with whatever the server answers.
        case either
    }

    /// Who validates signatures.
    public enum Checking: Sendable, Hashable {
        /// The server, if it supports that.
        case byServer
        /// Nobody: data that was not validated is accepted as well (the CD bit, RFC 4035 section 3.2.2).
        case disabled
    }

    /// How often a query over UDP is sent.
    public enum Repetition: Sendable, Hashable {
        /// Again after a lost packet, in another form, and over TCP if the response is truncated.
        case asNeeded
        /// Once. Any response of the server is one, even if it is truncated.
        case none
    }

    /// The form of a query.
    enum Form: Sendable, Hashable {
        /// With an OPT record (EDNS, RFC 6891).
        case extended
        /// As in RFC 1035, which is the default of programs with the C library.
        case plain
    }

    /// The transport of the query; UDP by default.
    public var transport: Transport
    /// Who validates DNSSEC signatures; the server by default.
    public var checking: Checking
    /// Whether the query is sent again if there is no response, or an incomplete one. A single datagram shows whether packets
    /// are lost.
    public var repetition: Repetition
    /// Whether there is another server, to which programs go on at once if a router reports that this one is unreachable.
    public var hasAlternative: Bool
    /// The form, which ``DNSClient`` selects by what a server supports.
    var form = Form.extended

    /// Creates the options of a query.
    public init(
        transport: Transport = .udp, checking: Checking = .byServer, repetition: Repetition = .asNeeded,
        hasAlternative: Bool = false
    ) {
        self.transport = transport
        self.checking = checking
        self.repetition = repetition
        self.hasAlternative = hasAlternative
    }
}
