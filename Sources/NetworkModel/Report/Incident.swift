extension StatusDocument {
    /// A fault over time, and what it took down.
    public struct Incident: Sendable, Hashable, Codable {
        /// Something that changed on this machine shortly before.
        public struct Change: Sendable, Hashable, Codable {
            /// When the change was seen, by the wall clock.
            public var at: Timestamp
            /// What changed.
            public var subject: NetworkChange.Subject
            /// The interface concerned, where there is one.
            public var interface: String?
            /// A sentence for people: "eth0 lost its carrier".
            public var summary: String

            /// Creates a change.
            ///
            /// - Parameter summary: A sentence for people.
            public init(at: Timestamp, subject: NetworkChange.Subject, interface: String?, summary: String) {
                self.at = at
                self.subject = subject
                self.interface = interface
                self.summary = summary
            }
        }

        /// Why an incident is over.
        public enum Ending: String, Sendable, Hashable, Codable {
            /// Its targets work again, and the machine's own look finds nothing.
            case recovered
            /// Its targets were removed from the configuration: whether they work is not known.
            case unwatched = "no-longer-watched"
        }

        /// Counted from 1; never used again.
        public var id: Int
        /// The finding that names the fault.
        public var cause: Finding
        /// What is broken, as in the address of a gateway; `nil` for this machine itself.
        public var culprit: String?
        /// What it has taken down since it began, in the order in which that was seen.
        public var targets: [String]
        /// How many these are; more than ``targets`` where not all are named.
        public var targetCount: Int
        /// When the first check that showed it began.
        public var opened: Timestamp
        /// When the last of its targets was found to work again; `nil` while it is open.
        public var closed: Timestamp?
        /// Why it is over; `nil` while it is open.
        public var ending: Ending?
        /// How often it was over for less than a minute, and came back.
        public var reopened: Int
        /// Links, addresses, routes and resolvers that changed in the last minutes before, oldest first.
        public var changes: [Change]

        /// Creates an incident; it is open without `closed`.
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

        /// Whether the fault lasts.
        public var isOpen: Bool { closed == nil }

        enum CodingKeys: String, CodingKey {
            case id, cause, culprit, targets, opened, closed, ending, reopened, changes
            case targetCount = "target_count"
        }

        /// What is more than the contract's five fields may be missing.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            cause = try container.decode(Finding.self, forKey: .cause)
            culprit = try container.decodeIfPresent(String.self, forKey: .culprit)
            targets = try container.decode([String].self, forKey: .targets)
            targetCount = try container.decodeIfPresent(Int.self, forKey: .targetCount) ?? targets.count
            opened = try container.decode(Timestamp.self, forKey: .opened)
            closed = try container.decodeIfPresent(Timestamp.self, forKey: .closed)
            ending = try container.decodeIfPresent(Ending.self, forKey: .ending) ?? closed.map { _ in .recovered }
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
    /// What became of the incident.
    public enum Kind: String, Sendable, Hashable, Codable {
        case opened, changed, closed
        /// Another incident proved to be the same fault, and has taken it in: it is in no list any more.
        case merged
    }

    /// What became of the incident.
    public var event: Kind
    /// The incident as it is now.
    public var incident: StatusDocument.Incident
    /// The incident that has taken it in.
    public var into: Int?

    /// Creates an event of an incident.
    public init(_ event: Kind, _ incident: StatusDocument.Incident, into: Int? = nil) {
        self.event = event
        self.incident = incident
        self.into = into
    }
}
