import Diagnosis
import EventLoopKit
import NetworkModel

/// Packets to hosts in an address family that seems to end at a router, which are sent at the time of the second round.
extension UplinkRun {
    /// The hosts about which nothing is decided before that, and the results of the packets so far.
    struct OpenHosts: Sendable {
        private(set) var hosts: [IPAddress] = []
        private(set) var sent: [UplinkEvidence.Packet] = []

        init() {}

        /// - Parameter packets: The results of packets, also to other hosts.
        init(_ hosts: [IPAddress], _ packets: [UplinkEvidence.Packet]) {
            self.hosts = hosts
            sent = packets.filter { hosts.contains($0.destination) }
        }

        /// Whether packets to these hosts, after a pause, have ended as well at the router at which an address family seems to end. The
        /// limit of that router's errors says nothing about those of the routers behind it, which none has reached.
        func confirm(endOf family: AddressFamily, in evidence: UplinkEvidence) -> Bool {
            hosts.contains { $0.family == family } && evidence.familiesUnreached?.contains(family) == true
                && evidence.seemsToEnd(family)
        }
    }

    /// The time until the reports of a round of packets have been sent: on a line on which a resolver answers within 65 ms, that takes no
    /// longer than the packets with the last hop limit need to leave this machine (``leadOfNear``), and as long again.
    static let timeOfReports = Duration.milliseconds(150)

    /// Whether the packets to a host have ended at the router at which the address family seems to end, or may have: nothing is known
    /// then that a filter of addresses which nobody has would explain. That router may have reported no packet but one of these.
    func isEnd(
        before host: IPAddress, _ packets: [UplinkEvidence.Packet], beside evidence: UplinkEvidence
    ) -> Bool {
        let family = host.family
        let own = packets.filter { $0.destination == host }
        let isDecided = own.contains { packet in
            (packet.limit ?? 0) >= Self.limitsToHosts.upperBound && !Self.isSilent(packet)
        }
        guard !isDecided, evidence.nearestRejected(family) == nil, !isOutputUnreachable(family, evidence.gateways)
        else { return false }
        if evidence.seemsToEnd(family) { return true }
        let isPassedOrSilent = own.allSatisfy { Self.isSilent($0) || $0.isExpired(behind: evidence.gateways) }
        guard isPassedOrSilent, !evidence.mayBeQuarantine, evidence.doubtfulFamilies(isFamilyAlone: true) == [family]
        else { return false }
        var joined = evidence
        joined.packets += own
        return assigningSenders(joined).seemsToEnd(family)
    }

    /// The results of SYNs with greater hop limits to these hosts, since a single router that reports nothing is not the end.
    ///
    /// - Parameter begin: When routers can report them. Those of the second round, which are sent then, may use up some of the reports,
    ///   which show as much.
    func furtherPackets(
        to open: OpenHosts, at begin: ContinuousClock.Instant, beside gateways: [IPAddress]
    ) async throws -> [UplinkEvidence.Packet] {
        guard !open.hosts.isEmpty else { return [] }
        try await engine.loop.sleep(until: begin)
        let furthest = Self.limitsToHosts.upperBound
        return try await connectionAttempts(to: open.hosts, furthest...furthest + 1, gateways: gateways)
    }

    /// The evidence after the second round with the results of these packets, if that round has left open whether the family ends there.
    func compared(
        _ evidence: UplinkEvidence, with open: OpenHosts, _ further: [UplinkEvidence.Packet]
    ) -> UplinkEvidence {
        guard !open.hosts.isEmpty else { return evidence }
        let doubted = evidence.familiesToTryElsewhere
        let sent = (open.sent + further).filter { doubted.contains($0.destination.family) }
        let found = sent.isEmpty ? evidence : compared(evidence, withHosts: sent)
        engine.uplink.record(
            unreached: evidence.familiesStopping(sent), of: Array(Set(open.hosts.map(\.family))))
        return recalled(found, includingReports: false)
    }
}
