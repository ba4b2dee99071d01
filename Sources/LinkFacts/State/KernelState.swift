import NetworkModel

/// What the kernel said, by its own keys; interface names are filled in when a snapshot is made of it, so that a
/// renamed interface is renamed everywhere.
struct KernelState {
    /// Interfaces, addresses and neighbours beyond this many are left out.
    static let limit = 65_536
    /// Routes beyond this many are left out, default routes excepted: with a table like that of a router of the Internet, the
    /// kernel is asked for the route to a destination (``routesOmitted``), which takes no longer than to look through these.
    static let maxRoutes = 4_096

    var links: [UInt32: LinkRecord] = [:]
    /// In the kernel's order, newest last.
    var addresses = OrderedRecords<AddressRecord.Key, AddressRecord>()
    var routes: [RouteRecord.Key: [RouteRecord]] = [:] { didSet { knownGateways = nil } }
    /// How many routes are left out.
    var routesOmitted = 0
    var neighbours: [NeighbourRecord.Key: NeighbourRecord] = [:]
    /// Mbit/s of hardware with a carrier: asked when the link changes, and only then.
    var speeds: [UInt32: Int] = [:]
    /// What radios say, asked when the link changes, and when somebody asks for it.
    var radios: [UInt32: WirelessLink] = [:]
    /// What no dump says.
    var memory = LinkMemory()
    /// Whether a gateway answered when it was last told of, kept also while the kernel has forgotten its entry.
    var gatewayAnswers: [NeighbourRecord.Key: Bool] = [:]

    /// Of an interface that has gone, what it was called: its addresses and routes are told of after it.
    func name(_ index: UInt32) -> String { links[index]?.name ?? memory.formerNames[index] ?? String(index) }

    /// The address with its zone, where it has one.
    func address(_ bytes: [UInt8], on index: UInt32?) -> IPAddress? {
        guard let plain = IPAddress(bytes: bytes) else { return nil }
        guard let index, plain.family == .ipv6, plain.isLinkLocal else { return plain }
        let name = name(index)
        return IPAddress(bytes: bytes, zone: IPAddress.isZone(name) ? name : String(index))
    }

    /// The next hops of all routes; `nil` until somebody asks after a change. To look through all routes for each neighbour
    /// that changes would be too much.
    private var knownGateways: Set<NeighbourRecord.Key>?

    mutating func replaceRoutes(_ table: RouteTable) {
        routes = Dictionary(grouping: table.records, by: \.key)
        routesOmitted = table.omitted
    }

    mutating func replaceNeighbours(_ records: [NeighbourRecord]) {
        neighbours.removeAll(keepingCapacity: true)
        for record in records.prefix(Self.limit) {
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
        if gatewayAnswers.count > Self.limit { gatewayAnswers.removeAll() }
        gatewayAnswers[record.key] = answers
    }
}

extension NeighbourRecord {
    /// Whether it answered when last asked; `nil` if that is not known.
    var answers: Bool? {
        switch state {
        case .reachable, .permanent, .stale, .delay, .probe, .noarp: true
        case .failed: false
        case .none, .incomplete: nil
        }
    }
}
