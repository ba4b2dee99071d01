extension StatusDocument {
    /// A fault over time, and the targets that it affects.
    public struct Incident: Sendable, Hashable, Codable {
        /// A change on this machine shortly before the incident.
        public struct Change: Sendable, Hashable, Codable {
            /// When the change was noticed, by the wall clock.
            public var at: Timestamp
            /// What changed.
            public var subject: NetworkChange.Subject
            /// The interface; `nil` if the change concerns none.
            public var interface: String?
            /// A readable sentence, as in "eth0 lost its carrier".
            public var summary: String

            /// Creates a change.
            ///
            /// - Parameters:
            ///   - at: When the change was noticed, by the wall clock.
            ///   - subject: What changed.
            ///   - interface: The interface; `nil` if the change concerns none.
            ///   - summary: A readable sentence.
            public init(at: Timestamp, subject: NetworkChange.Subject, interface: String?, summary: String) {
                self.at = at
                self.subject = subject
                self.interface = interface
                self.summary = summary
            }
        }

        /// Why an incident ended.
        public enum EndReason: String, Sendable, Hashable, Codable {
            /// Its targets work again, and the observation of the machine finds no fault.
            case recovered
            /// Its targets were removed from the configuration. Whether they work is not known.
            case unwatched = "no-longer-watched"
            /// Its targets fail for another cause, which has an incident of its own.
            case replaced = "other-cause"
        }

        /// The number of the incident, from 1. Numbers are never used again.
        public var id: Int
        /// The finding with the cause.
        public var cause: Finding
        /// What is broken, as in the address of a gateway; `nil` for this machine itself.
        public var culprit: String?
        /// The targets that were affected since it began, in the order in which they failed.
        public var targets: [String]
        /// The number of affected targets, which can be larger than the count of ``targets``.
        public var targetCount: Int
        /// How many of the targets work with a warning, although the cause is an error.
        public var degradedCount = 0
        /// When the first check that found the fault began.
        public var opened: Timestamp
        /// When the last of its targets was found to work again; `nil` while it is open.
        public var closed: Timestamp?
        /// Why it ended; `nil` while it is open.
        public var ending: EndReason?
        /// How often the fault returned after it had been over for less than the settling time.
        public var reopened: Int
        /// The changes of links, addresses, routes and resolvers in the minutes before, oldest first.
        public var changes: [Change]

        /// Creates an incident, which is open without `closed`.
        public init(
            id: Int, cause: Finding, culprit: String? = nil, targets: [String], targetCount: Int? = nil,
            opened: Timestamp, closed: Timestamp?, reopened: Int = 0, changes: [Change] = []
        ) {
            self.id = id
            self.cause = cause
            self.culprit = culprit
            self.targets = targets
            self.targetCount = targetCount ?? targets.count
            self.opened = opened
            self.closed = closed
            ending = closed.map { _ in .recovered }
            self.reopened = reopened
            self.changes = changes
        }

        /// Whether the incident is open.
        public var isOpen: Bool { closed == nil }

        enum CodingKeys: String, CodingKey {
            case id, cause, culprit, targets, opened, closed, ending, reopened, changes
            case targetCount = "target_count"
            case degradedCount = "degraded_count"
        }

        /// All fields but the five that every version has are optional.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            cause = try container.decode(Finding.self, forKey: .cause)
            culprit = try container.decodeIfPresent(String.self, forKey: .culprit)
            targets = try container.decode([String].self, forKey: .targets)
            targetCount = try container.decodeIfPresent(Int.self, forKey: .targetCount) ?? targets.count
            degradedCount = try container.decodeIfPresent(Int.self, forKey: .degradedCount) ?? 0
            opened = try container.decode(Timestamp.self, forKey: .opened)
            closed = try container.decodeIfPresent(Timestamp.self, forKey: .closed)
            ending = try container.decodeIfPresent(EndReason.self, forKey: .ending) ?? closed.map { _ in .recovered }
            reopened = try container.decodeIfPresent(Int.self, forKey: .reopened) ?? 0
            changes = try container.decodeIfPresent([Change].self, forKey: .changes) ?? []
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(cause, forKey: .cause)
            try container.encode(culprit, forKey: .culprit)
            try container.encode(targets, forKey: .targets)
            try container.encode(targetCount, forKey: .targetCount)
            if degradedCount > 0 { try container.encode(degradedCount, forKey: .degradedCount) }
            try container.encode(opened, forKey: .opened)
            try container.encode(closed, forKey: .closed)
            try container.encodeIfPresent(ending, forKey: .ending)
            try container.encode(reopened, forKey: .reopened)
            try container.encode(changes, forKey: .changes)
        }
    }
}

/// A change of an incident: `event: incident` of `GET /v1/events`.
public struct IncidentEvent: Sendable, Hashable, Codable {
    /// What happened to the incident.
    public enum Kind: String, Sendable, Hashable, Codable {
        case opened, changed, closed
        /// The incident was merged into another one with the same fault, and is in no list any more.
        case merged
    }

    /// What happened to the incident.
    public var event: Kind
    /// The incident as it is now.
    public var incident: StatusDocument.Incident
    /// The incident into which it was merged; of one that was closed, the incident that its targets have now, if they do not
    /// work.
    public var into: Int?
    /// When the fault was first observed since the incident last opened or reopened; `nil` if it is closed. Only within
    /// this process.
    package var observedSince: ContinuousClock.Instant?

    private enum CodingKeys: String, CodingKey {
        case event, incident, into
    }

    /// Creates an event of an incident.
    public init(_ event: Kind, _ incident: StatusDocument.Incident, into: Int? = nil) {
        self.event = event
        self.incident = incident
        self.into = into
    }
}
