package import NetworkModel

/// The conclusions from the evidence on the uplink.
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
    /// This machine has default routes of IPv6 and none of IPv4, as an IPv6-only network gives.
    package var isOfIPv6Alone: Bool {
        !gateways.isEmpty && gateways.allSatisfy { $0.family == .ipv6 }
            && !packets.contains { $0.destination.family == .ipv4 && $0.failure == nil && $0.limit != nil }
    }

    /// The families whose packets to nobody meet silence, so that it is worth asking once more whether routers have but used up their reports.
    ///
    /// - Parameter isFamilyAlone: Only where those of the other family do not.
    package func doubtfulFamilies(isFamilyAlone: Bool) -> [AddressFamily] {
        let signs = UplinkSigns(self)
        if let dead = signs.doubtfulFamily { return [dead.family] }
        guard !isFamilyAlone, signs.isTCPSilent, !signs.isWebHeard, signs.refusal == nil,
            UplinkReading(self).status == .connectionIndeterminate
        else { return [] }
        return AddressFamily.allCases
    }

    /// A resolver knows that a name does not exist which no cache holds.
    package var isRootReached: Bool { UplinkSigns(self).reachesRoot }
}

extension MachineVerdict {
    /// Whether nothing below the uplink is broken, so that it can be examined.
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
    /// Whether a router of the Internet, and none of a home or company, has reported it as one that it cannot deliver. One that
    /// prohibits it may prohibit everything.
    package func isReported(beyond gateways: [IPAddress]) -> Bool { error?.isReport(beyond: gateways) ?? false }

    /// Likewise, by any router but the gateways.
    package func isReported(behind gateways: [IPAddress]) -> Bool { error?.isReport(behind: gateways) ?? false }
}

extension ICMPError {
    /// As ``UplinkEvidence/Packet/isReported(beyond:)`` has it of a packet.
    func isReport(beyond gateways: [IPAddress]) -> Bool {
        isReport(behind: gateways) && reporter?.isOfLocalNetwork == false
    }

    func isReport(behind gateways: [IPAddress]) -> Bool {
        guard !isOwn, meaning != .prohibited, let reporter else { return false }
        return !gateways.contains { $0.bytes == reporter.bytes }
    }
}

extension UplinkEvidence.Interception {
    /// Whether somebody who answers in place of others sends their visitors elsewhere, or shows them a page of its own
    /// (RFC 6585 section 6). A transparent proxy answers 5xx for an address that nobody has, and is none.
    package var isOfPortal: Bool { status.map { (200..<400).contains($0) || $0 == 511 } ?? false }

    /// Whether somebody who answers in place of others fails at once (RFC 9110 section 15.6), as a transparent proxy that reaches nobody.
    package var isFailing: Bool { isAccepted && status.map { (500..<600).contains($0) && $0 != 511 } == true }
}
