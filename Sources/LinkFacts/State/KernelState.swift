import NetworkModel

/// What the kernel said, by its own keys; interface names are filled in when a snapshot is made of it, so that a
/// renamed interface is renamed everywhere.
struct KernelState {
    /// Routes and neighbours beyond this many are left out, default routes excepted.
    static let limit = 65_536

    var links: [UInt32: LinkRecord] = [:]
    /// In the kernel's order, newest last.
    var addresses: [AddressRecord] = []
    var routes: [RouteRecord.Key: [RouteRecord]] = [:]
    var neighbours: [NeighbourRecord.Key: NeighbourRecord] = [:]
    /// Mbit/s of hardware with a carrier: asked when the link changes, and only then.
    var speeds: [UInt32: Int] = [:]
    /// What radios say, asked when the link changes, and when somebody asks for it.
    var radios: [UInt32: WirelessLink] = [:]
    /// What no dump says.
    var memory = LinkMemory()
    /// Whether a gateway answered when it was last told of, kept also while the kernel has forgotten its entry.
    var gatewayAnswers: [NeighbourRecord.Key: Bool] = [:]

    func name(_ index: UInt32) -> String { links[index]?.name ?? String(index) }

    /// The address with its zone, where it has one.
    func address(_ bytes: [UInt8], on index: UInt32?) -> IPAddress? {
        guard let plain = IPAddress(bytes: bytes) else { return nil }
        guard let index, plain.family == .ipv6, plain.isLinkLocal else { return plain }
        return IPAddress(bytes: bytes, zone: name(index))
    }

    mutating func replaceRoutes(_ records: [RouteRecord]) {
        routes.removeAll(keepingCapacity: true)
        for (count, record) in records.enumerated() where count < Self.limit || record.key.prefixLength == 0 {
            routes[record.key, default: []].append(record)
        }
    }

    mutating func replaceNeighbours(_ records: [NeighbourRecord]) {
        neighbours.removeAll(keepingCapacity: true)
        for record in records.prefix(Self.limit) {
            neighbours[record.key] = record
            noteAnswer(record)
        }
    }

    func isGateway(_ key: NeighbourRecord.Key) -> Bool {
        routes.values.contains { records in
            records.contains { $0.nextHops.contains { $0.index == key.index && $0.gateway == key.address } }
        }
    }

    mutating func noteAnswer(_ record: NeighbourRecord) {
        guard let answers = record.answers else { return }
        if gatewayAnswers.count > Self.limit { gatewayAnswers.removeAll() }
        gatewayAnswers[record.key] = answers
    }
}

extension NeighbourRecord {
    /// Whether it answered when last asked; `nil` where that is not known.
    var answers: Bool? {
        switch state {
        case .reachable, .permanent, .stale, .delay, .probe, .noarp: true
        case .failed: false
        case .none, .incomplete: nil
        }
    }
}
