extension Configuration {
    /// Who is told of incidents.
    public struct Alerts: Sendable, Hashable {
        package var receivers: [AlertReceiver] = []
        /// Without one, each receiver is told of all.
        package var routes: [AlertRoute] = []
        /// Messages that may wait; 10 to 100,000.
        package var maxWaiting = 10_000

        /// How long an incident has to be over before its end is told; none to an hour. One that comes back meanwhile goes on.
        package var settle = Duration.seconds(60)

        package init() {}

        /// The routes, with what applies where there are none.
        package var effectiveRoutes: [AlertRoute] {
            routes.isEmpty && !receivers.isEmpty ? [AlertRoute(receivers: receivers.map(\.name))] : routes
        }
    }
}
