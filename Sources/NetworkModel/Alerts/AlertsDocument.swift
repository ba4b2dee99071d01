/// `GET /v1/alerts`: the receivers of alerts, messages that were sent, and messages that are queued with the reason.
public struct AlertsDocument: Sendable, Hashable, Codable {
    /// A receiver of alerts.
    public struct Receiver: Sendable, Hashable, Codable {
        /// The name in the configuration.
        public var name: String
        /// The type of the receiver: `exec`, `webhook`, `alertmanager`, `ntfy` or `email`.
        public var kind: String
        /// The destination of messages: a program, an origin or an address; never the path of a URL, which may be secret.
        public var destination: String
        /// The number of messages that are not delivered yet.
        public var waiting: Int
        /// Why the last attempt failed; `nil` if it succeeded.
        public var reason: String?
        /// When attempts began to fail; `nil` if the last one succeeded.
        public var failingSince: Timestamp?
        /// The time of the next attempt; `nil` if none is planned.
        public var nextAttempt: Timestamp?
        /// The time of the last delivery; `nil` if there was none.
        public var lastDelivered: Timestamp?

        /// Creates a receiver to which nothing has been sent.
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
        /// The identifier by which receivers can recognise repetitions.
        public var id: String
        /// The name of the receiver.
        public var receiver: String
        /// The reported event.
        public var event: AlertEvent
        /// The id of the incident.
        public var incident: Int
        /// The first line of the message.
        public var title: String
        /// When the message was queued.
        public var created: Timestamp
        /// When the message was delivered; `nil` while it is queued.
        public var delivered: Timestamp?
        /// The number of attempts so far.
        public var attempts: Int

        /// Creates a message.
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

    /// An incident that will be reported to a receiver, but is not yet.
    public struct Pending: Sendable, Hashable, Codable {
        /// The name of the receiver.
        public var receiver: String
        /// The id of the incident.
        public var incident: Int
        /// The reason for the delay: `after`, `quiet hours`, `room in the queue`.
        public var reason: String
        /// When the reason ends; `nil` if that is not known.
        public var until: Timestamp?

        /// Creates an incident whose report is delayed.
        public init(receiver: String, incident: Int, reason: String, until: Timestamp?) {
            self.receiver = receiver
            self.incident = incident
            self.reason = reason
            self.until = until
        }
    }

    /// The name and version of this document format.
    public static let schema = "netdiag.alerts/1"

    /// The name and version of the document format (``schema``).
    public var schema = Self.schema
    /// The receivers, in the order of the configuration.
    public var receivers: [Receiver]
    /// The queued messages in their order, then delivered messages from the newest on.
    public var messages: [Message]
    /// The incidents whose report is delayed.
    public var pending: [Pending]
    /// Why the queue cannot be written to the disk; `nil` if it can.
    public var trouble: String?

    /// Creates a document.
    public init(receivers: [Receiver], messages: [Message], pending: [Pending], trouble: String?) {
        self.receivers = receivers
        self.messages = messages
        self.pending = pending
        self.trouble = trouble
    }
}

/// `POST /v1/alerts/{receiver}`: the result of a test message.
public struct AlertTestDocument: Sendable, Hashable, Codable {
    /// The name and version of this document format.
    public static let schema = "netdiag.alert-test/1"

    /// The name and version of the document format (``schema``).
    public var schema = Self.schema
    /// The name of the receiver.
    public var receiver: String
    /// Whether the receiver accepted the message.
    public var delivered: Bool
    /// The response of the receiver, or why it was not reached.
    public var detail: String
    /// The duration of the attempt.
    public var duration: Milliseconds

    enum CodingKeys: String, CodingKey {
        case schema, receiver, delivered, detail
        case duration = "duration_ms"
    }

    /// Creates the result of a test message.
    public init(receiver: String, delivered: Bool, detail: String, duration: Milliseconds) {
        self.receiver = receiver
        self.delivered = delivered
        self.detail = detail
        self.duration = duration
    }
}
