/// What was seen of this machine itself, once something failed that it could be the reason for.
public struct LocalEvidence: Sendable, Hashable, Codable {
    /// The clock beside another one.
    public struct Clock: Sendable, Hashable, Codable {
        /// What this machine's clock said.
        public var here: Timestamp
        /// What the other one said at that moment.
        public var there: Timestamp
        /// Whose clock that is, as in `the Date of http://192.0.2.1/`.
        public var source: String

        public init(here: Timestamp, there: Timestamp, source: String) {
            self.here = here
            self.there = there
            self.source = source
        }
    }

    public var clock: Clock?

    public init(clock: Clock? = nil) {
        self.clock = clock
    }
}
