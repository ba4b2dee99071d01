import CNetlink
import Glibc
import NetworkModel

extension PolicyRule {
    /// Parses a rule in an `RTM_NEWRULE` message (`struct fib_rule_hdr`).
    ///
    /// - Returns: `nil` if it is truncated, or for neither IPv4 nor IPv6.
    init?(_ message: NetlinkMessage) {
        let bytes = message.payload
        let head = Array(bytes.prefix(12))
        guard message.type == RTM_NEWRULE, head.count == 12, let family = RouteRecord.family(CInt(head[0])),
            let flags = bytes.integer(at: 8, as: UInt32.self)
        else { return nil }
        let action: Action
        switch Int(head[7]) {
        case Int(FR_ACT_TO_TBL): action = .lookup
        case Int(FR_ACT_BLACKHOLE): action = .blackhole
        case Int(FR_ACT_UNREACHABLE): action = .unreachable
        case Int(FR_ACT_PROHIBIT): action = .prohibit
        default: action = .other
        }
        self.init(
            family: family, priority: 0, action: action, table: action == .lookup ? UInt32(head[4]) : nil,
            isInverted: flags & UInt32(FIB_RULE_INVERT) != 0, selectsFurther: head[3] != 0)
        for (type, value) in NetlinkAttributes(bytes.from(12)) { parse(type, value, head) }
    }

    private mutating func parse(_ type: Int, _ value: ArraySlice<UInt8>, _ head: [UInt8]) {
        switch type {
        case Int(FRA_PRIORITY): priority = value.integer(at: 0) ?? 0
        case Int(FRA_DST): destination = Self.prefix(value, length: head[1], family)
        case Int(FRA_SRC): source = Self.prefix(value, length: head[2], family)
        case Int(FRA_TABLE) where action == .lookup: table = value.integer(at: 0) ?? table
        case Int(FRA_FWMARK): mark = value.integer(at: 0)
        case Int(FRA_IIFNAME): inputInterface = value.cString
        case Int(FRA_OIFNAME): outputInterface = value.cString
        case Int(FRA_UID_RANGE):
            guard let first = value.integer(at: 0, as: UInt32.self), let last = value.integer(at: 4, as: UInt32.self)
            else { return }
            users = [first, last]
        case Int(FRA_IP_PROTO): (ipProtocol, selectsFurther) = (value.first, true)
        case Int(FRA_DPORT_RANGE):
            selectsFurther = true
            guard let first = value.integer(at: 0, as: UInt16.self), let last = value.integer(at: 2, as: UInt16.self)
            else { return }
            ports = [first, last]
        case Int(FRA_TUN_ID), Int(FRA_SPORT_RANGE): selectsFurther = true
        // A rule of VRFs has no table of its own.
        case Int(FRA_L3MDEV) where value.first != 0:
            selectsFurther = true
            table = nil
            action = .other
        default: break
        }
    }

    private static func prefix(_ value: ArraySlice<UInt8>, length: UInt8, _ family: AddressFamily) -> Prefix? {
        guard let address = IPAddress(bytes: Array(value)), address.family == family,
            Int(length) <= value.count * 8
        else { return nil }
        return Prefix(address, length: Int(length))
    }

    /// Whether it may send packets elsewhere than the tables `local`, `main` and `default` do.
    var leadsElsewhere: Bool {
        guard action == .lookup, let table else { return true }
        return table < UInt32(RT_TABLE_DEFAULT.rawValue) || table > UInt32(RT_TABLE_LOCAL.rawValue)
    }
}
