import NetworkModel

/// The kernel's state, by its own keys. Interface names are added when a snapshot is created, so that a renamed interface is
/// renamed everywhere.
struct KernelState {
    /// The maximum number of interfaces, addresses and neighbours.
    static let maxRecords = 65_536
    /// The maximum number of routes, except default routes. With a table like that of a router of the Internet, the kernel is
    /// queried for the route to a destination (``routesOmitted``), which takes no longer than searching these.
    static let maxRoutes = 4_096

    var links: [UInt32: LinkRecord] = [:]
    /// The addresses in the kernel's order, newest last.
    var addresses = OrderedRecords<AddressRecord.Key, AddressRecord>()
    var routes: [RouteRecord.Key: [RouteRecord]] = [:] { didSet { knownGateways = nil } }
    /// The number of omitted routes.
    var routesOmitted = 0
    var neighbours: [NeighbourRecord.Key: NeighbourRecord] = [:]
    /// The speed of hardware with a carrier in Mbit/s, read only when the link changes.
    var speeds: [UInt32: Int] = [:]
    /// The states of radios, read when the link changes, and on request.
    var radios: [UInt32: WirelessLink] = [:]
    /// The information that no dump contains.
    var memory = LinkMemory()
    /// Whether a gateway responded according to the last report, kept also while the kernel has no entry for it.
    var gatewayAnswers: [NeighbourRecord.Key: Bool] = [:]

    /// The name of an interface; for a removed one, its former name, since its addresses and routes are reported after it.
    func name(_ index: UInt32) -> String { links[index]?.name ?? memory.formerNames[index] ?? String(index) }

    /// The address, with its zone if it has one.
    func address(_ bytes: [UInt8], on index: UInt32?) -> IPAddress? {
        guard let plain = IPAddress(bytes: bytes) else { return nil }
        guard let index, plain.family == .ipv6, plain.isLinkLocal else { return plain }
        let name = name(index)
        return IPAddress(bytes: bytes, zone: IPAddress.isZone(name) ? name : String(index))
    }

    /// The next hops of all routes; `nil` until they are needed after a change, since searching all routes for each change of
    /// a neighbour would be too slow.
    private var knownGateways: Set<NeighbourRecord.Key>?

    mutating func replaceRoutes(_ table: RouteTable) {
        routes = Dictionary(grouping: table.records, by: \.key)
        routesOmitted = table.omitted
    }

    mutating func replaceNeighbours(_ records: [NeighbourRecord]) {
        neighbours.removeAll(keepingCapacity: true)
        for record in records.prefix(Self.maxRecords) {
            neighbours[record.key] = record
            recordAnswer(record)
        }
    }

    mutating func isGateway(_ key: NeighbourRecord.Key) -> Bool {
        if let knownGateways { return knownGateways.contains(key) }
        var gateways: Set<NeighbourRecord.Key> = []
        for hop in routes.values.joined().flatMap(\.nextHops) {
            if let index = hop.index, let gateway = hop.gateway {
                gateways.insert(.init(index: index, address: gateway))
            }
        }
        knownGateways = gateways
        return gateways.contains(key)
    }

    mutating func recordAnswer(_ record: NeighbourRecord) {
        guard let answers = record.answers else { return }
        if gatewayAnswers.count > Self.maxRecords { gatewayAnswers.removeAll() }
        gatewayAnswers[record.key] = answers
    }
}

extension NeighbourRecord {
    /// Whether it responded when it was last queried; `nil` if not known.
    var answers: Bool? {
        switch state {
        case .reachable, .permanent, .stale, .delay, .probe, .noarp: true
        case .failed: false
        case .none, .incomplete: nil
        }
    }
}
