/// `GET /v1/alerts`: the receivers of alerts, messages that were sent, and messages that are queued with the reason.
public struct AlertsDocument: Sendable, Hashable, Codable {
    /// Somebody who is told.
    public struct Receiver: Sendable, Hashable, Codable {
        /// As the configuration calls it.
        public var name: String
        /// `exec`, `webhook`, `alertmanager`, `ntfy` or `email`.
        public var kind: String
        /// Where messages go: a program, an origin, an address; never a path of a URL, which may be a secret.
        public var destination: String
        /// Messages that are not delivered yet.
        public var waiting: Int
        /// Why the last attempt failed; `nil` if it did not.
        public var reason: String?
        /// When attempts began to fail.
        public var failingSince: Timestamp?
        /// When the next attempt is made.
        public var nextAttempt: Timestamp?
        /// When something was last delivered.
        public var lastDelivered: Timestamp?

        /// A receiver to which nothing has been sent.
        public init(name: String, kind: String, destination: String) {
            self.name = name
            self.kind = kind
            self.destination = destination
            waiting = 0
        }

        enum CodingKeys: String, CodingKey {
            case name, kind, destination, waiting, reason
            case failingSince = "failing_since"
            case nextAttempt = "next_attempt"
            case lastDelivered = "last_delivered"
        }
    }

    /// A message to one receiver.
    public struct Message: Sendable, Hashable, Codable {
        /// What receivers can tell repetitions by.
        public var id: String
        /// The name of the receiver.
        public var receiver: String
        /// What it says.
        public var event: AlertEvent
        /// The id of the incident.
        public var incident: Int
        /// Its first line.
        public var title: String
        /// When it was put into the queue.
        public var created: Timestamp
        /// When it was delivered; `nil` while it waits.
        public var delivered: Timestamp?
        /// Attempts that were made.
        public var attempts: Int

        /// A message.
        public init(
            id: String, receiver: String, event: AlertEvent, incident: Int, title: String, created: Timestamp,
            delivered: Timestamp?, attempts: Int
        ) {
            self.id = id
            self.receiver = receiver
            self.event = event
            self.incident = incident
            self.title = title
            self.created = created
            self.delivered = delivered
            self.attempts = attempts
        }
    }

    /// An incident that is not told of yet, although a receiver shall be.
    public struct Pending: Sendable, Hashable, Codable {
        /// The name of the receiver.
        public var receiver: String
        /// The id of the incident.
        public var incident: Int
        /// What is waited for: `after`, `quiet hours`, `room in the queue`.
        public var reason: String
        /// When that is over, as far as it is known.
        public var until: Timestamp?

        /// An incident that waits to be told of.
        public init(receiver: String, incident: Int, reason: String, until: Timestamp?) {
            self.receiver = receiver
            self.incident = incident
            self.reason = reason
            self.until = until
        }
    }

    /// The name of this form of document.
    public static let schema = "netdiag.alerts/1"

    /// ``schema``.
    public var schema = Self.schema
    /// In the order of the configuration.
    public var receivers: [Receiver]
    /// Those that wait in their order, then those that were delivered from the newest on.
    public var messages: [Message]
    /// What is held back.
    public var pending: [Pending]
    /// Why the queue cannot be written to the disk; `nil` if it can.
    public var trouble: String?

    /// A document of all that is known.
    public init(receivers: [Receiver], messages: [Message], pending: [Pending], trouble: String?) {
        self.receivers = receivers
        self.messages = messages
        self.pending = pending
        self.trouble = trouble
    }
}

/// `POST /v1/alerts/{receiver}`: the result of a test message.
public struct AlertTestDocument: Sendable, Hashable, Codable {
    /// The name of this form of document.
    public static let schema = "netdiag.alert-test/1"

    /// ``schema``.
    public var schema = Self.schema
    /// The name of the receiver.
    public var receiver: String
    /// Whether it has taken the message.
    public var delivered: Bool
    /// What it answered, or why it was not reached.
    public var detail: String
    /// From the beginning of the attempt to its end.
    public var duration: Milliseconds

    enum CodingKeys: String, CodingKey {
        case schema, receiver, delivered, detail
        case duration = "duration_ms"
    }

    /// What became of a message.
    public init(receiver: String, delivered: Bool, detail: String, duration: Milliseconds) {
        self.receiver = receiver
        self.delivered = delivered
        self.detail = detail
        self.duration = duration
    }
}
