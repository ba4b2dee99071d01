/// How the target's name was resolved.
public struct DNSEvidence: LayerEvidence {
    /// The layer `dns`.
    public static let layer = Layer.dns

    /// A further query to one server, to find out why the first ones failed or led nowhere.
    public struct FollowUp: Sendable, Hashable, Codable {
        /// The purpose of a further query.
        public enum Purpose: String, Sendable, Hashable, Codable {
            /// The same query again, to find out whether it always fails.
            case again
            /// The same query with checking disabled (the CD bit), to find out whether validation fails.
            case unchecked
            /// The same query to another configured server.
            case other
            /// The parent of a name that does not exist.
            case parent
            /// The destination of aliases.
            case end
            /// Each alias in turn, queried by itself.
            case alias
            /// The name as written, without the search list.
            case written
            /// A random name, which cannot exist.
            case control
            /// A name that is known to have such an address.
            case known
            /// One of two queries that were sent at the same time from one socket; the other one is next to it.
            case pair
            /// The response to a query of the resolution that arrived after its time was over, and while programs still waited
            /// for it.
            case late
        }

        /// The purpose of the query.
        public var purpose: Purpose
        /// The name in the query.
        public var name: String
        /// The record type in the query.
        public var type: String
        /// The server, as in ``Resolution/Failure/server``.
        public var server: String
        /// The addresses in the response, at most 16.
        public var addresses: [IPAddress]
        /// The aliases in the response; `nil` if there were none.
        public var aliases: [String]?
        /// Why there is no result; `nil` if there is one.
        public var failure: Resolution.FailureReason?
        /// Whether the aliases form a loop or a chain that is too long; `nil` if they do not. JSON key: `alias_loop`.
        public var isAliasLoop: Bool?
        /// The extended errors of the server (RFC 8914); `nil` if there were none. JSON key: `extended_errors`.
        public var extendedErrors: [ExtendedDNSError]?
        /// Whether this machine's own packet filter or policy blocked the query, as in ``Resolution/Failure/isWithheld``; `nil` if it
        /// did not. JSON key: `withheld`.
        public var isWithheld: Bool?
        /// The time from the first packet of the query to the last of the response. JSON key: `duration_ms`.
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case purpose, name, type, server, addresses, aliases, failure
            case isWithheld = "withheld"
            case isAliasLoop = "alias_loop"
            case extendedErrors = "extended_errors"
            case duration = "duration_ms"
        }

