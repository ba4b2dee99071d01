import NetworkModel

@testable import NetdiagService
@testable import NetworkDiagnostics

/// What peers answer, and what becomes of it.
enum PeerEntry: FuzzEntry {
    static let name = "peer"

    private static let scope = LinkScope(
        snapshot: NetworkSnapshot(
            links: [
                Link(
                    index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                    addresses: [
                        .init(address: IPAddress("10.0.0.1")!, prefixLength: 24, scope: .global)
                    ])
            ],
            routes: [Route(family: .ipv4, destination: IPAddress("10.0.0.0"), prefixLength: 24, interface: "eth0")]))

    static func run(_ input: [UInt8]) throws {
        guard let document = try? JSON.decode(PeersDocument.self, from: input),
            let address = IPAddress("10.0.0.2")
        else { return }
        let now = ContinuousClock.now
        let own = PeerTable.LocalDaemon(name: "me", port: 8053, scope: scope, announced: now, listening: now)
        var table = PeerTable()
        table.register(PeerHello(port: 8053, name: "other"), from: address, own, at: now)
        let place = SocketAddress(address, port: 8053)
        for entry in table.startDuePolls(at: now + .seconds(1)) {
            table.record(
                .answered(document, from: place, roundTrip: .milliseconds(1)), of: entry.peer.name, answersQuery: nil,
                own,
                at: now + .seconds(2))
        }
        for peer in table.peers {
            try require(peer.version.map { $0.utf8.count <= 4 * 65 } ?? true, "a version of any length")
            try require(peer.host.utf8.count <= 4 * 64 + 6, "a host of \(peer.host.utf8.count) bytes")
            try require((peer.view?.reason ?? "").utf8.count <= 4 * 201, "a reason of any length")
        }
    }
}
