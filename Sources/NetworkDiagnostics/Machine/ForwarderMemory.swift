import Diagnosis
import NetworkModel

/// Which gateways have carried packets of checks to hosts beyond them, so that one silent host there is no evidence against its
/// gateway.
struct ForwarderMemory: Sendable {
    /// The maximum number of gateways.
    private static let maxGateways = 32

    private struct Use {
        /// The last successes of two targets, the newer one first.
        var successes: [(target: String, begun: ContinuousClock.Instant)] = []
        /// The first target from which nothing was heard since the last success of another, and whether there are more.
        var silent: (target: String, isAlone: Bool)?
    }

    private var uses: [IPAddress: Use] = [:]
    /// When an observation of the uplink did not prove that it works, with no proof since then. Earlier successes are no
    /// evidence, since the gateway may have failed at that time.
    private var unprovenSince: ContinuousClock.Instant?

    /// - Parameter begun: When this process joined the network, of which no observation has proven anything yet.
    init(since begun: ContinuousClock.Instant = .now) { unprovenSince = begun }

    /// Adds an observation of the uplink.
    mutating func record(_ uplink: UplinkProof, at begun: ContinuousClock.Instant) {
        switch uplink {
        case .works: unprovenSince = nil
        case .broken, .unknown: unprovenSince = unprovenSince ?? begun
        }
    }

    /// Adds a check that has ended.
    mutating func record(_ report: Report, from begun: ContinuousClock.Instant) {
        guard report.isBeyondGateway, let evidence = report[GatewayEvidence.self], let tcp = report[TCPEvidence.self]
        else { return }
        func gateway(_ family: AddressFamily) -> IPAddress? {
            evidence.hops.first { $0.route.family == family }?.route.gateway
        }
        if let winner = tcp.winner {
            guard let gateway = gateway(winner.address.family), room(for: gateway) else { return }
            var use = uses[gateway] ?? Use()
            use.successes.removeAll { $0.target == report.target }
            use.successes = [(report.target, begun)] + use.successes.prefix(1)
            use.silent = nil
            uses[gateway] = use
        } else if !tcp.attempts.isEmpty,
            // Without an Internet behind the gateway, its hosts are silent, which says nothing about private ones.
            tcp.attempts.allSatisfy({ $0.outcome == .timeout && !$0.address.isOfInternet })
        {
            for gateway in Set(tcp.attempts.compactMap { gateway($0.address.family) }) {
                guard var use = uses[gateway] else { continue }
                if let silent = use.silent {
                    if silent.target != report.target { use.silent?.isAlone = false }
                } else {
                    use.silent = (report.target, true)
                }
                uses[gateway] = use
            }
        }
    }

    private func room(for gateway: IPAddress) -> Bool { uses.count < Self.maxGateways || uses[gateway] != nil }

    /// The gateways that forward although the uplink is not proven to work: a check of another target has connected over them
    /// since then, and no other target has been silent since that.
    func forwarders(besides target: String, at now: ContinuousClock.Instant) -> [IPAddress] {
        guard let unprovenSince else { return [] }
        return uses.filter { _, use in
            if let silent = use.silent, !silent.isAlone || silent.target != target { return false }
            return use.successes.contains { success in
                success.target != target && success.begun > unprovenSince && success.begun + Report.proofLifetime > now
            }
        }.keys.sorted { "\($0)" < "\($1)" }
    }
}
