/// A rule of policy routing (`RTM_NEWRULE`, ip-rule(8)): which table the kernel looks up for a packet, or that it refuses it.
public struct PolicyRule: Sendable, Hashable, Codable {
    /// What is done with a packet that the rule matches (`fib_rule_hdr.action`).
    public enum Action: String, Sendable, Hashable, Codable {
        /// `lookup` looks a table up; the others refuse the packet, as routes of these types do (ip-route(8)).
        case lookup, blackhole, unreachable, prohibit
        /// `goto`, `nop`, and what later kernels have.
        case other
    }

    /// A block of addresses.
    public struct Prefix: Sendable, Hashable, Codable {
        /// An address of the block.
        public var address: IPAddress
        /// How many bits of the address count: 0 to 32, or to 128.
        public var length: Int

        /// Creates a block of addresses.
        public init(_ address: IPAddress, length: Int) {
            self.address = address
            self.length = length
        }
    }

    /// The family of the packets that the rule is for.
    public var family: AddressFamily
    /// `FRA_PRIORITY`; the kernel asks the lowest first.
    public var priority: UInt32
    /// What is done with a packet that the rule matches.
    public var action: Action
    /// The table that is looked up; `nil` for another action.
    public var table: UInt32?
    /// `nil` is any address.
    public var source: Prefix?
    /// `FRA_DST`: the block that the destination has to be in; `nil` is any address.
    public var destination: Prefix?
    /// `FRA_FWMARK`, of packets that a program or a packet filter has marked.
    public var mark: UInt32?
    /// `FRA_IIFNAME`, `FRA_OIFNAME`.
    public var inputInterface: String?
    /// `FRA_OIFNAME`: the interface that the socket is bound to; `nil` is any. JSON key: `oif`.
    public var outputInterface: String?
    /// `FRA_UID_RANGE`, the first and the last.
    public var users: [UInt32]?
    /// The rule is for what the selectors do *not* match (`FIB_RULE_INVERT`).
    public var isInverted: Bool
    /// It selects by something else as well: ports, a protocol, a type of service, a tunnel, a VRF.
    public var selectsFurther: Bool

    enum CodingKeys: String, CodingKey {
        case family, priority, action, table, source, destination, mark, users
        case inputInterface = "iif"
        case outputInterface = "oif"
        case isInverted = "inverted"
        case selectsFurther = "selects_further"
    }

    /// Creates a rule; what is not given is not selected by.
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

    /// Whether it is for an unmarked packet of a user to an address. A rule that selects by what is not known here may be.
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

    /// In the words of ip-rule(8), as in `100: to 192.0.2.0/24 prohibit`.
    public var text: String {
        func block(_ prefix: Prefix) -> String {
            let isHost = prefix.length == prefix.address.bytes.count * 8
            return "\(prefix.address)" + (isHost ? "" : "/\(prefix.length)")
        }
        var words = ["\(priority):"]
        if isInverted { words.append("not") }
        words.append("from \(source.map(block) ?? "all")")
        if let destination { words.append("to \(block(destination))") }
        if let mark { words.append("fwmark 0x" + String(mark, radix: 16)) }
        if let inputInterface { words.append("iif \(inputInterface)") }
        if let outputInterface { words.append("oif \(outputInterface)") }
        if let users, users.count == 2 { words.append("uidrange \(users[0])-\(users[1])") }
        words.append(table.map { "lookup \($0)" } ?? action.rawValue)
        return words.joined(separator: " ")
    }
}
