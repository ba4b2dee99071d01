import NetworkModel

extension NetworkEvent {
    /// The event for a difference.
    ///
    /// - Returns: `nil` if the model does not contain what changed (a flag such as `IFF_PROMISC`).
    static func change(from before: LinkRecord?, to after: LinkRecord) -> NetworkEvent? {
        LinkChange(from: before, to: after).map { .link(after.name, $0) }
    }

    static func change(
        of address: IPAddress, from before: AddressRecord?, to after: AddressRecord, on interface: String
    ) -> NetworkEvent {
        .address(
            address, prefixLength: Int(after.key.prefixLength), interface: interface,
            Address(from: before, to: after))
    }

    static func change(
        of gateway: IPAddress, _ record: NeighbourRecord, hasMoved: Bool, on interface: String
    ) -> NetworkEvent {
        let change: Gateway =
            if record.state == .failed {
                .doesNotAnswer
            } else if hasMoved, let hardware = record.hardwareAddress {
                .hardwareAddress(hardware)
            } else {
                .answers
            }
        return .gateway(gateway, interface: interface, change)
    }
}

extension NetworkEvent.LinkChange {
    fileprivate init?(from before: LinkRecord?, to after: LinkRecord) {
        guard let before else {
            self = .added
            return
        }
        if before.name != after.name {
            self = .renamed(from: before.name)
        } else if before.isAdminUp != after.isAdminUp {
            self = .isAdminUp(after.isAdminUp)
        } else if before.hasCarrier != after.hasCarrier {
            self = .hasCarrier(after.hasCarrier)
        } else if before.carrierChanges != after.carrierChanges {
            self = .carrierInterrupted
        } else if before.operationalState != after.operationalState {
            self = .operationalState(after.operationalState.rawValue)
        } else if before.master != after.master {
            self = .isEnslaved(after.master != nil)
        } else if before.mtu != after.mtu {
            self = .mtu(Int(after.mtu))
        } else if before.hardwareAddress != after.hardwareAddress {
            self = .hardwareAddress(after.hardwareAddress)
        } else if let isOff = after.isIPv6Disabled, let wasOff = before.isIPv6Disabled, isOff != wasOff {
            self = .isIPv6Disabled(isOff)
        } else if before.kind != after.kind {
            self = .kind
        } else {
            return nil
        }
    }
}

extension NetworkEvent.Address {
    fileprivate init(from before: AddressRecord?, to after: AddressRecord) {
        func turned(_ flag: LinkAddress.Flag) -> Bool? {
            let now = after.flags.contains(flag)
            return before?.flags.contains(flag) == now ? nil : now
        }
        if after.flags.contains(.dadFailed), turned(.dadFailed) == true {
            self = .duplicate
        } else if before == nil {
            self = after.flags.contains(.tentative) ? .addedTentative : .added
        } else if turned(.tentative) == false {
            self = .ready
        } else if let isDeprecated = turned(.deprecated) {
            self = .isDeprecated(isDeprecated)
        } else {
            self = .flags
        }
    }
}
