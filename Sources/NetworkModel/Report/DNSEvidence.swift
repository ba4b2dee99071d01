/// How the target's name was resolved.
public struct DNSEvidence: LayerEvidence {
    /// The layer `dns`.
    public static let layer = Layer.dns

    /// A further question to one server, put to tell why the first ones failed or led nowhere.
    public struct FollowUp: Sendable, Hashable, Codable {
        /// What it is to tell.
        public enum Purpose: String, Sendable, Hashable, Codable {
            /// The same question once more: whether it fails each time.
            case again
            /// The same question with checking disabled (the CD bit): whether validation is what fails.
            case unchecked
            /// The same question to another configured server.
            case other
            /// A name above the one that does not exist.
            case parent
            /// Where aliases lead.
            case end
            /// One alias after the other, each asked for by itself.
            case alias
            /// The name as it is written, without the search list.
            case written
            /// A name made up at random, which cannot exist.
            case control
        }

        /// What the question is to tell.
        public var purpose: Purpose
        /// The name that was asked for.
        public var name: String
        /// The record type asked for.
        public var type: String
        /// As in ``Resolution/Failure/server``.
        public var server: String
        /// At most 16.
        public var addresses: [IPAddress]
        /// The aliases that it led through; `nil` if there were none.
        public var aliases: [String]?
        /// Why there is no answer; `nil` if there is one.
        public var failure: Resolution.FailureReason?
        /// The aliases go round, or on for too long; `nil`: they do not. JSON key: `alias_loop`.
        public var isAliasLoop: Bool?
        /// What the server said of its reasons (RFC 8914); `nil` if it said nothing. JSON key: `extended_errors`.
        public var extendedErrors: [ExtendedDNSError]?
        /// From the question's first packet to the answer's last. JSON key: `duration_ms`.
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case purpose, name, type, server, addresses, aliases, failure
            case isAliasLoop = "alias_loop"
            case extendedErrors = "extended_errors"
            case duration = "duration_ms"
        }

        /// Creates a follow-up question with what came of it.
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

    /// What this machine can make of names of multicast DNS.
    public struct Multicast: Sendable, Hashable, Codable {
        /// What avahi-daemon says of the name.
        public enum Responder: String, Sendable, Hashable, Codable {
            /// It is not running.
            case absent
            /// It runs, and nobody on the link has answered it.
            case silent
            /// It runs, and knows the name.
            case answered
        }

        /// Whether avahi-daemon runs, and whether it knows the name.
        public var responder: Responder
        /// The services of the line `hosts` of nsswitch.conf(5), in order.
        public var nameServices: [String]

        enum CodingKeys: String, CodingKey {
            case responder
            case nameServices = "name_services"
        }

        /// Creates what was found of multicast DNS.
        public init(responder: Responder, nameServices: [String]) {
            self.responder = responder
            self.nameServices = nameServices
        }
    }

    /// The answers for the name: of the servers on the wire, and of the system's resolver.
    public var resolution: Resolution
    /// The servers that are configured, in their order.
    public var servers: [String]
    /// The records that have to be there and are not, and those that are there instead.
    public var missing: [String]?
    /// The records that are there and are not expected; `nil` if none are expected.
    public var unexpected: [String]?
    /// Lines of the configuration that could not be understood, each with its place.
    public var problems: [String]
    /// The domains of the search list; `nil` if there are none.
    public var search: [String]?
    /// How long the system's resolver waits for a server before it asks the next; `nil` if that is not known.
    public var patience: Milliseconds?
    /// Whether the name is this machine's own; `nil` if it is not.
    public var isOwnName: Bool?
    /// What a program that was started after the system's resolver had failed got; `nil` if none was.
    public var systemAgain: SystemLookup?
    /// The services of the line `hosts` of nsswitch.conf(5); `nil` if the system's resolver had an answer.
    public var nameServices: [String]?
    /// Where ``nameServices`` are from and what is written there, as `/etc/nsswitch.conf:3: hosts: files dns`; `nil` if the
    /// system's resolver had an answer, or there is no such line.
    public var nameServiceLine: String?
    /// The line of resolv.conf(5) that says how long, or how often, servers are asked; `nil` if the system's resolver had an
    /// answer, or there is no such line.
    public var optionLine: String?
    /// How often the system's resolver asks each server, where ``optionLine`` says so.
    public var attempts: Int?
    /// Files of the system's resolver that programs of other users may not read; `nil` if there are none.
    public var unreadable: [String]?
    /// For names of multicast DNS only.
    public var multicast: Multicast?
    /// Further questions, in the order of their answers; `nil` if none were put.
    public var followUps: [FollowUp]?
    /// Connections to addresses that only others give for the name; `nil` if none were tried.
    public var connections: [TCPEvidence.Attempt]?

    /// The answer as it came; `nil` unless it was asked for (``DNSSettings/question``).
    public var message: DNSMessageEvidence?
    /// The servers that systemd-resolved asks by DNS over TLS; `nil`: none.
    public var encrypted: [EncryptedDNS]?

    enum CodingKeys: String, CodingKey {
        case encrypted, attempts, message
        case nameServiceLine = "name_service_line"
        case optionLine = "option_line"
        case resolution, servers, missing, unexpected, problems, search, multicast, connections, unreadable
        case patience = "patience_ms"
        case isOwnName = "own_name"
        case systemAgain = "system_again"
        case nameServices = "name_services"
        case followUps = "follow_ups"
    }

    /// Creates the evidence of a resolution, before anything further was asked.
    public init(resolution: Resolution, servers: [String], problems: [String] = []) {
        self.resolution = resolution
        self.servers = servers
        self.problems = problems
    }
}

extension DNSEvidence {
    /// One line for people: the addresses and who gave them, or why there are none.
    public var summary: String {
        let addresses = resolution.addresses.map(\.description)
        guard addresses.isEmpty else {
            let sources = Set(resolution.answers.map { $0.server ?? $0.source.rawValue }).sorted()
            return "\(addresses.joined(separator: " ")) from \(sources.joined(separator: ", "))"
        }
        let failures = resolution.failures.map { failure in
            [failure.server ?? failure.source.rawValue, failure.type, failure.reason.rawValue]
                .compactMap(\.self).joined(separator: " ")
        }
        return failures.listed(otherwise: "no answer")
    }

    /// No secret is sent to a DNS server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
