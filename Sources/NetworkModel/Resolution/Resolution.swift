/// The results for one name or address: `netdiag resolve --json`.
public struct Resolution: Sendable, Hashable, Codable {
    /// The source of an answer.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The hosts file.
        case hosts
        /// A DNS server, queried on the wire.
        case dns
        /// Multicast DNS, by the system resolver.
        case mdns
        /// The system resolver (getaddrinfo(3)), if none of the other sources explains its answer.
        case system
    }

    /// Why a query has no answer.
    public enum FailureReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// NXDOMAIN: the name does not exist (RFC 2308 section 2.1).
        case nxdomain
        /// The name exists, but has no record of the type (RFC 2308 section 2.2).
        case noData = "no-data"
        /// SERVFAIL; REFUSED; no response in time; a closed port; an invalid response.
        case servfail, refused, timeout, closed, malformed
    }

    /// An answer.
    public struct Answer: Sendable, Hashable, Codable {
        /// The address that a name resolved to; for reverse resolution, the address in the query.
        public var address: IPAddress?
        /// The family of the address; `nil` if there is no address.
        public var family: AddressFamily?
        /// The name that an address resolved to.
        public var name: String?
        /// The text of the record, for types other than A, AAAA and PTR.
        public var record: String?
        /// The source of the answer.
        public var source: Source
        /// The DNS server, with its port unless that is 53.
        public var server: String?
        /// The time for which the answer may be cached, in seconds; `nil` if the source does not state it.
        public var ttl: Int?
        /// The time from the query to the answer. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// The extended errors of the server (RFC 8914); `nil` for none.
        public var extendedErrors: [ExtendedDNSError]?
        /// Whether the answer arrived only after the query had been repeated, since a packet was lost; `nil` if it did not.
        /// JSON key: `query_repeated`.
        public var isRepeated: Bool?
        /// Whether the server rejected the query with EDNS (RFC 6891), or is known not to answer such ones, and answered one
        /// without; `nil` if it did not. JSON key: `edns_rejected`.
        public var isEDNSRejected: Bool?

        enum CodingKeys: String, CodingKey {
            case address, family, name, record, source, server, ttl
            case isEDNSRejected = "edns_rejected"
            case isRepeated = "query_repeated"
            case duration = "duration_ms"
            case extendedErrors = "extended_errors"
        }

        /// Creates an answer; the family is that of the address.
        ///
        /// - Parameters:
        ///   - address: The address that a name resolved to, or the address in the query; `nil` for a record of another
        ///     type.
        ///   - name: The name that an address resolved to.
        ///   - record: The text of the record, for types other than A, AAAA and PTR.
        ///   - source: The source of the answer.
        ///   - server: The DNS server, with its port unless that is 53; `nil` for other sources.
        ///   - ttl: The time for which the answer may be cached, in seconds; `nil` if the source does not state it.
        ///   - duration: The time from the query to the answer.
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

    /// A query without an answer.
    public struct Failure: Sendable, Hashable, Codable {
        /// The source that was queried.
        public var source: Source
        /// The DNS server, with its port unless that is 53; `nil` for other sources.
        public var server: String?
        /// The record type in the query; `nil` if the source has none (getaddrinfo(3)).
        public var type: String?
        /// Why there is no answer.
        public var reason: FailureReason
        /// The time from the query to its failure. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// The name in the query, if the search list led to several names.
        public var question: String?
        /// The aliases that were followed before the query failed, at most 16; `nil` for none.
        public var aliases: [String]?
        /// Whether the aliases form a loop or a chain that is too long.
        public var isAliasLoop: Bool?
        /// Why the last of the aliases has no records, if the server was queried for that name as well. JSON key: `alias_end`.
        public var aliasEnd: FailureReason?
        /// Whether the response over UDP was truncated, and TCP failed.
        public var isTruncated: Bool?
        /// The number of replies with another ID or question, or from another address; `nil` for none.
        public var ignoredReplies: Int?
        /// The address from which replies come instead of from the server, so that programs ignore them; `nil` for none. JSON key:
        /// `replied_from`.
        public var repliedFrom: IPAddress?
        /// Whether the response was NOTIMP, as from a server that does not know the type; `nil` if it was not.
        public var isNotImplemented: Bool?
        /// The extended errors of the server (RFC 8914); `nil` for none.
        public var extendedErrors: [ExtendedDNSError]?
        /// The ICMP error that the server is unreachable; `nil` if there was none.
        public var refusal: ICMPError?
        /// Whether this machine did not send the query, as without a route to the server; `nil` if it did. JSON key: `unsent`.
        public var isUnsent: Bool?
        /// Whether this machine's own packet filter or policy blocked the query; `nil` if it did not. JSON key: `withheld`.
        public var isWithheld: Bool?

        enum CodingKeys: String, CodingKey {
            case source, server, type, reason, question, aliases, refusal
            case isUnsent = "unsent"
            case isWithheld = "withheld"
            case duration = "duration_ms"
            case isAliasLoop = "alias_loop"
            case aliasEnd = "alias_end"
            case isTruncated = "truncated"
            case ignoredReplies = "ignored_replies"
            case repliedFrom = "replied_from"
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

    /// The name or address to resolve.
    public var name: String
    /// The answers, in the order of their sources.
    public var answers: [Answer]
    /// The queries without an answer.
    public var failures: [Failure]
    /// The aliases followed, in order (CNAME).
    public var aliases: [String]
    /// The result of programs on this machine; `nil` if the system resolver was not queried.
    public var system: SystemLookup?
    /// The name that the search list led to, to which the answers belong; `nil` for the name as written.
    public var searched: String?
    /// The time that queries for names of the search list took before the name that the answers belong to was queried; `nil` if none
    /// was queried before it. JSON key: `search_delay_ms`.
    public var searchDelay: Milliseconds?
    /// `connectionUp` with an answer, `connectionDown` without one, `err` if no query was possible.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int

    enum CodingKeys: String, CodingKey {
        case name, answers, failures, aliases, system, searched, status, code
        case searchDelay = "search_delay_ms"
    }

    /// Creates a resolution. Its status is up with an answer, down without one, and `err` if no query was possible.
    public init(name: String, answers: [Answer], failures: [Failure], aliases: [String] = []) {
        self.name = name
        self.answers = answers
        self.failures = failures
        self.aliases = aliases
        status = !answers.isEmpty ? .connectionUp : failures.isEmpty ? .err : .connectionDown
        code = status.code
    }

    /// The distinct addresses of the answers, in order.
    public var addresses: [IPAddress] {
        var seen = Set<IPAddress>()
        return answers.compactMap(\.address).filter { seen.insert($0).inserted }
    }
}
