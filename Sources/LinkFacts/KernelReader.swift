import CNetlink
import Glibc
import NetworkModel

/// Asks the kernel, and keeps nothing: the socket for dumps and questions.
///
/// Belongs to the actor that made it: not `Sendable`.
final class KernelReader {
    private let socket: NetlinkSocket
    private let wireless = WirelessReader()

    init() throws(LinkFactsError) {
        socket = try NetlinkSocket(receiveBuffer: 1 << 18)
    }

    /// Everything, read anew.
    func state() throws(LinkFactsError) -> KernelState {
        var state = KernelState()
        for record in try socket.dump(.links, LinkRecord.init).prefix(KernelState.limit) {
            state.links[record.index] = record
            refreshHardware(of: record.index, in: &state)
        }
        let now = MonotonicClock.nanoseconds()
        for record in try socket.dump(.addresses, { AddressRecord($0, readAt: now) }).prefix(KernelState.limit) {
            state.addresses.update(record, record.key)
        }
        state.replaceRoutes(try routes())
        state.replaceNeighbours(try socket.dump(.neighbours, NeighbourRecord.init))
        return state
    }

    /// The routes of the main table of both families, as far as they are kept.
    func routes() throws(LinkFactsError) -> RouteTable {
        var table = RouteTable()
        for family in [AF_INET, AF_INET6] {
            let before = table
            do {
                // A change during the dump calls for another one; a table that is not kept as a whole changes all the time.
                for _ in 0..<NetlinkSocket.maxDumps {
                    table = before
                    let isConsistent = try socket.perform(.routes(family: family)) { table.add($0, family: family) }
                    if isConsistent || table.omitted > 0 { break }
                }
            } catch .refused(_, let code, _) where [ENOENT, EOPNOTSUPP, EAFNOSUPPORT].contains(code) {
                // No such table yet in a new network namespace, or no IPv6 in this kernel: no routes.
            }
        }
        return table
    }

    /// One interface; `nil` if it has gone.
    func link(_ index: UInt32) throws(LinkFactsError) -> LinkRecord? {
        var record: LinkRecord?
        do {
            _ = try socket.perform(.link(index: index)) { record = LinkRecord($0) }
        } catch .refused(_, let code, _) where code == ENODEV {
            return nil
        }
        return record
    }

    /// Waits until the change in the kernel's network configuration that is under way, if any, has ended.
    ///
    /// The kernel tells of an interface that goes down, and of an address that goes, *before* it takes their routes
    /// away. It holds the lock meanwhile; so whoever has been answered under that lock reads what came of it. (Dumps of
    /// routes no longer take the lock since Linux 6.9.)
    func awaitKernel() throws(LinkFactsError) {
        _ = try socket.perform(.link(index: 1)) { _ in }
    }

    /// The queue that an interface sends by; `nil` if it has none, or the kernel knows of none.
    func queue(of index: UInt32) throws(LinkFactsError) -> QueueRecord? {
        do {
            return try socket.dump(.queues, QueueRecord.init).first { $0.index == index && $0.isRoot }
        } catch .refused(_, let code, _) where [ENODEV, EINVAL, EOPNOTSUPP].contains(code) {
            return nil
        }
    }

    /// The counters of an interface; `nil` if it has gone, or the kernel is older than Linux 4.7.
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

    /// Asks the driver of hardware that has a carrier for its speed, and radios for what they hear; virtual interfaces
    /// have made-up figures or none.
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

    /// More rules than these are not kept: somebody who has thousands has made them by a program.
    private static let maxRules = 4_096

    /// The rules of policy routing of both families, those that the kernel asks first before others.
    func rules() throws(LinkFactsError) -> [PolicyRule] {
        var rules: [PolicyRule] = []
        do {
            _ = try socket.perform(.rules) { message in
                if rules.count < Self.maxRules, let rule = PolicyRule(message) { rules.append(rule) }
            }
        } catch .refused(_, let code, _) where [EOPNOTSUPP, EAFNOSUPPORT, ENOENT].contains(code) {
            // A kernel without policy routing.
        }
        return rules.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
            .map(\.element)
    }

    /// The routes of all tables that reject packets to an address in one way: those of the main table first.
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
            // No such table yet in a new network namespace, or no IPv6 in this kernel: no routes.
        }
        return found.sorted { $0.isOfMainTable && !$1.isOfMainTable }
    }

    /// What the kernel does with packets to an address.
    enum Lookup {
        case route(RouteRecord)
        case rejected(Route.Kind)
        case noRoute
    }

    /// `RTM_GETROUTE` for one address.
    ///
    /// - Parameters:
    ///   - source: The local address that packets leave from, which rules may select by.
    ///   - isWhole: Whether the entry of the table is wanted (`RTM_F_FIB_MATCH`), not what came of it.
    func lookUp(
        _ address: IPAddress, from source: IPAddress?, flow: RouteFlow? = nil, isWhole: Bool
    ) throws(LinkFactsError) -> Lookup {
        var record: RouteRecord?
        do {
            _ = try socket.perform(.route(to: address, from: source, flow: flow, isWhole: isWhole)) {
                record = RouteRecord($0)
            }
        } catch .refused(let request, let code, let message) {
            // What a route that rejects makes of a packet: fib_props in the kernel's net/ipv4/fib_semantics.c.
            switch code {
            case ENETUNREACH, ENODEV: return .noRoute
            // The same code as for a request that it cannot read; of those it says what is wrong.
            case EINVAL where message == nil: return .rejected(.blackhole)
            case EHOSTUNREACH: return .rejected(.unreachable)
            case EACCES: return .rejected(.prohibit)
            default: throw .refused(request: request, code: code, message: message)
            }
        }
        guard let record else { throw .malformed(request: "look up a route") }
        return .route(record)
    }
}
