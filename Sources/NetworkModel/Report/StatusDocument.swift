/// The state of the machine's network as a whole: `netdiag status --json` and `GET /v1/status`.
public struct StatusDocument: Sendable, Hashable, Codable {
    /// The name and version of this document format.
    public static let schema = "netdiag.status/1"

    /// A gateway in use.
    public struct Gateway: Sendable, Hashable, Codable {
        /// The gateway's address.
        public var address: IPAddress
        /// The name of the interface to it.
        public var interface: String
        /// Whether the gateway responds.
        public var status: ConnectionStatus
        /// The status as a number (``ConnectionStatus/code``).
        public var code: Int
        /// The metric of its default route (`RTA_PRIORITY`); the lowest wins.
        public var metric: UInt32
        /// The state of its neighbour entry; `nil` if there is none.
        public var neighbour: Neighbour.State?
        /// The shortest round trip of an echo request; `nil` without a reply. JSON key: `round_trip_ms`.
        public var roundTrip: Milliseconds?

        enum CodingKeys: String, CodingKey {
            case address, interface, status, code, metric, neighbour
            case roundTrip = "round_trip_ms"
        }

        /// Creates the state of a gateway.
        public init(
            address: IPAddress, interface: String, status: ConnectionStatus, metric: UInt32,
            neighbour: Neighbour.State? = nil, roundTrip: Milliseconds? = nil
        ) {
            self.address = address
            self.interface = interface
            self.status = status
            code = status.code
            self.metric = metric
            self.neighbour = neighbour
            self.roundTrip = roundTrip
        }
    }

    /// A resolver in use, and whether it responds.
    public struct ResolverStatus: Sendable, Hashable, Codable {
        /// The server, and where it is configured. In JSON, its fields are next to these.
        public var resolver: Resolver
        /// Whether the server responds.
        public var status: ConnectionStatus
        /// The time until its response; `nil` if it was not queried. JSON key: `duration_ms`.
        public var duration: Milliseconds?
        /// Why it is down; `nil` if it is not.
        public var failure: Resolution.FailureReason?
        /// Whether this machine did not send the query, as without a route to it; `nil` if it did. JSON key: `unsent`.
        public var isUnsent: Bool?
        /// The ICMP error that the server is unreachable; `nil` if there was none.
        public var refusal: ICMPError?
        /// The address from which replies come instead of from the server, so that programs ignore them; `nil` for none. JSON key:
        /// `replied_from`.
        public var repliedFrom: IPAddress?

        /// Creates the state of a resolver.
        public init(
            resolver: Resolver, status: ConnectionStatus, duration: Milliseconds? = nil,
            failure: Resolution.FailureReason? = nil
        ) {
            self.resolver = resolver
            self.status = status
            self.duration = duration
            self.failure = failure
        }

        /// The same resolver with an unknown state, since a layer below it is broken.
        public var unknown: ResolverStatus { .init(resolver: resolver, status: .noErr) }

        private enum CodingKeys: String, CodingKey {
            case status, code, failure, refusal
            case isUnsent = "unsent"
            case repliedFrom = "replied_from"
            case duration = "duration_ms"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            resolver = try Resolver(from: decoder)
            status = try container.decode(ConnectionStatus.self, forKey: .status)
            duration = try container.decodeIfPresent(Milliseconds.self, forKey: .duration)
            failure = try container.decodeIfPresent(Resolution.FailureReason.self, forKey: .failure)
            isUnsent = try container.decodeIfPresent(Bool.self, forKey: .isUnsent)
            refusal = try container.decodeIfPresent(ICMPError.self, forKey: .refusal)
            repliedFrom = try container.decodeIfPresent(IPAddress.self, forKey: .repliedFrom)
        }

        public func encode(to encoder: any Encoder) throws {
            try resolver.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(status, forKey: .status)
            try container.encode(status.code, forKey: .code)
            try container.encodeIfPresent(duration, forKey: .duration)
            try container.encodeIfPresent(failure, forKey: .failure)
            try container.encodeIfPresent(isUnsent, forKey: .isUnsent)
            try container.encodeIfPresent(refusal, forKey: .refusal)
            try container.encodeIfPresent(repliedFrom, forKey: .repliedFrom)
        }
    }

    /// The path from the gateway to the Internet.
    public struct Uplink: Sendable, Hashable, Codable {
        /// Whether the uplink works.
        public var status: ConnectionStatus
        /// The status as a number (``ConnectionStatus/code``).
        public var code: Int
        /// Why it is not known whether the uplink works; `nil` if it is known.
        public var detail: String?
        /// What has not been observed although the uplink is proven to work, as a sentence; `nil` if nothing is left open.
        public var unproven: String?
        /// The observations; `nil` if there were none.
        public var evidence: UplinkEvidence?

