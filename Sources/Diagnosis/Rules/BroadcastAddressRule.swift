import NetworkModel

/// The rule for an address of this machine that is the broadcast address of its subnet: other hosts send replies to all hosts of the
/// link, and the kernel gives those of TCP to no program (RFC 1122 section 4.2.3.10).
enum BroadcastAddressRule {
    /// The finding about such an address, if the interface has no other address of IPv4. A host with another netmask may reply to it
    /// nevertheless, so that something must be silent as well.
    static func finding(in evidence: AddressEvidence) -> Finding? {
        let source = evidence.usable.first { source in
            isBroadcast(source.address)
                && evidence.usable.allSatisfy { other in
                    other.interface != source.interface || other.address.address.family == .ipv6
                        || isBroadcast(other.address)
                }
        }
        return source.map {
            Finding(
                AddressCauses.broadcast, confidence: 0.9,
                [
                    "address": "\($0.address.address)/\($0.address.prefixLength)", "interface": shown($0.interface),
                ])
        }
    }

    /// The finding of a check, if answers to the target's packets arrive at the interface, and at no program.
    static func finding(in evidence: Evidence) -> Finding? {
        guard let address = evidence.address, let traces = evidence.path?.traces,
            traces.contains(where: { $0.arrival != nil && $0.address.family == .ipv4 })
        else { return nil }
        return finding(in: address)
    }

    private static func isBroadcast(_ address: LinkAddress) -> Bool {
        guard address.address.family == .ipv4, (1...30).contains(address.prefixLength) else { return false }
        let number = address.address.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let hosts = UInt32.max >> UInt32(address.prefixLength)
        return number & hosts == hosts
    }
}
