import CNetlink
import NetworkModel
import SystemAddresses

/// A request over netlink(7), with a description for errors.
struct NetlinkRequest {
    /// What is requested, for errors.
    let purpose: LinkFactsError.Request
    let type: Int
    let flags: CInt
    private var body: [UInt8]

    /// Creates a request.
    ///
    /// - Parameter header: The family's fixed header, in the kernel's layout.
    init(_ purpose: LinkFactsError.Request, type: Int, flags: CInt = 0, header: [UInt8]) {
        self.purpose = purpose
        self.type = type
        self.flags = flags
        body = header
        body.align()
    }

    func with(_ attribute: Int, _ value: [UInt8]) -> NetlinkRequest {
        var copy = self
        copy.body.append(integer: UInt16(clamping: 4 + value.count))
        copy.body.append(integer: UInt16(truncatingIfNeeded: attribute))
        copy.body += value
        copy.body.align()
        return copy
    }

    func with(_ attribute: Int, _ value: UInt32) -> NetlinkRequest {
        var bytes: [UInt8] = []
        bytes.append(integer: value)
        return with(attribute, bytes)
    }

    func bytes(sequence: UInt32) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(NetlinkMessage.headerLength + body.count)
        message.append(integer: UInt32(NetlinkMessage.headerLength + body.count))
        message.append(integer: UInt16(truncatingIfNeeded: type))
        message.append(integer: UInt16(truncatingIfNeeded: flags | NLM_F_REQUEST))
        message.append(integer: sequence)
        message.append(integer: UInt32(0))
        return message + body
    }
}

extension NetlinkRequest {
    /// `struct ifinfomsg`, for one interface or, in a dump, for all.
    private static func linkHeader(index: UInt32) -> [UInt8] {
        var header: [UInt8] = [0, 0, 0, 0]
        header.append(integer: index)
        return header + [UInt8](repeating: 0, count: 8)
    }

    /// Requests all interfaces, without the counters, which are most of the data.
    static var links: NetlinkRequest {
        NetlinkRequest(.listInterfaces, type: RTM_GETLINK, flags: NLM_F_DUMP, header: linkHeader(index: 0))
            .with(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_SKIP_STATS))
    }

    /// Requests an interface. All kernels respond under the lock of the network configuration.
    static func link(index: UInt32) -> NetlinkRequest {
        NetlinkRequest(.readInterface, type: RTM_GETLINK, header: linkHeader(index: index))
            .with(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_SKIP_STATS))
    }

    /// Requests the counters of an interface (`struct if_stats_msg`).
    static func counters(index: UInt32) -> NetlinkRequest {
        var header: [UInt8] = [0, 0, 0, 0]
        header.append(integer: index)
        header.append(integer: UInt32(1) << (UInt32(IFLA_STATS_LINK_64) - 1))
        return NetlinkRequest(.readCounters, type: RTM_GETSTATS, header: header)
    }

    /// Requests the queueing disciplines of all interfaces (`struct tcmsg`).
    static var queues: NetlinkRequest {
        NetlinkRequest(
            .listQueues, type: RTM_GETQDISC, flags: NLM_F_DUMP, header: [UInt8](repeating: 0, count: 20))
    }

    /// Requests all addresses of both families (`struct ifaddrmsg`).
    static var addresses: NetlinkRequest {
        NetlinkRequest(
            .listAddresses, type: RTM_GETADDR, flags: NLM_F_DUMP, header: [UInt8](repeating: 0, count: 8))
    }

    /// Requests the routes of the main table, or of all tables (`struct rtmsg`).
    static func routes(family: CInt, ofAllTables: Bool = false) -> NetlinkRequest {
        var header = [UInt8](repeating: 0, count: 12)
        header[0] = UInt8(truncatingIfNeeded: family)
        header[4] = UInt8(ofAllTables ? RT_TABLE_UNSPEC.rawValue : RT_TABLE_MAIN.rawValue)
        return NetlinkRequest(.listRoutes, type: RTM_GETROUTE, flags: NLM_F_DUMP, header: header)
    }

    /// Requests the rules of policy routing of all families (`struct fib_rule_hdr`).
    static var rules: NetlinkRequest {
        NetlinkRequest(
            .listRules, type: RTM_GETRULE, flags: NLM_F_DUMP, header: [UInt8](repeating: 0, count: 12))
    }

    /// Requests all neighbours of both families (`struct ndmsg`).
    static var neighbours: NetlinkRequest {
        NetlinkRequest(
            .listNeighbours, type: RTM_GETNEIGH, flags: NLM_F_DUMP, header: [UInt8](repeating: 0, count: 12))
    }
}

extension NetlinkRequest {
    /// Requests the route that the kernel takes for a packet, including rules.
    static func route(of packet: RoutedPacket, isWhole: Bool) -> NetlinkRequest {
        let (address, source) = (packet.address, packet.source)
        var header = [UInt8](repeating: 0, count: 8)
        header[0] = UInt8(truncatingIfNeeded: address.family.rawFamily)
        header[1] = UInt8(address.bytes.count * 8)
        // Without the second flag, the kernel names the main table for every IPv4 route. It refuses the flag for IPv6.
        let whole = RTM_F_FIB_MATCH | (address.family == .ipv4 ? RTM_F_LOOKUP_TABLE : 0)
        header.append(integer: UInt32(isWhole ? whole : 0))
        if let source { header[2] = UInt8(source.bytes.count * 8) }
        var request = NetlinkRequest(.lookUpRoute, type: RTM_GETROUTE, header: header)
            .with(Int(RTA_DST.rawValue), address.bytes)
        if let source { request = request.with(Int(RTA_SRC.rawValue), source.bytes) }
        if packet.mark != 0 { request = request.with(Int(RTA_MARK.rawValue), packet.mark) }
        if let flow = packet.flow {
            request = request.with(Int(RTA_IP_PROTO.rawValue), [flow.ipProtocol])
                .with(Int(RTA_DPORT.rawValue), [UInt8(flow.port >> 8), UInt8(flow.port & 0xff)])
        }
        return address.zone == nil ? request : request.with(Int(RTA_OIF.rawValue), address.scopeID)
    }
}