        /// Creates the state of the uplink.
        public init(status: ConnectionStatus, detail: String? = nil, evidence: UplinkEvidence? = nil) {
            self.status = status
            code = status.code
            self.detail = detail
            self.evidence = evidence
        }
    }

    /// The current state of a configured target.
    public struct TargetStatus: Sendable, Hashable, Codable {
        /// The target as configured.
        public var target: String
        /// The name in the configuration; `nil` if it has none.
        public var name: String?
        /// The group in the configuration; `nil` if it has none.
        public var group: String?
        /// The labels in the configuration.
        public var labels: [String: String] = [:]
        /// The status of the last check; `noErr` before the first one.
        public var status: ConnectionStatus
        /// The status as a number (``ConnectionStatus/code``).
        public var code: Int
        /// Whether it is up, with at least one warning.
        public var degraded: Bool
        /// The cause of the last check; `nil` if nothing was wrong.
        public var cause: Finding?
        /// When it was last checked; `nil` before the first check.
        public var last: Timestamp?
        /// The duration of the last check, or the round trip of a host that only gets echo requests; `nil` before the first
        /// check, and from daemons of other versions. JSON key: `duration_ms`.
        public var duration: Milliseconds?
        /// The days until the last certificate expires, negative after that; `nil` without a certificate. JSON key:
        /// `certificate_days`.
        public var certificateDays: Int?
        /// Whether the last check used a proxy. JSON key: `proxied`.
        public var isProxied = false
        /// Whether the last check has just reached a host of the Internet, which has proven its identity by a certificate. Not part
        /// of the document.
        package var provesUplink = false
        /// Whether the last check has reached a host by a link-local address. Not part of the document.
        package var isNeighbour = false
        /// The host of the Internet that the last check has reached directly; `nil` for none. Not part of the document.
        package var reached: ReachedHost?
        /// The warnings that the last check has beside its cause (``Report/secondFindings``). Not part of the document, which has them
        /// among its own findings.
        package var secondFindings: [Finding] = []
        /// Whether a maintenance window is open, in which checks do not count.
        public var isInMaintenance = false
        /// The number of consecutive checks with another result than ``status``, which are too few to change it; 0 if the
        /// last check confirmed it.
        public var pending = 0
        /// The number of such checks that change the status (`after:` or `recover:`); `nil` if ``pending`` is 0, before the
        /// first result that counted, and from daemons of other versions. JSON key: `pending_of`.
        public var pendingOf: Int?

        /// The key that identifies the target in the configuration: its name, or else its text.
        public var key: String { name ?? target }

        /// Creates the state of a target.
        public init(target: String, status: ConnectionStatus, degraded: Bool, cause: Finding?, last: Timestamp?) {
            self.target = target
            self.status = status
            code = status.code
            self.degraded = degraded
            self.cause = cause
            self.last = last
        }

        private enum CodingKeys: String, CodingKey {
            case target, name, group, labels, status, code, degraded, cause, last, pending
            case isInMaintenance = "maintenance"
            case isProxied = "proxied"
            case pendingOf = "pending_of"
            case duration = "duration_ms"
            case certificateDays = "certificate_days"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            target = try container.decode(String.self, forKey: .target)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            group = try container.decodeIfPresent(String.self, forKey: .group)
            labels = try container.decodeIfPresent([String: String].self, forKey: .labels) ?? [:]
            status = try container.decode(ConnectionStatus.self, forKey: .status)
            code = try container.decode(Int.self, forKey: .code)
            degraded = try container.decode(Bool.self, forKey: .degraded)
            cause = try container.decodeIfPresent(Finding.self, forKey: .cause)
            last = try container.decodeIfPresent(Timestamp.self, forKey: .last)
            duration = try container.decodeIfPresent(Milliseconds.self, forKey: .duration)
            certificateDays = try container.decodeIfPresent(Int.self, forKey: .certificateDays)
            isProxied = try container.decodeIfPresent(Bool.self, forKey: .isProxied) ?? false
            isInMaintenance = try container.decodeIfPresent(Bool.self, forKey: .isInMaintenance) ?? false
            pending = try container.decodeIfPresent(Int.self, forKey: .pending) ?? 0
            pendingOf = try container.decodeIfPresent(Int.self, forKey: .pendingOf)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(target, forKey: .target)
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(group, forKey: .group)
            if !labels.isEmpty { try container.encode(labels, forKey: .labels) }
            if isInMaintenance { try container.encode(true, forKey: .isInMaintenance) }
            if pending > 0 {
                try container.encode(pending, forKey: .pending)
                try container.encodeIfPresent(pendingOf, forKey: .pendingOf)
            }
            try container.encode(status, forKey: .status)
            try container.encode(code, forKey: .code)
            try container.encode(degraded, forKey: .degraded)
            try container.encode(cause, forKey: .cause)
            try container.encode(last, forKey: .last)
            try container.encodeIfPresent(duration, forKey: .duration)
            try container.encodeIfPresent(certificateDays, forKey: .certificateDays)
            if isProxied { try container.encode(true, forKey: .isProxied) }
        }
    }

