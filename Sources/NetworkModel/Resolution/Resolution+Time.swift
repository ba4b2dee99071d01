extension Resolution {
    /// The difference that the times of two look-ups which were made together may have, at least and as a part of the time.
    private static let tolerance = (least: Duration.milliseconds(50), part: 20)

    /// Whether the system resolver needed as long as a query. It repeats a query after seconds (resolv.conf(5), `timeout`), and not as
    /// soon as this program does, so that the server took that time, and no packet was lost.
    ///
    /// - Parameter time: The time from the query to its response.
    package func isTimeOfPrograms(_ time: Milliseconds) -> Bool {
        guard let system, system.failure == nil else { return false }
        let difference = system.duration.duration - time.duration
        let tolerance = max(Self.tolerance.least, time.duration / Self.tolerance.part)
        return difference <= tolerance && difference >= .zero - tolerance
    }
}
