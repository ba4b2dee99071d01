/// Observations of this machine itself, made after a failure that it could have caused.
public struct LocalEvidence: LayerEvidence {
    /// The layer `local`.
    public static let layer = Layer.local

    /// The clock of this machine compared with another one.
    public struct Clock: Sendable, Hashable, Codable {
        /// The time of this machine's clock.
        public var here: Timestamp
        /// The time of the other clock at that moment; `nil` if there was none.
        public var there: Timestamp?
        /// The source of the other clock, as in `the Date of http://192.0.2.1/`.
        public var source: String?
        /// When this program was built. A clock before that time is wrong.
        public var built: Timestamp?
        /// Whether the kernel considers the clock synchronized (adjtimex(2)). Setting the clock by hand ends that.
        public var isSynchronized: Bool?
        /// The installed time synchronization: `chrony`, `systemd-timesyncd`, `ntpsec`; `nil` for none.
        public var keeper: String?

        enum CodingKeys: String, CodingKey {
            case here, there, source, built, keeper
            case isSynchronized = "synchronized"
        }

        /// How long before this program was built the clock is, in milliseconds, which is impossible; `nil` if it is not.
        package var lag: Int64? {
            guard let built, here < built else { return nil }
            return built.millisecondsSince1970 - here.millisecondsSince1970
        }

        /// Creates a comparison of two clocks.
        public init(here: Timestamp, there: Timestamp? = nil, source: String? = nil) {
            self.here = here
            self.there = there
            self.source = source
        }
    }

    /// The comparison of the clock with another one; `nil` if there was none.
    public var clock: Clock?

    /// Creates the evidence of this machine.
    public init(clock: Clock? = nil) {
        self.clock = clock
    }
}

extension LocalEvidence {
    /// A one-line summary: the times of the clocks.
    public var summary: String {
        guard let clock else { return "nothing was observed" }
        guard let there = clock.there, let source = clock.source else { return "the clock says \(clock.here)" }
        return "the clock says \(clock.here), \(source) says \(there)"
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