    /// The document format: ``schema`` for documents of this version.
    public var schema: String
    /// The overall status: that of the machine, or down if all targets failed.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int
    /// Whether the machine is up with at least one warning.
    public var degraded: Bool
    /// The first finding; `nil` if nothing is wrong.
    public var cause: Finding?
    /// The findings about the machine, its targets and its publication, the cause first.
    public var findings: [Finding]
    /// The name of this machine.
    public var host: String
    /// When the status became what it is.
    public var since: Timestamp
    /// All interfaces, whether they carry a route or not.
    public var links: [Link]
    /// The configured resolvers, in the order in which they are queried.
    public var resolvers: [ResolverStatus]
    /// The gateways of the default routes.
    public var gateways: [Gateway]
    /// The uplink; `nil` if the machine has no default route, and no proxy.
    public var uplink: Uplink?
    /// The open incidents.
    public var incidents: [Incident]
    /// The configured targets, in the order of the configuration.
    public var targets: [TargetStatus]
    /// The state of the daemon's own announcement on the link.
    public var publication: Publication
    /// The services that are announced for others: those of the configuration first, then by name.
    public var services: [RegisteredService]
    /// A line that says who can read the daemon's data from other machines; `nil` if others can only read its name and
    /// status.
    public var exposure: String?
    /// The addresses on which the daemon does not accept connections, though it should; `nil` if there are none.
    public var listen: [ListenFailure]?
    /// Why results are not recorded; `nil` if they are, or if recording is off.
    public var history: HistoryWriteFailure?
    /// The path of the database in which results are recorded, as the daemon sees it; `nil` if they are not recorded, and
    /// from daemons of other versions. JSON key: `history_file`.
    public var historyFile: String?
    /// Why alerts are not delivered; `nil` if they are, or if there are no receivers.
    public var alerts: AlertTrouble?

    /// Creates the document. Code, cause and `degraded` follow from status and findings.
    public init(
        status: ConnectionStatus, findings: [Finding], host: String, since: Timestamp, links: [Link],
        resolvers: [ResolverStatus], gateways: [Gateway], uplink: Uplink? = nil, incidents: [Incident] = [],
        targets: [TargetStatus], publication: Publication, services: [RegisteredService] = []
    ) {
        schema = Self.schema
        self.status = status
        code = status.code
        degraded = status == .connectionUp && findings.contains { $0.severity == .warning }
        cause = findings.first { status != .connectionUp || $0.severity == .warning }
        self.findings = findings
        self.host = host
        self.since = since
        self.links = links
        self.resolvers = resolvers
        self.gateways = gateways
        self.uplink = uplink
        self.incidents = incidents
        self.targets = targets
        self.publication = publication
        self.services = services
    }

    private enum CodingKeys: String, CodingKey {
        case schema, status, code, degraded, cause, findings, host, since, links, resolvers, gateways, uplink, incidents
        case targets, publication, services, exposure, listen, history, alerts
        case historyFile = "history_file"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(status, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(degraded, forKey: .degraded)
        try container.encode(cause, forKey: .cause)
        try container.encode(findings, forKey: .findings)
        try container.encode(host, forKey: .host)
        try container.encode(since, forKey: .since)
        try container.encode(links, forKey: .links)
        try container.encode(resolvers, forKey: .resolvers)
        try container.encode(gateways, forKey: .gateways)
        try container.encodeIfPresent(uplink, forKey: .uplink)
        try container.encode(incidents, forKey: .incidents)
        try container.encode(targets, forKey: .targets)
        try container.encode(publication, forKey: .publication)
        try container.encode(services, forKey: .services)
        try container.encodeIfPresent(exposure, forKey: .exposure)
        try container.encodeIfPresent(listen, forKey: .listen)
        try container.encodeIfPresent(history, forKey: .history)
        try container.encodeIfPresent(historyFile, forKey: .historyFile)
        try container.encodeIfPresent(alerts, forKey: .alerts)
    }
}
