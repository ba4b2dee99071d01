import Diagnosis
import LinkFacts
import NetworkModel

extension UplinkEvidence.Connections {
    private static let interceptedPort: UInt16 = 80
    private static let securePort: UInt16 = 443
    /// How long a connection counts as one that was seen.
    private static let late = Duration.seconds(60)
    /// The minimum number of hosts from which nothing arrives at an interface that is stuck, and for how long.
    private static let leastStuckPeers = 2, stuckTime = Duration.seconds(10)
    /// The number of repetitions after which a SYN was not lost by chance, which takes three seconds.
    private static let enoughRepetitions = 2

    /// The host and port that a connection leads to, and where it comes from: of several uplinks, one may be dead.
    private struct Destination: Hashable {
        let peer: IPAddress
        let port: UInt16
        let source: [UInt8]?

        init(_ connection: OwnConnection) {
            (peer, port, source) = (connection.peer, connection.port, connection.source?.bytes)
        }
    }

    /// Counts the connections to addresses of the Internet over a default route, or a gateway.
    ///
    /// - Parameter user: The user of this process, if it is one who logs in.
    init(_ connections: [OwnConnection], in snapshot: NetworkSnapshot, of user: UInt32? = LoginUser.current) {
        let recent = Duration.seconds(2), overdue = Duration.seconds(1)
        self.init()
        if user != nil { heardOfUser = 0 }
        var peers: Set<IPAddress> = []
        var lately: Set<AddressFamily> = []
        // By local address. A single host may be dead itself, and an interface may be idle for some seconds.
        var (hearing, heardBefore): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
        var waiting: [[UInt8]: Set<IPAddress>] = [:]
        var (reached, unanswered): ([Destination: Int], [Destination: Int]) = ([:], [:])
        let resolvers = snapshot.resolvers.servers.map { SocketAddress($0.address, port: $0.port) }
        let spares = snapshot.spareDefaultRoutes.compactMap(\.interface)
        let spareAddresses = Set(
            snapshot.links.filter { spares.contains($0.name) }.flatMap(\.addresses).map(\.address.bytes))
        // A connection over a spare uplink from before says nothing about the current uplink.
        let connections = connections.filter { connection in
            guard connection.peer.isOfInternet, !spareAddresses.contains(connection.source?.bytes ?? []),
                let route = snapshot.route(to: connection.peer)
            else { return false }
            return route.gateway != nil || route.isDefault
        }
        let ofPrograms = connections.filter { connection in
            !resolvers.contains(SocketAddress(connection.peer, port: connection.port))
        }
        let lastHeard = Self.lastHeard(ofPrograms)
        var dead: Set<IPAddress> = []
        var (isIPv6Heard, lostOverIPv6) = (false, Set<IPAddress>())
        for connection in connections {
            let isLate = (connection.silence ?? connection.closed).map { $0 <= Self.late } ?? false
            if isLate, connection.peer.family == .ipv6 { isIPv6Heard = true }
            if isLate, connection.port != Self.interceptedPort { lately.insert(connection.peer.family) }
            let source = connection.source?.bytes
            if let time = connection.silence ?? connection.closed, time <= Self.stuckTime {
                if let source { heardBefore.insert(source) }
                reached[Destination(connection), default: 0] += 1
            } else if let count = connection.synRepetitions, count >= Self.enoughRepetitions,
                // A portal or a transparent proxy responds for everybody there.
                connection.port != Self.interceptedPort
            {
                unanswered[Destination(connection), default: 0] += 1
            }
            guard connection.closed == nil else { continue }
            total += 1
            if let silence = connection.silence, silence <= recent {
                // A portal responds for everybody there.
                if connection.port == Self.interceptedPort {
                    heardOnWebPort = (heardOnWebPort ?? 0) + 1
                } else {
                    heard += 1
                    if let source { hearing.insert(source) }
                    heardOverIPv4 = (heardOverIPv4 ?? 0) + (connection.peer.family == .ipv4 ? 1 : 0)
                    heardOnSecurePort = (heardOnSecurePort ?? 0) + (connection.port == Self.securePort ? 1 : 0)
                    if let user, connection.user == user { heardOfUser = (heardOfUser ?? 0) + 1 }
                }
            } else if connection.isRetransmitting, connection.silence ?? overdue >= overdue,
                // A query over TCP, such as this process's own, only shows that the resolver is silent, which is known.
                !resolvers.contains(SocketAddress(connection.peer, port: connection.port))
            {
                stuck += 1
                peers.insert(connection.peer)
                if connection.peer.family == .ipv6,
                    connection.synRepetitions.map({ $0 >= Self.enoughRepetitions }) ?? true
                {
                    lostOverIPv6.insert(connection.peer)
                }
                if let wait = connection.leastWait, let source, let age = lastHeard[source], age < wait {
                    dead.insert(connection.peer)
                }
                if let source { waiting[source, default: []].insert(connection.peer) }
            }
        }
        stuckPeers = peers.count
        let fourth = peers.count { $0.family == .ipv4 }
        if fourth < stuckPeers { stuckPeersOverIPv4 = fourth }
        if !dead.isEmpty { deadPeers = dead.count }
        if !isIPv6Heard, Set(lostOverIPv6.map(\.networkOfOperator)).count > 1 {
            stuckPeersOverIPv6 = lostOverIPv6.count
        }
        let partly = unanswered.filter { reached[$0.key] != nil }
        if !partly.isEmpty {
            let failed = partly.values.reduce(0, +)
            partlyReached = PartlyReached(
                peers: Set(partly.keys.map(\.peer)).count, failed: failed,
                total: partly.keys.reduce(failed) { $0 + (reached[$1] ?? 0) })
        }
        lately.subtract(AddressFamily.allCases.filter { Self.isSilent($0, ofPrograms) })
        if !lately.isEmpty { familiesHeardLately = AddressFamily.allCases.filter(lately.contains) }
        let stuck = snapshot.links.filter { link in
            let own = Set(link.addresses.map(\.address.bytes))
            let silent = own.reduce(into: Set<IPAddress>()) { $0.formUnion(waiting[$1] ?? []) }
            return silent.count >= Self.leastStuckPeers && own.isDisjoint(with: heardBefore) && !hearing.isEmpty
        }
        if !stuck.isEmpty { stuckInterfaces = stuck.map(\.name) }
        let used = Self.legs(heardBy: ofPrograms, lastHeard, in: snapshot)
        if !used.isEmpty { heardInterfaces = used }
    }

