extension Configuration {
    /// The receivers of alerts, and the routes to them.
    public struct Alerts: Sendable, Hashable {
        package var receivers: [AlertReceiver] = []
        /// The routes. If there are none, each receiver gets all alerts.
        package var routes: [AlertRoute] = []
        /// The maximum number of messages that wait for delivery, 10 to 100,000.
        package var maxWaiting = 10_000

        package static let defaultSettle = Duration.seconds(60)
        /// The same for a warning that has recurred, if `settle:` is shorter: a value near its limit is on either side of it in turn.
        package static let settleOfWarnings = Duration.seconds(600)

        /// How long an incident must be over before that is reported, up to an hour. If its fault recurs within this time,
        /// the incident continues, for alerts as well as in the list of incidents.
        package var settle = defaultSettle

        package init() {}

        /// The routes, or the default route if there are none.
        package var effectiveRoutes: [AlertRoute] {
            routes.isEmpty && !receivers.isEmpty ? [AlertRoute(receivers: receivers.map(\.name))] : routes
        }
    }
}
