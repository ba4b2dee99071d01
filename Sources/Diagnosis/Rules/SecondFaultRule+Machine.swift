import NetworkModel

/// Second faults of the machine's status.
extension SecondFaultRule {
    /// The warning that IPv6 leads nowhere, beside this machine's own filter: SYNs over IPv6 leave this machine, and the one router that
    /// reports any is the last that is heard, while several report packets over IPv4; those to a host of the Internet get no further.
    static func lostIPv6(beside findings: [Finding], _ uplink: UplinkEvidence?) -> [Finding] {
        guard let uplink, uplink.familiesUnreached?.contains(.ipv6) == true,
            findings.contains(where: { $0.severity == .error && $0.id == LocalCauses.firewall.id }),
            !findings.contains(where: { isAboutFamily($0.id) }),
            let last = UplinkIndications(uplink).lastRouterOfIPv6,
            let gateway = uplink.gateways.first(where: { $0.family == .ipv6 }),
            // The filter may keep SYNs back over IPv6 as well, and no datagrams.
            let reported = uplink.packets.first(where: { packet in
                packet.transport == .tcp && packet.destination.family == .ipv6
                    && packet.error?.reporter?.bytes == last.bytes && packet.isEarlier != true
            })
        else { return [] }
        let finding = Finding(
            PathCauses.ipv6Down, confidence: 0.7,
            [
                "gateway": "\(gateway)", "interface": shown(uplink.interface ?? "?"),
                "address": "\(reported.destination)", "contrast": "", "effect": FactPhrase.sixthTriedFirst.text,
            ])
        return [finding]
    }
}
