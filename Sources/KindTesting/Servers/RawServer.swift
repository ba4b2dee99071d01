import Foundation
import Glibc
package import NetworkModel
import Synchronization
import SystemAddresses

/// A loopback server on TCP or a Unix socket that responds to every connection in the same way, byte for byte.
package final class RawServer: Sendable {
    package enum Behaviour: Sendable {
        /// Reads the request, then sends the bytes and closes.
        case answers(String)
        /// Reads the request, sends the bytes, and leaves the connection open.
        case stalls(String)
        /// Sends the bytes before it reads anything.
        case greets(String)
        /// Accepts the connection, and closes it after the request.
        case closes
        /// Accepts the connection, and resets it after the request.
        case resets
        /// Accepts the connection and never sends anything.
        case silent
        /// Calls the closure, and then closes the connection.
        case talks(@Sendable (RawPeer) -> Void)
    }

    /// The address; for a Unix socket, the unspecified address and port 0.
    package let address: SocketAddress
    private let listener: OwnedSocket
    private let connections = Connections()
    /// The number of accepted connections.
    package var accepted: Int { connections.list.withLock { $0.accepted } }

    /// Returns when the first connection was accepted. The kernel completes the handshake before that.
    package func waitForConnection() async { await connections.first.wait() }

    /// The state that is shared with the accepting thread, which must not keep the server itself alive.
    private final class Connections: Sendable {
        let list = Mutex((open: [CInt: OwnedSocket](), accepted: 0))
        let first = Signal()

        func add(_ connection: OwnedSocket) {
            list.withLock {
                $0.open[connection.descriptor] = connection
                $0.accepted += 1
            }
            first.happen()
        }

        func remove(_ connection: OwnedSocket) {
            list.withLock { $0.open[connection.descriptor] = nil }
        }
    }

    package convenience init(_ behaviour: Behaviour, on text: String = "127.0.0.1") throws {
        let ip = IPAddress(text)!
        let listener = socket(ip.family.rawFamily, CInt(SOCK_STREAM.rawValue), 0)
        var on: CInt = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        let bound = SocketAddress(ip, port: 0).withSockaddr { bind(listener, $0, $1) }
        precondition(bound == 0 && listen(listener, 64) == 0, "cannot listen: \(errno)")
        self.init(behaviour, listener, boundAddress(listener))
    }

    /// Creates a server on a Unix socket.
    package convenience init(_ behaviour: Behaviour, at path: String) {
        self.init(
            behaviour, localSocket(at: path, type: SOCK_STREAM, backlog: 64), SocketAddress(.unspecified, port: 0))
    }

    private init(_ behaviour: Behaviour, _ listener: CInt, _ address: SocketAddress) {
        self.address = address
        let owned = OwnedSocket(listener)
        self.listener = owned
        let connections = connections
        // Separate threads are used, since blocked threads of the global queues would not be available to the tested
        // code.
        Thread.detachNewThread {
            while let connection = owned.accept() {
                connections.add(connection)
                Thread.detachNewThread {
                    guard case .talks(let talk) = behaviour else { return Self.serve(connection, behaviour) }
                    talk(RawPeer(socket: connection))
                    connections.remove(connection)
                }
            }
        }
    }

    private static func serve(_ socket: OwnedSocket, _ behaviour: Behaviour) {
        // This keeps the socket alive until here.
        defer { withExtendedLifetime(socket) {} }
        let connection = socket.descriptor
        func say(_ text: String) { _ = text.withCString { send(connection, $0, strlen($0), CInt(MSG_NOSIGNAL)) } }
        if case .greets(let text) = behaviour { say(text) }
        if case .silent = behaviour { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        _ = recv(connection, &buffer, buffer.count, 0)
        switch behaviour {
        case .answers(let text):
            say(text)
            shutdown(connection, CInt(SHUT_WR))
        case .stalls(let text):
            say(text)
        case .closes:
            shutdown(connection, CInt(SHUT_RDWR))
        case .resets:
            RawPeer(socket: socket).reset()
        case .greets, .silent, .talks:
            break
        }
    }

    deinit {
        listener.end()
        connections.list.withLock { list in
            for connection in list.open.values { connection.end() }
            list.open = [:]
        }
    }
}
