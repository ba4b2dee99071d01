/// Why alerts are not delivered.
public struct AlertTrouble: Sendable, Hashable, Codable {
    /// A receiver that does not accept messages.
    public struct Receiver: Sendable, Hashable, Codable {
        /// The name in the configuration.
        public var name: String
        /// Why the last attempt failed, in one line.
        public var reason: String
        /// When attempts began to fail.
        public var since: Timestamp

        /// Creates a receiver whose attempts have failed since then.
        public init(name: String, reason: String, since: Timestamp) {
            self.name = name
            self.reason = reason
            self.since = since
        }
    }

    /// The receivers that do not accept messages, in the order of the configuration.
    public var failing: [Receiver]
    /// The number of messages that wait for all receivers.
    public var waiting: Int
    /// Why the queue cannot be written, in one line; `nil` if it can.
    public var queue: String?

    /// Creates the trouble.
    public init(failing: [Receiver], waiting: Int, queue: String?) {
        self.failing = failing
        self.waiting = waiting
        self.queue = queue
    }

    /// Whether anything keeps alerts from being delivered.
    public var isTrouble: Bool { !failing.isEmpty || queue != nil }
}
