import Diagnosis
import NetworkModel

/// What is not reached over an address family, and shows more than the silence for addresses that nobody has.
struct UnreachedMemory: Sendable {
    /// The maximum number of networks.
    private static let maxNetworks = 64
    /// How long a result counts: until the next check at the default interval.
    private static let lifetime = Duration.seconds(75)

    /// The address families in which packets to hosts got no further than others.
    private var families: [AddressFamily: ContinuousClock.Instant] = [:]
    /// The networks of hosts to which checks have failed to connect over IPv6 since one of them last connected to any.
    private var networks: [[UInt8]: ContinuousClock.Instant] = [:]

    /// Adds the result of packets to hosts.
    ///
    /// - Parameters:
    ///   - unreached: The address families in which these got no further.
    ///   - tried: All address families in which they were sent.
    mutating func record(_ unreached: [AddressFamily], of tried: [AddressFamily], at now: ContinuousClock.Instant) {
        for family in tried { families[family] = unreached.contains(family) ? now : nil }
    }

    /// The address families in which packets to hosts got no further; `nil` for none.
    func families(at now: ContinuousClock.Instant) -> [AddressFamily]? {
        let found = AddressFamily.allCases.filter { family in
            families[family].map { $0 + Self.lifetime > now } ?? false
        }
        return found.isEmpty ? nil : found
    }

    /// Adds a check that has ended. Of a name, one network counts, since its operator may be the reason.
    mutating func record(_ report: Report, at now: ContinuousClock.Instant) {
        guard report.isBeyondGateway, let tcp = report[TCPEvidence.self] else { return }
        let attempts = tcp.attempts.filter { $0.address.family == .ipv6 && $0.address.isOfInternet }
        if attempts.contains(where: \.outcome.isResponse) {
            networks = [:]
            return
        }
        guard let first = attempts.first, attempts.allSatisfy({ $0.outcome == .timeout }),
            let winner = tcp.winner, winner.address.family == .ipv4, winner.address.isOfInternet
        else { return }
        networks = networks.filter { $0.value + Self.lifetime > now }
        guard networks.count < Self.maxNetworks else { return }
        networks[first.address.networkOfOperator] = now
    }

    /// The number of networks with such hosts; `nil` for none.
    func networksOverIPv6(at now: ContinuousClock.Instant) -> Int? {
        let count = networks.values.count { $0 + Self.lifetime > now }
        return count == 0 ? nil : count
    }
}
