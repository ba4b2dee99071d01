import Diagnosis
import NetworkModel

/// The senders of reports. A gateway has other addresses than the one in routes, and its kernel chooses one of them for
/// reports.
extension UplinkRun {
    /// The minimum prefix length. A shorter prefix may cover half of the Internet, which is not on the link.
    private static let leastBits: [AddressFamily: Int] = [.ipv4: 16, .ipv6: 48]

    /// Whether an address is on the link of a gateway, or is that gateway's own by its hardware address, so that its reports
    /// prove nothing about what is behind it.
    func isOnGatewaysLink(_ address: IPAddress) -> Bool {
        let uplinks = Set(snapshot.defaultRoutes.filter { $0.gateway != nil }.compactMap(\.interface))
        let isOnLink = snapshot.routes.contains { route in
            route.kind == .unicast && route.gateway == nil && route.interface.map(uplinks.contains) == true
                && route.prefixLength >= Self.leastBits[route.family] ?? 0 && route.covers(address)
        }
        let isOfPrefix = snapshot.links.contains { link in
            uplinks.contains(link.name)
                && link.addresses.contains {
                    $0.prefixLength >= Self.leastBits[$0.address.family] ?? 0
                        && address.isIn(prefix: $0.address, length: $0.prefixLength)
                }
        }
        return isOnLink || isOfPrefix || isGatewaysHardware(address)
    }

    private func isGatewaysHardware(_ address: IPAddress) -> Bool {
        let gateways = snapshot.defaultRoutes.compactMap(\.gateway)
        let known = snapshot.neighbours.filter { entry in gateways.contains { $0.bytes == entry.address.bytes } }
        return snapshot.neighbours.contains { entry in
            entry.address.bytes == address.bytes && entry.hardwareAddress != nil
                && known.contains {
                    $0.interface == entry.interface && $0.hardwareAddress == entry.hardwareAddress
                }
        }
    }

    /// Whether a router behind the gateways reported the packet.
    func isReported(_ packet: UplinkEvidence.Packet, behind gateways: [IPAddress]) -> Bool {
        packet.isReported(behind: gateways) && packet.error?.reporter.map(isOnGatewaysLink) == false
    }

    /// The evidence with the senders of reports assigned: further addresses of a gateway are gateways, and reports from this
    /// machine's own addresses come from itself.
    func assigningSenders(_ evidence: UplinkEvidence) -> UplinkEvidence {
        var evidence = evidence
        for index in evidence.packets.indices { evidence.packets[index].error = owned(evidence.packets[index].error) }
        let others = evidence.otherPorts?.map { packet in
            var packet = packet
            packet.error = owned(packet.error)
            return packet
        }
        evidence.otherPorts = others
        let met = owned(evidence.interception?.error)
        evidence.interception?.error = met
        let behind = owned(evidence.interception?.errorBehind)
        evidence.interception?.errorBehind = behind
        if var trial = evidence.prefixes {
            for (index, source) in trial.sources.enumerated() {
                for place in source.packets.indices {
                    trial.sources[index].packets[place].error = owned(source.packets[place].error)
                }
            }
            evidence.prefixes = trial
        }
        let compared = (evidence.prefixes?.sources ?? []).flatMap(\.packets)
        let errors = (evidence.packets + compared).map(\.error) + [evidence.interception?.error, behind]
        for case let reporter? in errors.map({ $0?.reporter }) where evidence.gateways.count < Self.maxGateways {
            let isKnown = evidence.gateways.contains { $0.bytes == reporter.bytes }
            if !isKnown, isOnGatewaysLink(reporter) { evidence.gateways.append(reporter) }
        }
        return evidence
    }

    private static let maxGateways = 16

    private func owned(_ error: ICMPError?) -> ICMPError? {
        guard var error, let reporter = error.reporter else { return error }
        if snapshot.isOwn(reporter) { (error.isOwn, error.reporter) = (true, nil) }
        return error
    }
}
