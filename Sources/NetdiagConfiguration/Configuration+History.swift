extension Configuration {
    /// What is kept of results and incidents.
    public struct History: Sendable, Hashable {
        public var isEnabled = true
        /// The database; `nil`: `history.db` in the directory of the state.
        public var file: String?
        /// How long each result is kept; 3 hours to 90 days.
        public var results = Duration.seconds(2 * 86_400)
        /// How long results of five minutes together are kept; a day to 10 years.
        public var minutes = Duration.seconds(30 * 86_400)
        /// How long results of an hour together, and of a day together, are kept; a day to 100 years.
        public var hours = Duration.seconds(730 * 86_400)
        /// Bytes that the database may have on the disk, with its log; 16 MiB to 64 GiB. The oldest goes where there is no room.
        public var maxBytes = 256 << 20

        public init() {}
    }
}
