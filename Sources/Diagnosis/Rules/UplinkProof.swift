package import NetworkModel

/// What the evidence on the uplink proves.
package enum UplinkProof: Sendable, Hashable {
    case works, broken, unknown

    package init(_ uplink: UplinkEvidence) {
        switch UplinkReading(uplink).state {
        case .proven: self = .works
        case .broken: self = .broken
        case .unknown: self = .unknown
        }
    }
}

extension UplinkEvidence {
    /// A resolver knows that a name does not exist which no cache holds.
    /// This machine has default routes of IPv6 and none of IPv4, as an IPv6-only network gives.
    package var isOfIPv6Alone: Bool {
        !gateways.isEmpty && gateways.allSatisfy { $0.family == .ipv6 }
            && !packets.contains { $0.destination.family == .ipv4 && $0.failure == nil }
    }

    package var isRootReached: Bool { UplinkSigns(self).reachesRoot }
}

extension MachineVerdict {
    /// Whether nothing below the uplink is broken, so that it can be looked at.
    package var isUplinkReached: Bool { uplink.map { $0.status != .noErr } ?? false }
}

extension Verdict {
    /// Whether the uplink is what keeps the target from being reached.
    package var isUplinkBroken: Bool { layers[.uplink] == .connectionDown }
}

extension IPAddress {
    /// Whether it may be routed in the Internet, addresses for documentation among them.
    package var isOfInternet: Bool { !isPrivate && !isUnspecified }
}

extension UplinkEvidence.Packet {
    /// Whether a router of the Internet, and none of a home or company, has reported it.
    package func isReported(beyond gateways: [IPAddress]) -> Bool {
        guard let error, !error.isOwn, let reporter = error.reporter else { return false }
        return !reporter.isOfLocalNetwork && !gateways.contains { $0.bytes == reporter.bytes }
    }
}
