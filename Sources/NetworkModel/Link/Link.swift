/// A network interface as reported by rtnetlink(7).
public struct Link: Sendable, Hashable, Codable {
    /// `IFLA_OPERSTATE` (RFC 2863 section 3.1.14).
    public enum OperationalState: String, Sendable, Hashable, Codable {
        /// The states of RFC 2863 (`IF_OPER_*` of the kernel).
        case unknown, notPresent, down, lowerLayerDown, testing, dormant, up
    }

    /// The state of a bridge's port in the spanning tree (`BR_STATE_*` of the kernel, IEEE 802.1D). Only a port that forwards
    /// passes packets.
    public enum PortState: String, Sendable, Hashable, Codable {
        /// The states of IEEE 802.1D.
        case disabled, listening, learning, forwarding, blocking
    }

    /// The interface index (`ifi_index`), from 1.
    public var index: UInt32
    /// The name (`IFLA_IFNAME`), as in `eth0`.
    public var name: String
    /// The type of the driver (`IFLA_INFO_KIND`: veth, bridge, bond, vlan …); `nil` for hardware.
    public var kind: String?
    /// Whether it is a loopback interface (`IFF_LOOPBACK`). JSON key: `loopback`.
    public var isLoopback: Bool
    /// Whether it is administratively up (`IFF_UP`).
    public var isAdminUp: Bool
    /// Whether it has a carrier (`IFLA_CARRIER`, or `IFF_LOWER_UP`).
    public var hasCarrier: Bool
    /// The operational state (`IFLA_OPERSTATE`); `unknown` for drivers that do not maintain it. JSON key: `operstate`.
    public var operationalState: OperationalState
    /// The MTU in bytes.
    public var mtu: Int
    /// The speed in Mbit/s; `nil` if the driver does not report it (virtual links, no carrier).
    public var speed: Int?
    /// The hardware address as `aa:bb:cc:dd:ee:ff`; `nil` if there is none.
    public var hardwareAddress: String?
    /// The number of carrier changes since the interface was created (`IFLA_CARRIER_CHANGES`).
    public var carrierChanges: Int?
    /// The number of carrier changes in the last two minutes; `nil` if nothing was listening for them.
    public var recentCarrierChanges: Int?
    /// How often the carrier appeared since the interface was created (`IFLA_CARRIER_UP_COUNT`); 0 for a port that never had
    /// a cable.
    public var carrierGains: Int?
    /// The index of the bridge or bond that the interface is a port of (`IFLA_MASTER`).
    public var master: UInt32?
    /// The index of the interface that a VLAN or a macvlan is on (`IFLA_LINK`); `nil` for other kinds, and if it is in another
    /// network namespace.
    public var parent: UInt32?
    /// The state in the spanning tree, for a port of a bridge (`IFLA_BRPORT_STATE`); `nil` for any other interface.
    public var portState: PortState?
    /// Whether ARP and NDP are switched off (`IFF_NOARP`), although the interface has broadcast as Ethernet has; `nil` if they
    /// are not. JSON key: `arp_off`.
    public var isARPOff: Bool?
    /// Whether IPv6 is disabled on the interface (`net.ipv6.conf.*.disable_ipv6`); `nil` if the kernel does not report it.
    public var isIPv6Disabled: Bool?
    /// Whether the kernel ignores router advertisements there (`net.ipv6.conf.*.accept_ra` and `forwarding`); `nil` if it does
    /// not. JSON key: `ra_ignored`. A program such as systemd-networkd may read them itself.
    public var isRAIgnored: Bool?
    /// The state of the radio, for a wireless interface.
    @BoxedOptional public var wireless: WirelessLink?
    /// The recent losses; `nil` if there were none, or if they were not examined.
    @BoxedOptional public var losses: LinkLosses?
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
        case isRAIgnored = "ra_ignored"
        case portState = "port_state"
        case isARPOff = "arp_off"
        case master, parent, wireless, losses, addresses
    }

    /// Creates an interface.
    ///
    /// - Parameters:
    ///   - index: The interface index, from 1.
    ///   - name: The name, as in `eth0`.
    ///   - kind: The type of the driver; `nil` for hardware.
    ///   - isLoopback: Whether it is a loopback interface.
    ///   - isAdminUp: Whether it is administratively up.
    ///   - hasCarrier: Whether it has a carrier.
    ///   - operationalState: The operational state (RFC 2863 section 3.1.14).
    ///   - mtu: The MTU in bytes.
    ///   - speed: The speed in Mbit/s; `nil` if the driver does not report it.
    ///   - hardwareAddress: The hardware address as `aa:bb:cc:dd:ee:ff`; `nil` if there is none.
    ///   - carrierChanges: The number of carrier changes since the interface was created.
    ///   - recentCarrierChanges: The number of carrier changes in the last two minutes; `nil` if nothing was listening
    ///     for them.
    ///   - carrierGains: How often the carrier appeared since the interface was created.
    ///   - master: The index of the bridge or bond that the interface is a port of; `nil` for none.
    ///   - isIPv6Disabled: Whether IPv6 is disabled on the interface; `nil` if the kernel does not report it.
    ///   - wireless: The state of the radio; `nil` if the interface is not wireless.
    ///   - losses: The recent losses; `nil` if there were none, or if they were not examined.
    ///   - addresses: The addresses of both families.
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
    /// The flags (`IFA_FLAGS`) that matter to a diagnosis.
    public enum Flag: String, Sendable, Hashable, Codable, CaseIterable {
        /// The flags without the prefix `IFA_F_` (RFC 4862, RFC 4429).
        case permanent, temporary, deprecated, tentative, optimistic
        /// Duplicate address detection found another host with the address (`IFA_F_DADFAILED`).
        case dadFailed = "dadfailed"
    }

    /// The scope of an address (`ifa_scope`).
    public enum Scope: String, Sendable, Hashable, Codable {
        /// The scopes of rtnetlink(7); `global` is `RT_SCOPE_UNIVERSE`.
        case global, site, link, host, nowhere
    }

    /// The address itself (`IFA_LOCAL`, or else `IFA_ADDRESS`).
    public var address: IPAddress
    /// The length of the subnet prefix in bits (`ifa_prefixlen`), 0 to 32 or 0 to 128. JSON key: `prefix_length`.
    public var prefixLength: Int
    /// The scope in which the address is valid (`ifa_scope`).
    public var scope: Scope
    /// The flags that are set, as far as ``Flag`` has them.
    public var flags: [Flag]
    /// The remaining valid lifetime in seconds when it was read; `nil` for no limit (`IFA_CACHEINFO`).
    public var validLifetime: Int?
    /// The remaining preferred lifetime in seconds; `nil` for no limit.
    public var preferredLifetime: Int?
    /// The time since the lifetimes of an IPv6 address were last renewed, in seconds when it was read; `nil` for an address
    /// without lifetimes. A router advertisement renews all addresses of the prefixes in it.
    public var renewedAgo: Int?

    enum CodingKeys: String, CodingKey {
        case address, scope, flags
        case prefixLength = "prefix_length"
        case validLifetime = "valid_s"
        case preferredLifetime = "preferred_s"
        case renewedAgo = "renewed_ago_s"
    }

    /// Creates an address of an interface.
    ///
    /// - Parameters:
    ///   - address: The address itself.
    ///   - prefixLength: The length of the subnet prefix in bits, 0 to 32 or 0 to 128.
    ///   - scope: The scope in which the address is valid.
    ///   - flags: The flags that are set.
    ///   - validLifetime: The valid lifetime in seconds; `nil` for no limit.
    ///   - preferredLifetime: The preferred lifetime in seconds; `nil` for no limit.
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

    /// Whether packets can be sent from the address now: it is not tentative (unless optimistic), and duplicate address
    /// detection did not fail.
    public var isUsable: Bool {
        !flags.contains(.dadFailed) && (!flags.contains(.tentative) || flags.contains(.optimistic))
    }
}
