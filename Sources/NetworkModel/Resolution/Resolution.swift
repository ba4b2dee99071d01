/// All that was learned about one name or address: `netdiag resolve --json`.
public struct Resolution: Sendable, Hashable, Codable {
    /// Who said something.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The hosts file.
        case hosts
        /// A DNS server, asked on the wire.
        case dns
        /// Multicast DNS, through the system's resolver.
        case mdns
        /// The system's resolver (`getaddrinfo(3)`), when none of the above explains its answer.
        case system
    }

    /// Why a question has no answer.
    public enum FailureReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// NXDOMAIN: the name does not exist (RFC 2308 section 2.1).
        case nxdomain
        /// The name exists, and has no record of the type (RFC 2308 section 2.2).
        case noData = "no-data"
        /// SERVFAIL; REFUSED; nothing in time; a closed port; what is no answer.
        case servfail, refused, timeout, closed, malformed
    }

    /// One answer.
    public struct Answer: Sendable, Hashable, Codable {
        /// The address of a forward answer; for a reverse one, the address that was asked about.
        public var address: IPAddress?
        /// The family of the address; `nil` if there is no address.
        public var family: AddressFamily?
        /// The name, for reverse answers.
        public var name: String?
        /// The record's text, for types other than A, AAAA and PTR.
        public var record: String?
        /// Who gave the answer.
        public var source: Source
        /// The DNS server that said so, with its port where it is not 53.
        public var server: String?
        /// Seconds that the answer may be kept; `nil` if the source does not say.
        public var ttl: Int?
        /// From the question to the answer. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// What the server said of its answer (RFC 8914); `nil` if it said nothing.
        public var extendedErrors: [ExtendedDNSError]?

        enum CodingKeys: String, CodingKey {
            case address, family, name, record, source, server, ttl
            case duration = "duration_ms"
            case extendedErrors = "extended_errors"
        }

        /// Creates an answer; its family is that of the address.
        ///
        /// - Parameter ttl: Seconds.
        public init(
            address: IPAddress? = nil, name: String? = nil, record: String? = nil, source: Source,
            server: String? = nil, ttl: Int? = nil, duration: Duration
        ) {
            self.address = address
            self.family = address?.family
            self.name = name
            self.record = record
            self.source = source
            self.server = server
            self.ttl = ttl
            self.duration = Milliseconds(duration)
        }
    }

    /// One question without an answer.
    public struct Failure: Sendable, Hashable, Codable {
        /// Who was asked.
        public var source: Source
        /// The DNS server that was asked, with its port where it is not 53; `nil` for other sources.
        public var server: String?
        /// The record type asked for; `nil` if the source knows none (`getaddrinfo`).
        public var type: String?
        /// Why there is no answer.
        public var reason: FailureReason
        /// From the question to its failure. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// The name that was asked for, where a search list made several of one.
        public var question: String?
        /// The aliases that the question was led through before it failed, at most 16; `nil` if there were none.
        public var aliases: [String]?
        /// The aliases go round, or on for too long.
        public var isAliasLoop: Bool?
        /// The answer over UDP was truncated, and TCP failed.
        public var isTruncated: Bool?
        /// Replies with another id or question; `nil` if there were none.
        public var ignoredReplies: Int?
        /// It was refused by NOTIMP, as by a server that does not know the question's type; `nil` if it was not.
        public var isNotImplemented: Bool?
        /// What the server said of its reasons (RFC 8914); `nil` if it said nothing.
        public var extendedErrors: [ExtendedDNSError]?
        /// Who has said of a server that does not answer that it cannot be reached; `nil` if nobody did.
        public var refusal: ICMPError?

        enum CodingKeys: String, CodingKey {
            case source, server, type, reason, question, aliases, refusal
            case duration = "duration_ms"
            case isAliasLoop = "alias_loop"
            case isTruncated = "truncated"
            case ignoredReplies = "ignored_replies"
            case isNotImplemented = "not_implemented"
            case extendedErrors = "extended_errors"
        }

        /// Creates a failure.
        public init(
            source: Source, server: String? = nil, type: String? = nil, reason: FailureReason, duration: Duration
        ) {
            self.source = source
            self.server = server
            self.type = type
            self.reason = reason
            self.duration = Milliseconds(duration)
        }
    }

    /// The name or address as it was asked about.
    public var name: String
    /// The answers, in the order of their sources.
    public var answers: [Answer]
    /// The questions that got no answer.
    public var failures: [Failure]
    /// The aliases followed, in order (CNAME).
    public var aliases: [String]
    /// What programs on this machine get; `nil` if the system's resolver was not asked.
    public var system: SystemLookup?
    /// The name that the search list has made of it, to which the answers belong; `nil` if it is the name as written.
    public var searched: String?
    /// `connectionUp` with an answer, `connectionDown` without one, `err` where nothing could be asked.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int

    /// The status is up with an answer, down without one, `err` when nothing could be asked.
    public init(name: String, answers: [Answer], failures: [Failure], aliases: [String] = []) {
        self.name = name
        self.answers = answers
        self.failures = failures
        self.aliases = aliases
        status = !answers.isEmpty ? .connectionUp : failures.isEmpty ? .err : .connectionDown
        code = status.code
    }

    /// The distinct addresses of the answers, in their order.
    public var addresses: [IPAddress] {
        var seen = Set<IPAddress>()
        return answers.compactMap(\.address).filter { seen.insert($0).inserted }
    }
}
