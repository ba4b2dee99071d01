import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

/// Other hosts with an address of the gateways or of this machine, which are looked for while the uplink is still examined.
extension DiagnosticEngine {
    /// Within this time, the uplink of a healthy network is proven to work. On a slow line, the link gets some packets more.
    private static let timeToProve = Duration.milliseconds(200)

    /// Such hosts.
    struct EarlyRivals: Sendable {
        /// The one with this machine's hardware address.
        var twin: LinkHost?
        /// The gateways that answered by then, with those that have their IPv4 address, or this machine's.
        var gateways: [GatewayEvidence.Hop] = []

        /// A gateway with these hosts; `nil` if it had not answered by then.
        func contested(_ hop: GatewayEvidence.Hop) -> GatewayEvidence.Hop? {
            let known = gateways.first { known in
                known.route == hop.route && known.neighbour?.hardwareAddress == hop.neighbour?.hardwareAddress
            }
            guard let known else { return nil }
            var contested = hop
            (contested.rival, contested.holder, contested.own) = (known.rival, known.holder, known.own)
            return contested
        }
    }

    /// Looks for such hosts if the uplink is not examined by then. Nobody waits for the result if it works after all.
    ///
    /// - Parameters:
    ///   - watch: What sends echo requests to the gateways.
    ///   - begun: When the observation began.
    ///   - decision: Decides whether it begins.
    /// - Throws: `CancellationError`, or the error with which the kernel refused.
    func earlyRivals(
        by watch: GatewayWatch, in snapshot: NetworkSnapshot, since begun: ContinuousClock.Instant,
        if decision: EarlyTrial
    ) async throws -> EarlyRivals {
        try await loop.sleep(until: begun + Self.timeToProve)
        guard uplink.options.sendsPackets, decision.decide(true) else { return EarlyRivals() }
        async let twin = hardwareTwin(in: snapshot)
        let hops = watch.observed(in: try await links.snapshot())
        let found = try await withThrowingTaskGroup(of: GatewayEvidence.Hop.self) { group in
            for hop in hops.prefix(2)
            where hop.echo?.outcome == .reply && hop.neighbour?.hardwareAddress != nil {
                group.addTask { try await watch.contested(hop) }
            }
            return try await group.reduce(into: [GatewayEvidence.Hop]()) { $0.append($1) }
        }
        return EarlyRivals(twin: try await twin, gateways: found)
    }

    /// The host with this machine's hardware address, which is looked for now unless that was done before.
    func hardwareTwin(
        in snapshot: NetworkSnapshot, known early: Task<EarlyRivals, any Error>?
    ) async throws -> LinkHost? {
        guard let early else { return try await hardwareTwin(in: snapshot) }
        return try await early.found.twin
    }
}

extension Task where Success == DiagnosticEngine.EarlyRivals, Failure == any Error {
    /// What the search has found, which ends with the task that waits for it.
    var found: DiagnosticEngine.EarlyRivals {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}