    /// The interfaces of several next hops of the default route from whose addresses connections received something within the last minute,
    /// unless a SYN has been repeated since.
    private static func legs(
        heardBy connections: [OwnConnection], _ lastHeard: [[UInt8]: Duration], in snapshot: NetworkSnapshot
    ) -> [String] {
        guard let first = snapshot.preferredDefaultRoutes.first, !snapshot.otherLegs.isEmpty else { return [] }
        let interfaces = ([first] + snapshot.otherLegs).compactMap(\.interface)
        return snapshot.links.filter { link in
            guard interfaces.contains(link.name) else { return false }
            let own = Set(link.addresses.map(\.address).filter { $0.family == first.family }.map(\.bytes))
            guard let age = own.compactMap({ lastHeard[$0] }).min(), age <= late else { return false }
            return !connections.contains { connection in
                connection.source.map { own.contains($0.bytes) } == true && isUnanswered(connection, after: age)
            }
        }.map(\.name)
    }

    /// Whether a SYN gets no response, and was sent within this time. The least time that it waits may be half of the time, less a second.
    private static func isUnanswered(_ connection: OwnConnection, after age: Duration) -> Bool {
        guard let count = connection.synRepetitions, let wait = connection.leastWait else { return false }
        return count >= enoughRepetitions && wait * 2 + .seconds(1) < age
    }

    /// Whether SYNs to hosts of several networks get no response over an address family, and were sent after anything was last received
    /// over it.
    private static func isSilent(_ family: AddressFamily, _ connections: [OwnConnection]) -> Bool {
        let own = connections.filter { $0.peer.family == family && $0.port != interceptedPort }
        guard let age = own.compactMap({ $0.silence ?? $0.closed }).min() else { return false }
        let silent = own.filter { isUnanswered($0, after: age) }
        let length = family == .ipv4 ? 2 : 4
        return Set(silent.map { Array($0.peer.bytes.prefix(length)) }).count > 1
    }

    /// The time since a connection from each local address last received something, or was closed by both ends. A portal or a
    /// transparent proxy responds for everybody on port 80.
    private static func lastHeard(_ connections: [OwnConnection]) -> [[UInt8]: Duration] {
        connections.reduce(into: [:]) { ages, connection in
            guard connection.port != interceptedPort, let source = connection.source?.bytes,
                let age = connection.silence ?? connection.closed
            else { return }
            ages[source] = min(ages[source] ?? age, age)
        }
    }
}
