import NetworkModel

/// The maximum number of simultaneous connections, or of other places, of clients.
///
/// Each kind of client has its own limit, so that none of them can use up another's: root, the other users of the
/// machine, and all clients over TCP.
struct ConnectionLimits: Sendable, Hashable {
    /// The limit of root over the Unix socket.
    var root: Int
    /// The limit of all other users over the Unix socket together.
    var local: Int
    /// The limit of each other user.
    var user: Int
    /// The limit of all clients over TCP together.
    var remote: Int
    /// The limit of all loopback addresses together: the browsers and collectors on this machine.
    var loopback: Int
    /// The limit of each other address.
    var address: Int
    /// The limit of an IPv6 /64, all addresses of which one machine can have (RFC 4291 section 2.5.4).
    var network: Int

    static let connections = ConnectionLimits(
        root: 64, local: 192, user: 64, remote: 448, loopback: 320, address: 32, network: 96)
    /// The limits for a process with a limited number of descriptors: half of those that the daemon itself does not need.
    static func connections(within descriptors: Int) -> ConnectionLimits {
        let all = connections.total
        let available = max(32, (descriptors - 128) / 2)
        guard available < all else { return connections }
        func scaled(_ count: Int) -> Int { max(4, count * available / all) }
        return ConnectionLimits(
            root: scaled(connections.root), local: scaled(connections.local), user: scaled(connections.user),
            remote: scaled(connections.remote), loopback: scaled(connections.loopback),
            address: scaled(connections.address), network: scaled(connections.network))
    }

    /// The limits of open-ended responses: events, followed services, registrations. A browser on this machine has one
    /// for each open page, on any number of screens.
    static let streams = ConnectionLimits(
        root: 32, local: 96, user: 32, remote: 320, loopback: 256, address: 12, network: 24)

    /// The limits of requests that send packets: checks, lookups, lists of services. As many as one command sends at
    /// once.
    static let requests = ConnectionLimits(
        root: 32, local: 48, user: 32, remote: 48, loopback: 32, address: 32, network: 32)

    /// The limits of services that are registered by a connection or a lease.
    static let registrations = ConnectionLimits(
        root: 128, local: 64, user: 32, remote: 64, loopback: 32, address: 32, network: 32)

    /// The limits of queries of the history, which has one thread; others wait (``QueryTurns``).
    static let queries = ConnectionLimits(
        root: 4, local: 6, user: 2, remote: 8, loopback: 4, address: 2, network: 4)

    /// The limit of all clients together.
    var total: Int { root + local + remote }

    /// All scopes that count a client, each with its limit, starting with the widest.
    func scopes(of client: Client) -> [(scope: ClientScope, limit: Int)] {
        switch client {
        case .local(uid: 0, _, _): [(.root, root)]
        case .local(let uid, _, _): [(.local, local), (.user(uid), user)]
        case .remote(let address, _) where address.isLoopback: [(.remote, remote), (.loopback, loopback)]
        case .remote(let address, _) where address.family == .ipv6:
            [
                (.remote, remote), (.network(Array(address.bytes.prefix(8))), network),
                (.address(address.bytes), self.address),
            ]
        case .remote(let address, _): [(.remote, remote), (.address(address.bytes), self.address)]
        }
    }
}

/// Clients that are counted together.
enum ClientScope: Sendable, Hashable {
    case root
    case local
    case user(UInt32)
    case remote
    case loopback
    /// The first 64 bits of an IPv6 address.
    case network([UInt8])
    case address([UInt8])

    /// Whether the scope contains only one client, as far as that is known.
    var isOneClient: Bool {
        switch self {
        case .user, .address: true
        case .root, .local, .remote, .loopback, .network: false
        }
    }
}
