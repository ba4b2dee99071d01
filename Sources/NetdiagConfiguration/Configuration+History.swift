extension Configuration {
    /// The settings for recording results and incidents (`history:`).
    public struct History: Sendable, Hashable {
        /// Whether results and incidents are recorded.
        public var isEnabled = true
        /// The path of the database; `nil` for `history.db` in the state directory.
        public var file: String?
        /// How long single results are kept, 3 hours to 90 days.
        public var results = Duration.seconds(2 * 86_400)
        /// How long aggregates of five minutes are kept, 1 day to 10 years.
        public var minutes = Duration.seconds(30 * 86_400)
        /// How long aggregates of an hour and of a day are kept, 1 day to 100 years.
        public var hours = Duration.seconds(730 * 86_400)
        /// The maximum size of the database on the disk with its log, in bytes, 16 MiB to 64 GiB. The oldest data is deleted to stay below
        /// it.
        public var maxBytes = 256 << 20

        /// Creates the default settings.
        public init() {}
    }
}
