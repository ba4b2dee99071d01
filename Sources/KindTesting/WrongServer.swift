package import NetworkModel
import Synchronization

/// What may be at a port instead of the right server.
public enum WrongServer: String, Sendable, Hashable, CaseIterable {
    /// Nothing listens on the port.
    case closedPort
    /// A server that never sends anything.
    case silence
    /// A server that sends bytes of no protocol once, with control characters.
    case garbage
    /// A server that closes each connection at once, or sends empty datagrams.
    case immediateClose
    /// A server that sends bytes of no protocol until the client closes; 10,000 datagrams for each one.
    case flood
    /// An SSH server, with its greeting (RFC 4253 section 4.2).
    case ssh
    /// A mail server, with its greeting (RFC 5321 section 4.3.1).
    case smtp
    /// A web server, which waits for the client (RFC 9112).
    case http
    /// A mailbox server, with its greeting (RFC 9051 section 7.1).
    case imap
    /// A mailbox server, with its greeting (RFC 1939 section 4).
    case pop3
    /// A Redis server, which waits for the client.
    case redis

    package enum Transport { case stream, datagrams }

    /// The address of such a server, which exists as long as this is held.
    package struct Place {
        package let address: SocketAddress
        private let server: AnyObject
        /// Whether a client of the silent server has sent anything, instead of waiting for a greeting.
        package let heard: Heard

        fileprivate init(_ address: SocketAddress, _ server: AnyObject, _ heard: Heard = Heard()) {
            self.address = address
            self.server = server
            self.heard = heard
        }
    }

    package final class Heard: Sendable {
        private let flag = Atomic(false)
        package var isTrue: Bool { flag.load(ordering: .relaxed) }

        func record() { flag.store(true, ordering: .relaxed) }
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

    package func start(_ transport: Transport) throws -> Place {
        if self == .closedPort {
            let port = ClosedPort()
            return Place(port.address, port)
        }
        switch transport {
        case .datagrams:
            let server = BrokenDatagrams(answers: datagrams)
            return Place(server.address, server)
        case .stream:
            let heard = Heard()
            let server = try RawServer(behaviour(heard))
            return Place(server.address, server, heard)
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

    /// Words in what it sends that no evidence has by itself.
    var markers: [String] {
        switch self {
        case .closedPort, .silence, .immediateClose, .http, .redis: []
        case .garbage, .flood: ["garbage"]
        case .ssh: ["OpenSSH", "identification"]
        case .smtp: ["Postfix", "mail.example", "recognized"]
        case .imap: ["Dovecot"]
        case .pop3: ["Dovecot", "Unknown"]
        }
    }
}
