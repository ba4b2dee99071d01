/// A rule of policy routing (`RTM_NEWRULE`, ip-rule(8)). It determines which routing table the kernel uses for a packet, or
/// rejects the packet.
public struct PolicyRule: Sendable, Hashable, Codable {
    /// What happens to a packet that matches the rule (`fib_rule_hdr.action`).
    public enum Action: String, Sendable, Hashable, Codable {
        /// `lookup` uses a routing table; the others reject the packet, like routes of these types (ip-route(8)).
        case lookup, blackhole, unreachable, prohibit
        /// `goto`, `nop`, and actions of later kernels.
        case other
    }

    /// An address prefix.
    public struct Prefix: Sendable, Hashable, Codable {
        /// An address in the prefix.
        public var address: IPAddress
        /// The length of the prefix in bits, 0 to 32 or 0 to 128.
        public var length: Int

        /// Creates a prefix.
        public init(_ address: IPAddress, length: Int) {
            self.address = address
            self.length = length
        }
    }

    /// The address family of the packets.
    public var family: AddressFamily
    /// The priority (`FRA_PRIORITY`); the kernel applies the lowest first.
    public var priority: UInt32
    /// What happens to a packet that matches the rule.
    public var action: Action
    /// The routing table; `nil` for an action other than `lookup`.
    public var table: UInt32?
    /// The prefix of the source address (`FRA_SRC`); `nil` for any address.
    public var source: Prefix?
    /// The prefix of the destination address (`FRA_DST`); `nil` for any address.
    public var destination: Prefix?
    /// The mark that a program or a packet filter must have set (`FRA_FWMARK`); `nil` for any.
    public var mark: UInt32?
    /// The interface that received the packet (`FRA_IIFNAME`); `nil` for any.
    public var inputInterface: String?
    /// The interface to which the socket is bound (`FRA_OIFNAME`); `nil` for any. JSON key: `oif`.
    public var outputInterface: String?
    /// The first and the last user ID (`FRA_UID_RANGE`); `nil` for any.
    public var users: [UInt32]?
    /// The IP protocol (`FRA_IP_PROTO`): 6 is TCP, 17 is UDP; `nil` for any. JSON key: `ip_protocol`.
    public var ipProtocol: UInt8?
    /// The first and the last destination port (`FRA_DPORT_RANGE`); `nil` for any.
    public var ports: [UInt16]?
    /// Whether the rule applies to packets that do *not* match its selectors (`FIB_RULE_INVERT`).
    public var isInverted: Bool
    /// Whether the rule also selects by something else than addresses, mark, interfaces and users: ports, a protocol, a type of
    /// service, a tunnel, a VRF.
    public var selectsFurther: Bool

    enum CodingKeys: String, CodingKey {
        case family, priority, action, table, source, destination, mark, users
        case inputInterface = "iif"
        case outputInterface = "oif"
        case ports
        case ipProtocol = "ip_protocol"
        case isInverted = "inverted"
        case selectsFurther = "selects_further"
    }

    /// Creates a rule; selectors that are not given match every packet.
    public init(
        family: AddressFamily, priority: UInt32, action: Action, table: UInt32? = nil, source: Prefix? = nil,
        destination: Prefix? = nil, mark: UInt32? = nil, inputInterface: String? = nil, outputInterface: String? = nil,
        users: [UInt32]? = nil, isInverted: Bool = false, selectsFurther: Bool = false
    ) {
        self.family = family
        self.priority = priority
        self.action = action
        self.table = table
        self.source = source
        self.destination = destination
        self.mark = mark
        self.inputInterface = inputInterface
        self.outputInterface = outputInterface
        self.users = users
        self.isInverted = isInverted
        self.selectsFurther = selectsFurther
    }

    /// Whether the rule may match an unmarked packet of a user to an address. A rule with unknown selectors may.
    public func matches(_ address: IPAddress, from local: IPAddress?, user: UInt32) -> Bool {
        guard family == address.family else { return false }
        let isSelected =
            destination.map { address.isIn(prefix: $0.address, length: $0.length) } != false
            && source.map { prefix in local.map { $0.isIn(prefix: prefix.address, length: prefix.length) } ?? false }
                != false
            && (mark ?? 0) == 0 && outputInterface == nil && (inputInterface ?? "lo") == "lo"
            && users.map { $0.count == 2 && $0[0] <= user && user <= $0[1] } != false
        return isSelected != isInverted
    }

    /// Whether the rule matches packets of a protocol to a port. If protocol and port are not known, a rule that selects by
    /// them does not match.
    public func matches(ipProtocol number: UInt8?, port: UInt16?) -> Bool {
        let isOfProtocol = ipProtocol.map { $0 == number } ?? true
        let isOfPort = ports.map { ports in port.map { ports.count == 2 && ports[0] <= $0 && $0 <= ports[1] } ?? false }
        return isOfProtocol && isOfPort ?? true
    }

    /// The rule in the syntax of ip-rule(8), as in `100: to 192.0.2.0/24 prohibit`.
    public var text: String { "\(priority): \(statement)" }

    /// The rule without its priority, as in `to 192.0.2.0/24 prohibit`.
    public var statement: String {
        func block(_ prefix: Prefix) -> String {
            let isHost = prefix.length == prefix.address.bytes.count * 8
            return "\(prefix.address)" + (isHost ? "" : "/\(prefix.length)")
        }
        var words: [String] = []
        if isInverted { words.append("not") }
        words.append("from \(source.map(block) ?? "all")")
        if let destination { words.append("to \(block(destination))") }
        if let mark { words.append("fwmark 0x" + String(mark, radix: 16)) }
        if let inputInterface { words.append("iif \(inputInterface)") }
        if let outputInterface { words.append("oif \(outputInterface)") }
        if let users, users.count == 2 { words.append("uidrange \(users[0])-\(users[1])") }
        if let ipProtocol {
            words.append("ipproto \(ipProtocol == 6 ? "tcp" : ipProtocol == 17 ? "udp" : "\(ipProtocol)")")
        }
        if let ports, ports.count == 2 {
            words.append("dport \(ports[0])" + (ports[0] == ports[1] ? "" : "-\(ports[1])"))
        }
        words.append(table.map { "lookup \($0)" } ?? action.rawValue)
        return words.joined(separator: " ")
    }
}
