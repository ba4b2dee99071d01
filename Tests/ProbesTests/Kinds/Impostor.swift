import NetworkModel
import Synchronization

/// What may be at a port instead of the right server.
enum Impostor: String, CaseIterable {
    case closedPort, silence, garbage, immediateClose, flood
    /// Servers of other protocols, with the greetings that they send, and what they say to a client of yet another one.
    case ssh, smtp, http, imap, pop3, redis

    enum Transport { case stream, datagrams }

    /// The address of an impostor, which exists as long as this is held.
    struct Place {
        let address: SocketAddress
        let server: AnyObject
        /// Whether a client of the silent server has sent anything, instead of waiting for a greeting.
        var heard = Heard()
    }

    final class Heard: Sendable {
        private let flag = Atomic(false)
        var isTrue: Bool { flag.load(ordering: .relaxed) }

        func record() { flag.store(true, ordering: .relaxed) }
    }

    /// The kind of target whose own protocol it speaks, so that a report of that kind may be up; `nil` if no kind does.
    var ownKind: String? {
        switch self {
        case .closedPort, .silence, .garbage, .immediateClose, .flood, .pop3, .redis: nil
        case .ssh, .smtp, .http, .imap: rawValue
        }
    }

    /// What a server of another protocol sends first; `nil` if it waits for the client.
    private var greeting: String? {
        switch self {
        case .closedPort, .silence, .garbage, .immediateClose, .flood, .http, .redis: nil
        case .ssh: "SSH-2.0-OpenSSH_9.6p1 Debian-5\r\n"
        case .smtp: "220 mail.example ESMTP Postfix (Debian)\r\n"
        case .imap: "* OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN] Dovecot ready.\r\n"
        case .pop3: "+OK Dovecot ready.\r\n"
        }
    }

    /// What such a server says to what it does not understand; `nil` if it says nothing.
    private var complaint: String? {
        switch self {
        case .closedPort, .silence, .garbage, .immediateClose, .flood: nil
        case .ssh: "Invalid SSH identification string.\r\n"
        case .smtp: "502 5.5.2 Error: command not recognized\r\n"
        case .http: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nOK\n"
        case .imap: "* BAD Error in IMAP command received by server.\r\n"
        case .pop3: "-ERR Unknown command.\r\n"
        case .redis: "+OK\r\n"
        }
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
            let heard = Heard()
            let server = try RawServer(behaviour(heard))
            return Place(address: server.address, server: server, heard: heard)
        }
    }

    private var datagrams: [[UInt8]] {
        let bytes = Array(Self.noise.utf8)
        return switch self {
        case .closedPort, .silence: []
        case .garbage: [bytes]
        case .immediateClose: [[]]
        case .flood: Array(repeating: bytes, count: 10_000)
        case .ssh, .smtp, .http, .imap, .pop3, .redis: [greeting, complaint].compactMap { $0.map { Array($0.utf8) } }
        }
    }

    private func behaviour(_ heard: Heard) -> RawServer.Behaviour {
        switch self {
        case .closedPort: .silent
        case .silence: .talks { peer in while peer.read() != nil { heard.record() } }
        case .garbage: .greets(Self.noise)
        case .immediateClose: .talks { _ in }
        case .flood: .talks { $0.sayForever(Self.noise) }
        case .ssh, .smtp, .http, .imap, .pop3, .redis:
            .talks { [greeting, complaint] peer in
                if let greeting { peer.say(greeting) }
                while peer.read() != nil, let complaint, peer.say(complaint) {}
            }
        }
    }
}
