import NetworkModel

/// How many connections, or places of another kind, clients may have at once.
///
/// Each kind of client has a number of its own, so that none of them can take another's: root, the other users of the
/// machine, and everybody over TCP.
struct ConnectionLimits: Sendable, Hashable {
    /// For root over the Unix socket.
    var root: Int
    /// For all other users over the Unix socket together.
    var local: Int
    /// For each of them.
    var user: Int
    /// For all over TCP together.
    var remote: Int
    /// For all loopback addresses together: whoever is at work on this machine, with browsers and collectors.
    var loopback: Int
    /// For each other address.
    var address: Int
    /// For an IPv6 /64, of which one machine can have every address (RFC 4291 section 2.5.4).
    var network: Int

    static let connections = ConnectionLimits(
        root: 64, local: 192, user: 64, remote: 448, loopback: 320, address: 32, network: 96)
    /// As many connections as a process may have that can open only so many files: half of them, less what it keeps open
    /// itself.
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

    /// Of answers that go on: events, services that are followed, registrations.
    /// A browser on this machine has one for each page that is open, on however many screens.
    static let streams = ConnectionLimits(
        root: 32, local: 96, user: 32, remote: 320, loopback: 256, address: 12, network: 24)

    /// Of answers that something is sent for: checks, lookups, lists of services. As many as one command asks for at once.
    static let requests = ConnectionLimits(
        root: 32, local: 48, user: 32, remote: 48, loopback: 32, address: 32, network: 32)

    /// Of services that are registered by a connection or a lease.
    static let registrations = ConnectionLimits(
        root: 128, local: 64, user: 32, remote: 64, loopback: 32, address: 32, network: 32)

    /// Of all clients together.
    var total: Int { root + local + remote }

    /// Everything that counts a client, each with its limit; the widest comes first.
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
    /// The first 64 bits of IPv6 addresses.
    case network([UInt8])
    case address([UInt8])

    /// Whether all in it are one client, as far as can be told.
    var isOneClient: Bool {
        switch self {
        case .user, .address: true
        case .root, .local, .remote, .loopback, .network: false
        }
    }
}
