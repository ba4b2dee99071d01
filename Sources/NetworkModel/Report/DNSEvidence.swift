/// How the target's name was resolved.
public struct DNSEvidence: LayerEvidence {
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

        public var purpose: Purpose
        public var name: String
        /// The record type asked for.
        public var type: String
        /// As in ``Resolution/Failure/server``.
        public var server: String
        /// At most 16.
        public var addresses: [IPAddress]
        /// The aliases that it led through; `nil` where there were none.
        public var aliases: [String]?
        /// Why there is no answer; `nil` where there is one.
        public var failure: Resolution.FailureReason?
        public var isAliasLoop: Bool?
        public var extendedErrors: [ExtendedDNSError]?
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case purpose, name, type, server, addresses, aliases, failure
            case isAliasLoop = "alias_loop"
            case extendedErrors = "extended_errors"
            case duration = "duration_ms"
        }

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
            case answered
        }

        public var responder: Responder
        /// The services of the line `hosts` of nsswitch.conf(5), in order.
        public var nameServices: [String]

        enum CodingKeys: String, CodingKey {
            case responder
            case nameServices = "name_services"
        }

        public init(responder: Responder, nameServices: [String]) {
            self.responder = responder
            self.nameServices = nameServices
        }
    }

    public var resolution: Resolution
    /// The servers that are configured, in their order.
    public var servers: [String]
    /// The records that have to be there and are not, and those that are there instead.
    public var missing: [String]?
    public var unexpected: [String]?
    /// Lines of the configuration that could not be understood, each with its place.
    public var problems: [String]
    /// The domains of the search list; `nil` where there are none.
    public var search: [String]?
    /// How long the system's resolver waits for a server before it asks the next; `nil` where that is not known.
    public var patience: Milliseconds?
    /// Whether the name is this machine's own; `nil` where it is not.
    public var isOwnName: Bool?
    /// What a program that was started after the system's resolver had failed got; `nil` where none was.
    public var systemAgain: SystemLookup?
    /// The services of the line `hosts` of nsswitch.conf(5); `nil` where the system's resolver had an answer.
    public var nameServices: [String]?
    /// Files of the system's resolver that programs of other users may not read; `nil` where there are none.
    public var unreadable: [String]?
    /// For names of multicast DNS only.
    public var multicast: Multicast?
    /// Further questions, in the order of their answers; `nil` where none were put.
    public var followUps: [FollowUp]?
    /// Connections to addresses that only others give for the name; `nil` where none were tried.
    public var connections: [TCPEvidence.Attempt]?

    /// The answer as it came; `nil` unless it was asked for (``DNSSettings/question``).
    public var message: DNSMessageEvidence?
    /// The servers that systemd-resolved asks by DNS over TLS; `nil`: none.
    public var encrypted: [EncryptedDNS]?

    enum CodingKeys: String, CodingKey {
        case encrypted, message
        case resolution, servers, missing, unexpected, problems, search, multicast, connections, unreadable
        case patience = "patience_ms"
        case isOwnName = "own_name"
        case systemAgain = "system_again"
        case nameServices = "name_services"
        case followUps = "follow_ups"
    }

    public init(resolution: Resolution, servers: [String], problems: [String] = []) {
        self.resolution = resolution
        self.servers = servers
        self.problems = problems
    }
}

extension DNSEvidence {
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
