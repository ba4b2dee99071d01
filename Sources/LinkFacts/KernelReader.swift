import CNetlink
import Glibc
import NetworkModel

/// Queries the kernel and stores nothing: the socket for dumps and queries.
///
/// It belongs to the actor that created it: not `Sendable`.
final class KernelReader {
    private let socket: NetlinkSocket
    private let wireless = WirelessReader()

    init() throws(LinkFactsError) {
        socket = try NetlinkSocket(receiveBuffer: 1 << 18)
    }

    /// Reads the whole state.
    func state() throws(LinkFactsError) -> KernelState {
        var state = KernelState()
        for record in try socket.dump(.links, LinkRecord.init).prefix(KernelState.maxRecords) {
            state.links[record.index] = record
            refreshHardware(of: record.index, in: &state)
        }
        let now = MonotonicClock.nanoseconds()
        for record in try socket.dump(.addresses, { AddressRecord($0, readAt: now) }).prefix(KernelState.maxRecords) {
            state.addresses.update(record, record.key)
        }
        state.replaceRoutes(try routes())
        state.replaceNeighbours(try socket.dump(.neighbours, NeighbourRecord.init))
        return state
    }

    /// Reads the neighbours that the kernel is looking for by ARP or NDP.
    func soughtNeighbours() throws(LinkFactsError) -> [NeighbourRecord] {
        try socket.dump(.neighbours, NeighbourRecord.init).filter { $0.state == .incomplete }
    }

    /// Reads the routes of the main table in both address families, up to a limit.
    func routes() throws(LinkFactsError) -> RouteTable {
        var table = RouteTable()
        for family in [AF_INET, AF_INET6] {
            let before = table
            do {
                // A change during the dump requires another one; a table beyond the limit changes all the time.
                for _ in 0..<NetlinkSocket.maxDumps {
                    table = before
                    let isConsistent = try socket.perform(.routes(family: family)) { table.add($0, family: family) }
                    if isConsistent || table.omitted > 0 { break }
                }
            } catch .refused(_, let code, _) where [ENOENT, EOPNOTSUPP, EAFNOSUPPORT].contains(code) {
                // In a new network namespace there is no such table, and a kernel may lack IPv6: there are no routes.
            }
        }
        return table
    }

    /// Reads an interface; the result is `nil` if it does not exist any more.
    func link(_ index: UInt32) throws(LinkFactsError) -> LinkRecord? {
        var record: LinkRecord?
        do {
            _ = try socket.perform(.link(index: index)) { record = LinkRecord($0) }
        } catch .refused(_, let code, _) where code == ENODEV {
            return nil
        }
        return record
    }

    /// Waits until a change of the kernel's network configuration in progress, if any, has ended.
    ///
    /// The kernel reports that an interface goes down, or that an address is removed, *before* it removes their routes. It
    /// holds the lock meanwhile, so that after a response under that lock the result can be read. (Dumps of routes do not
    /// take the lock since Linux 6.9.)
    func awaitKernel() throws(LinkFactsError) {
        _ = try socket.perform(.link(index: 1)) { _ in }
    }

    /// Reads the queueing discipline of an interface; the result is `nil` if there is none.
    func queue(of index: UInt32) throws(LinkFactsError) -> QueueRecord? {
        do {
            return try socket.dump(.queues, QueueRecord.init).first { $0.index == index && $0.isRoot }
        } catch .refused(_, let code, _) where [ENODEV, EINVAL, EOPNOTSUPP].contains(code) {
            return nil
        }
    }

    /// Reads the counters of an interface; the result is `nil` if it does not exist any more, or before Linux 4.7.
    func counters(of index: UInt32) throws(LinkFactsError) -> LinkCounters? {
        var counters: LinkCounters?
        do {
            _ = try socket.perform(.counters(index: index)) {
                counters = LinkCounters($0, readAt: MonotonicClock.nanoseconds())
            }
        } catch .refused(_, let code, _) where [ENODEV, EINVAL, EOPNOTSUPP].contains(code) {
            return nil
        }
        return counters
    }

    /// Reads the speed from the driver of hardware with a carrier, and the state of radios. Virtual interfaces have invented
    /// values or none.
    func refreshHardware(of index: UInt32, in state: inout KernelState) {
        state.speeds[index] = nil
        state.radios[index] = nil
        guard let link = state.links[index], link.hasCarrier, link.kind == nil, !link.isLoopback else { return }
        if WirelessReader.isWireless(link.name) {
            state.radios[index] = wireless.read(index)
            return
        }
        let speed = netlink_link_speed(socket.fd, link.name)
        if speed > 0 { state.speeds[index] = speed }
    }

    /// The maximum number of rules; more are only created by programs.
    private static let maxRules = 4_096

    /// Reads the rules of policy routing in both address families, in the order in which the kernel applies them.
    func rules() throws(LinkFactsError) -> [PolicyRule] {
        var rules: [PolicyRule] = []
        do {
            _ = try socket.perform(.rules) { message in
                if rules.count < Self.maxRules, let rule = PolicyRule(message) { rules.append(rule) }
            }
        } catch .refused(_, let code, _) where [EOPNOTSUPP, EAFNOSUPPORT, ENOENT].contains(code) {
            // This kernel has no policy routing.
        }
        return rules.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
            .map(\.element)
    }

    /// Reads the routes of all tables that reject packets to an address in one way; those of the main table come first.
    func rejections(of address: IPAddress, _ kind: Route.Kind) throws(LinkFactsError) -> [RouteRecord] {
        var found: [RouteRecord] = []
        do {
            _ = try socket.perform(.routes(family: address.family.rawFamily, ofAllTables: true)) { message in
                guard found.count < KernelState.maxRoutes, let record = RouteRecord(message), !record.isCached,
                    record.kind == kind, record.covers(address)
                else { return }
                found.append(record)
            }
        } catch .refused(_, let code, _) where [ENOENT, EOPNOTSUPP, EAFNOSUPPORT].contains(code) {
            // In a new network namespace there is no such table, and a kernel may lack IPv6: there are no routes.
        }
        return found.sorted { $0.isOfMainTable && !$1.isOfMainTable }
    }

    /// The kernel's decision about packets to an address.
    enum Lookup {
        case route(RouteRecord)
        case rejected(Route.Kind)
        case noRoute
    }

    /// Looks up the route of a packet (`RTM_GETROUTE`).
    ///
    /// - Parameter isWhole: Whether to return the entry of the table (`RTM_F_FIB_MATCH`), instead of the result of the look-up.
    func lookUp(_ packet: RoutedPacket, isWhole: Bool) throws(LinkFactsError) -> Lookup {
        var record: RouteRecord?
        do {
            _ = try socket.perform(.route(of: packet, isWhole: isWhole)) { record = RouteRecord($0) }
        } catch .refused(let request, let code, let message) {
            // The errors of routes that reject packets are those of fib_props in the kernel's net/ipv4/fib_semantics.c.
            switch code {
            case ENETUNREACH, ENODEV: return .noRoute
            // The code is also used for an invalid request, for which the kernel sends a text.
            case EINVAL where message == nil: return .rejected(.blackhole)
            case EHOSTUNREACH: return .rejected(.unreachable)
            case EACCES: return .rejected(.prohibit)
            default: throw .refused(request, code: code, message: message)
            }
        }
        guard let record else { throw .malformed(.lookUpRoute) }
        return .route(record)
    }
}
