import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension FollowUpProbes {
    /// Together with the time that the traces take after their packets with a hop limit, this is the second within which Linux
    /// reports another packet (icmp(7)).
    private static let pause = Duration.milliseconds(400)
    /// How long to wait for a report: a multiple of the time that it took for an echo request, within these limits.
    private static let roundTrips = 3
    private static let patience = (min: Duration.milliseconds(100), max: Duration.milliseconds(300))

    /// Finds out whether SYNs do not get to a router that reports echo requests.
    func hop(_ limit: Int, to destination: PathDestination) async throws -> Amendment {
        let echo = evidence.path?.traces.first { $0.address == destination.address && $0.transport == .icmp }
        let known = echo?.hops.first { $0.limit == limit }
        guard let router = known?.address else { return { _ in } }
        let longest = (known?.roundTrip?.duration ?? .zero) * Self.roundTrips
        try await engine.loop.sleep(until: min(.now + Self.pause, deadline))
        let mark = engine.loop.loadMark()
        let patience = min(max(longest, Self.patience.min), Self.patience.max)
        let probe = HopComparisonProbe(
            SocketAddress(destination.address, port: destination.port), limit: limit, patience: patience,
            loop: engine.loop)
        let reporter = try await probe.observe()
        // Otherwise a report may have arrived in time.
        guard reporter == router, !engine.wasBusy(for: patience / 2, since: mark) else { return { _ in } }
        return { evidence in
            let index = evidence.observedPath.traces.firstIndex {
                $0.address == destination.address && $0.port == destination.port && $0.transport == .tcp
            }
            if let index { evidence.observedPath.traces[index].silentAt = limit }
        }
    }

    /// The time for responses to SYNs, each of which is sent twice.
    private static let timeOfComparison = Duration.milliseconds(600)

    /// Finds out whether the destination only answers SYNs with a greater hop limit than the usual one.
    func raisedLimit(to destination: PathDestination) async throws -> Amendment {
        let limit = min(Self.timeOfComparison, max(.zero, ContinuousClock.now.duration(to: deadline)))
        let probe = RaisedLimitProbe(
            SocketAddress(destination.address, port: destination.port), loop: engine.loop)
        guard let raised = try await probe.observe(within: limit) else { return { _ in } }
        return { evidence in
            let index = evidence.observedPath.traces.firstIndex {
                $0.address == destination.address && $0.port == destination.port && $0.transport == .tcp
            }
            if let index { evidence.observedPath.traces[index].raisedLimit = raised }
        }
    }
}
