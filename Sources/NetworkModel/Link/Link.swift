/// A network interface as reported by rtnetlink(7).
public struct Link: Sendable, Hashable, Codable {
    /// `IFLA_OPERSTATE` (RFC 2863 section 3.1.14).
    public enum OperationalState: String, Sendable, Hashable, Codable {
        /// As RFC 2863 has them (`IF_OPER_*` of the kernel).
        case unknown, notPresent, down, lowerLayerDown, testing, dormant, up
    }

    /// The kernel's number of the interface (`ifi_index`); 1 and more.
    public var index: UInt32
    /// The name (`IFLA_IFNAME`), as in `eth0`.
    public var name: String
    /// The driver's kind (`IFLA_INFO_KIND`: veth, bridge, bond, vlan …); `nil` for hardware.
    public var kind: String?
    /// `IFF_LOOPBACK`. JSON key: `loopback`.
    public var isLoopback: Bool
    /// `IFF_UP`: administratively up.
    public var isAdminUp: Bool
    /// `IFLA_CARRIER`, or `IFF_LOWER_UP`.
    public var hasCarrier: Bool
    /// The state by the kernel (`IFLA_OPERSTATE`); `unknown` for drivers that do not keep it. JSON key: `operstate`.
    public var operationalState: OperationalState
    /// Bytes of the largest packet.
    public var mtu: Int
    /// Mbit/s from the driver; `nil` if it does not say (virtual links, no carrier).
    public var speed: Int?
    /// The hardware address as `aa:bb:cc:dd:ee:ff`; `nil` if it has none.
    public var hardwareAddress: String?
    /// How often the carrier changed since the interface exists (`IFLA_CARRIER_CHANGES`).
    public var carrierChanges: Int?
    /// How often of that in the last two minutes; `nil` if nobody has been listening for it.
    public var recentCarrierChanges: Int?
    /// How often it got a carrier since it exists (`IFLA_CARRIER_UP_COUNT`): 0 for a port that never had a cable.
    public var carrierGains: Int?
    /// The index of the bridge or bond it is a port of (`IFLA_MASTER`).
    public var master: UInt32?
    /// IPv6 is switched off on it (`net.ipv6.conf.*.disable_ipv6`); `nil` if the kernel does not say.
    public var isIPv6Disabled: Bool?
    /// What the radio says, of a wireless interface.
    @Rare public var wireless: WirelessLink?
    /// What it lost lately; `nil` if that is nothing, or has not been examined.
    @Rare public var losses: LinkLosses?
    /// The addresses of both families.
    public var addresses: [LinkAddress]

    enum CodingKeys: String, CodingKey {
        case index, name, kind
        case isLoopback = "loopback"
        case isAdminUp = "admin_up"
        case hasCarrier = "carrier"
        case operationalState = "operstate"
        case mtu
        case speed = "speed_mbit"
        case hardwareAddress = "hardware_address"
        case carrierChanges = "carrier_changes"
        case recentCarrierChanges = "recent_carrier_changes"
        case carrierGains = "carrier_gains"
        case isIPv6Disabled = "ipv6_disabled"
        case master, wireless, losses, addresses
    }

    /// Creates an interface with what is known of it.
    ///
    /// - Parameters:
    ///   - mtu: Bytes.
    ///   - speed: Mbit/s.
    public init(
        index: UInt32, name: String, kind: String? = nil, isLoopback: Bool = false, isAdminUp: Bool,
        hasCarrier: Bool, operationalState: OperationalState, mtu: Int, speed: Int? = nil,
        hardwareAddress: String? = nil, carrierChanges: Int? = nil, recentCarrierChanges: Int? = nil,
        carrierGains: Int? = nil, master: UInt32? = nil, isIPv6Disabled: Bool? = nil, wireless: WirelessLink? = nil,
        losses: LinkLosses? = nil, addresses: [LinkAddress] = []
    ) {
        self.index = index
        self.name = name
        self.kind = kind
        self.isLoopback = isLoopback
        self.isAdminUp = isAdminUp
        self.hasCarrier = hasCarrier
        self.operationalState = operationalState
        self.mtu = mtu
        self.speed = speed
        self.hardwareAddress = hardwareAddress
        self.carrierChanges = carrierChanges
        self.recentCarrierChanges = recentCarrierChanges
        self.carrierGains = carrierGains
        self.isIPv6Disabled = isIPv6Disabled
        self.wireless = wireless
        self.losses = losses
        self.master = master
        self.addresses = addresses
    }
}

/// An address of an interface (`RTM_NEWADDR`).
public struct LinkAddress: Sendable, Hashable, Codable {
    /// `IFA_FLAGS` that matter to a diagnosis.
    public enum Flag: String, Sendable, Hashable, Codable, CaseIterable {
        /// The flags without `IFA_F_` (RFC 4862, RFC 4429).
        case permanent, temporary, deprecated, tentative, optimistic
        /// Duplicate address detection has found another host with the address (`IFA_F_DADFAILED`).
        case dadFailed = "dadfailed"
    }

    /// `ifa_scope`.
    public enum Scope: String, Sendable, Hashable, Codable {
        /// `RT_SCOPE_UNIVERSE` is `global`.
        case global, site, link, host, nowhere
    }

    /// The address itself (`IFA_LOCAL`, or else `IFA_ADDRESS`).
    public var address: IPAddress
    /// The bits of the subnet's prefix (`ifa_prefixlen`): 0 to 32, or to 128. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// How far the address is valid (`ifa_scope`).
    public var scope: Scope
    /// The flags that are set; those without a name here are left out.
    public var flags: [Flag]
    /// Seconds of validity left when it was read; `nil` is for ever (`IFA_CACHEINFO`).
    public var validLifetime: Int?
    /// Seconds for which it is still preferred; `nil` is for ever.
    public var preferredLifetime: Int?

    enum CodingKeys: String, CodingKey {
        case address, scope, flags
        case prefixLength = "prefix_length"
        case validLifetime = "valid_s"
        case preferredLifetime = "preferred_s"
    }

    /// Creates an address of an interface.
    ///
    /// - Parameters:
    ///   - validLifetime: Seconds; `nil` is for ever.
    ///   - preferredLifetime: Seconds; `nil` is for ever.
    public init(
        address: IPAddress, prefixLength: Int, scope: Scope, flags: [Flag] = [], validLifetime: Int? = nil,
        preferredLifetime: Int? = nil
    ) {
        self.address = address
        self.prefixLength = prefixLength
        self.scope = scope
        self.flags = flags
        self.validLifetime = validLifetime
        self.preferredLifetime = preferredLifetime
    }

    /// Whether packets may be sent from it now: not tentative (unless optimistic), duplicate detection not failed.
    public var isUsable: Bool {
        !flags.contains(.dadFailed) && (!flags.contains(.tentative) || flags.contains(.optimistic))
    }
}
