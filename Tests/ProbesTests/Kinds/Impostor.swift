import NetworkModel

/// What may be at a port instead of the right server.
enum Impostor: String, CaseIterable {
    case closedPort, silence, garbage, immediateClose, flood

    enum Transport { case stream, datagrams }

    /// The address of an impostor, which exists as long as this is held.
    struct Place {
        let address: SocketAddress
        let server: AnyObject
    }

    private static let noise = "\u{1}\u{2}\u{0}\u{fffd}garbage \u{7f}\u{1b}[2J\r\n\r\n"

    func start(_ transport: Transport) throws -> Place {
        if self == .closedPort {
            let port = ClosedPort()
            return Place(address: port.address, server: port)
        }
        switch transport {
        case .datagrams:
            let server = BrokenDatagrams(answers: datagrams)
            return Place(address: server.address, server: server)
        case .stream:
            let server = try RawServer(behaviour)
            return Place(address: server.address, server: server)
        }
    }

    private var datagrams: [[UInt8]] {
        let bytes = Array(Self.noise.utf8)
        return switch self {
        case .closedPort, .silence: []
        case .garbage: [bytes]
        case .immediateClose: [[]]
        case .flood: Array(repeating: bytes, count: 10_000)
        }
    }

    private var behaviour: RawServer.Behaviour {
        switch self {
        case .closedPort, .silence: .silent
        case .garbage: .greets(Self.noise)
        case .immediateClose: .talks { _ in }
        case .flood: .talks { $0.sayForever(Self.noise) }
        }
    }
}