        /// Creates a further query with its result.
        public init(
            _ purpose: Purpose, name: String, type: String, server: String, addresses: [IPAddress] = [],
            failure: Resolution.FailureReason? = nil, duration: Duration
        ) {
            self.purpose = purpose
            self.name = name
            self.type = type
            self.server = server
            self.addresses = addresses
            self.failure = failure
            self.duration = Milliseconds(duration)
        }
    }

    /// How this machine resolves names of multicast DNS.
    public struct Multicast: Sendable, Hashable, Codable {
        /// The result of avahi-daemon for the name.
        public enum Responder: String, Sendable, Hashable, Codable {
            /// It is not running.
            case absent
            /// It runs, and no host on the link responded.
            case silent
            /// It runs, and resolved the name.
            case answered
        }

        /// Whether avahi-daemon runs, and whether it resolved the name.
        public var responder: Responder
        /// The services in the line `hosts` of nsswitch.conf(5), in order.
        public var nameServices: [String]

        enum CodingKeys: String, CodingKey {
            case responder
            case nameServices = "name_services"
        }

        /// Creates the state of multicast DNS.
        public init(responder: Responder, nameServices: [String]) {
            self.responder = responder
            self.nameServices = nameServices
        }
    }

    /// The results for the name: those of the servers on the wire, and of the system resolver.
    public var resolution: Resolution
    /// The configured servers, in order.
    public var servers: [String]
    /// The expected records that are missing, and those that are present instead.
    public var missing: [String]?
    /// The records that are present although they are not expected; `nil` if none are expected.
    public var unexpected: [String]?
    /// Lines of the configuration that could not be parsed, and files of it that could not be read.
    public var problems: [ResolverProblem]
    /// The domains of the search list; `nil` if there are none.
    public var search: [String]?
    /// How long the system resolver waits for a server before it queries the next; `nil` if not known.
    public var patience: Milliseconds?
    /// Whether the name is this machine's own; `nil` if it is not.
    public var isOwnName: Bool?
    /// The result of a program that was started after the system resolver had failed; `nil` if none was started.
    public var systemAgain: SystemLookup?
    /// The services in the line `hosts` of nsswitch.conf(5); `nil` if the system resolver succeeded.
    public var nameServices: [String]?
    /// The place and text of the line with ``nameServices``, as `/etc/nsswitch.conf:3: hosts: files dns`; `nil` if the system
    /// resolver succeeded, or there is no such line.
    public var nameServiceLine: String?
    /// The names of the resolver variables of the environment, which ``nameServiceLine`` then consists of; `nil` if the system
    /// resolver succeeded, or there are none. JSON key: `resolver_variables`.
    public var resolverVariables: [String]?
    /// The library of one of the ``nameServices`` that is not installed, because of which the search for names ends; `nil` if the
    /// system resolver succeeded, or there is none. JSON key: `missing_library`.
    public var missingLibrary: String?
    /// The socket of nscd(8), which answers programs from its cache; `nil` if it does not run. JSON key: `name_cache`.
    public var nameCache: String?
    /// The addresses of the name in the hosts file; `nil` if the system resolver succeeded, or there are none. JSON key:
    /// `hosts_file`.
    public var hostsFile: [IPAddress]?
    /// The line of resolv.conf(5) that says how long, or how often, servers are queried; `nil` if the system resolver
    /// succeeded, or there is no such line.
    public var optionLine: String?
    /// The line of resolv.conf(5) that changes how programs query servers; `nil` if the system resolver succeeded, or there is
    /// no such line. JSON key: `query_line`.
    public var queryLine: String?
    /// The line of resolv.conf(5) because of which programs do not query IPv6 addresses; `nil` if the system resolver
    /// succeeded, or there is no such line.
    public var hidingLine: String?
    /// The line of resolv.conf(5) because of which programs query several servers in turn; `nil` if the system resolver
    /// succeeded, or there is no such line. JSON key: `rotation_line`.
    public var rotationLine: String?
    /// How often the system resolver queries each server, if ``optionLine`` says so.
    public var attempts: Int?
    /// Files of the system resolver that programs of other users cannot read; `nil` if there are none.
    public var unreadable: [String]?
    /// The state of multicast DNS; only for names that it resolves.
    public var multicast: Multicast?
    /// The further queries, in the order of their responses; `nil` if there were none.
    public var followUps: [FollowUp]?
    /// Connections to addresses that only other servers have for the name; `nil` if there were none.
    public var connections: [TCPEvidence.Attempt]?

    /// The response in full; `nil` unless it was requested (``DNSSettings/question``).
    public var message: DNSMessageEvidence?
    /// The servers that systemd-resolved queries over TLS; `nil` for none.
    public var encrypted: [EncryptedDNS]?
    /// The interfaces that explain the silence of servers; `nil` for none. JSON key: `server_links`.
    public var serverLinks: [ServerLink]?

    enum CodingKeys: String, CodingKey {
        case encrypted, attempts, message
        case nameServiceLine = "name_service_line"
        case resolverVariables = "resolver_variables"
        case missingLibrary = "missing_library"
        case nameCache = "name_cache"
        case hostsFile = "hosts_file"
        case optionLine = "option_line"
        case queryLine = "query_line"
        case hidingLine = "hiding_line"
        case rotationLine = "rotation_line"
        case resolution, servers, missing, unexpected, problems, search, multicast, connections, unreadable
        case patience = "patience_ms"
        case isOwnName = "own_name"
        case systemAgain = "system_again"
        case nameServices = "name_services"
        case followUps = "follow_ups"
        case serverLinks = "server_links"
    }

    /// Creates the evidence of a resolution, without further queries.
    public init(resolution: Resolution, servers: [String], problems: [ResolverProblem] = []) {
        self.resolution = resolution
        self.servers = servers
        self.problems = problems
    }
}

extension DNSEvidence {
    /// A one-line summary: the addresses and their source, or why there are none.
    public var summary: String {
        let addresses = resolution.addresses.map(\.description)
        guard addresses.isEmpty else {
            let sources = Set(resolution.answers.map { $0.server ?? $0.source.rawValue }).sorted()
            let name = resolution.searched.map { " (\(SafeText.escaped($0)))" } ?? ""
            return "\(addresses.joined(separator: " "))\(name) from \(sources.joined(separator: ", "))"
        }
        // What the system resolver returns then says nothing about a server.
        let isUnasked = servers.isEmpty && !resolution.failures.contains { $0.source == .dns }
        if isUnasked, resolution.failures.contains(where: { $0.reason == .servfail || $0.reason == .closed }) {
            return "no DNS server configured"
        }
        // Where every server says why there is no answer, the system resolver only repeats its queries until it gives up.
        let reasons = Set(resolution.failures.filter { $0.source == .dns }.map(\.reason))
        let areExplained = !reasons.isEmpty && !reasons.contains(.timeout)
        let told = resolution.failures.filter { failure in
            !(areExplained && failure.source == .system && failure.reason == .timeout)
        }
        let failures = told.map { failure in
            [failure.server ?? failure.source.rawValue, failure.type, failure.reason.rawValue]
                .compactMap(\.self).joined(separator: " ")
        }
        return failures.listed(otherwise: "no answer")
    }

    /// DNS servers get no secrets that they could repeat.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
