import Diagnosis
import NetworkModel
import TargetKinds

/// Redirects that use up the time of a check.
extension CheckRun {
    /// The time without which silence says nothing about a place.
    private static let leastTime = Duration.seconds(1)

    /// Replaces the silence of a place that had less than a second, or than an earlier place needed: the redirects before it took the
    /// time, and programs, which wait longer, may have the page.
    ///
    /// - Parameters:
    ///   - gathered: The observations of the place.
    ///   - last: Those of the place that redirects there.
    ///   - begun: The begin of the visit.
    /// - Returns: Whether they were replaced.
    static func leaveUnfinished(
        _ gathered: inout CheckObservations, _ last: CheckObservations, _ passed: [HTTPEvidence.Redirect],
        since begun: ContinuousClock.Instant, until deadline: ContinuousClock.Instant
    ) -> Bool {
        let longest = passed.compactMap { $0.duration?.duration }.max() ?? .zero
        guard let time = timeOfSilence(in: gathered, of: begun.duration(to: deadline)), time < max(leastTime, longest)
        else { return false }
        gathered = last
        guard var http = last.evidence.http else { return true }
        // A server may redirect to the same page once to set a cookie, but not twice to the same place.
        if Set(passed.map { "\($0.url) \($0.location)" }).count < passed.count {
            http.redirects = passed
            http.outcome = .redirectLoop
        } else {
            http.redirects = Array(passed.dropLast())
            http.areRedirectsUnfinished = true
            http.phases = http.phases?.behind(redirects: duration(of: http.redirects))
        }
        gathered.evidence.http = http
        return true
    }

    /// The time that redirects take in programs, which do not wait for other addresses of the places.
    static func duration(of redirects: [HTTPEvidence.Redirect]) -> Duration {
        redirects.reduce(.zero) { $0 + ($1.duration?.duration ?? .zero) }
    }

    /// How long a response of a place was waited for that did not come, if the visit had some time; `nil` if it came.
    private static func timeOfSilence(in gathered: CheckObservations, of time: Duration) -> Duration? {
        let evidence = gathered.evidence
        func isSilent(_ attempts: [TCPEvidence.Attempt]) -> Bool {
            attempts.allSatisfy { $0.outcome == .timeout || $0.outcome == .abandoned }
        }
        let connected = time - (evidence.tcp?.winner?.duration.duration ?? .zero)
        if let http = evidence.http {
            guard http.outcome == .noAnswer || http.outcome == .stalled else { return nil }
            return connected - (gathered.durations[.tls] ?? .zero)
        }
        if let tls = evidence.tls { return tls.outcome == .timeout ? connected : nil }
        // A part of the time is reserved for the layers above a connection.
        let connecting = KindExchange.timeToConnect(of: time)
        if let proxy = evidence.proxy {
            if proxy.outcome == .noAnswer { return connecting }
            return proxy.outcome == .unreachable && isSilent(proxy.attempts) ? connecting : nil
        }
        if let tcp = evidence.tcp { return tcp.winner == nil && isSilent(tcp.attempts) ? connecting : nil }
        guard let resolution = evidence.dns?.resolution, resolution.answers.isEmpty,
            resolution.failures.contains(where: { $0.reason == .timeout })
        else { return nil }
        return time
    }
}
