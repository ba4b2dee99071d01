import NetworkModel

/// The rule for a router behind the gateway at which all packets end, as far as is known, so that a silent host may not be the reason.
enum LastRouterRule {
    /// The only router behind the gateway that reports packets to addresses that nobody has, if those to a host of the Internet
    /// are reported no further, either, and the state of the uplink is not known; `nil` if there is none.
    static func router(towards address: IPAddress, _ evidence: Evidence) -> IPAddress? {
        guard evidence.proxy == nil, address.isOfInternet, let uplink = evidence.uplink,
            UplinkAssessment(uplink).doubt != nil, let last = UplinkIndications(uplink).lastRouter,
            last.family == address.family
        else { return nil }
        let traces = (evidence.path?.traces ?? []).filter { $0.address == address }
        let ends = traces.compactMap { trace in trace.hops.last { $0.address != nil }?.address }
        return !ends.isEmpty && ends.allSatisfy { $0.bytes == last.bytes }
            && traces.allSatisfy { $0.outcome == .silent } ? last : nil
    }
}
