import Foundation
import Glibc
import NetworkModel
import Synchronization
import SystemAddresses

/// A loopback server on TCP or a Unix socket that responds to every connection in the same way, byte for byte.
final class RawServer: Sendable {
    enum Behaviour: Sendable {
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
    let address: SocketAddress
    private let listener: OwnedSocket
    private let connections = Connections()
    /// The number of accepted connections.
    var accepted: Int { connections.list.withLock { $0.accepted } }

    /// Returns when the first connection was accepted. The kernel completes the handshake before that.
    func waitForConnection() async { await connections.first.wait() }

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

    convenience init(_ behaviour: Behaviour, on text: String = "127.0.0.1") throws {
        let ip = IPAddress(text)!
        let listener = socket(ip.family.rawFamily, CInt(SOCK_STREAM.rawValue), 0)
        var on: CInt = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        let bound = SocketAddress(ip, port: 0).withSockaddr { bind(listener, $0, $1) }
        precondition(bound == 0 && listen(listener, 64) == 0, "cannot listen: \(errno)")
        self.init(behaviour, listener, boundAddress(listener))
    }

    /// Creates a server on a Unix socket.
    convenience init(_ behaviour: Behaviour, at path: String) {
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

/// The client, for a server that is programmed by a closure.
struct RawPeer: Sendable {
    fileprivate let socket: OwnedSocket

    /// Reads up to the end of a head, or of the connection.
    func head() -> String {
        var bytes: [UInt8] = []
        while let more = read(1) {
            bytes += more
            if bytes.suffix(4) == Array("\r\n\r\n".utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the next line without its end; `nil` if the client closes before.
    func line() -> String? {
        var bytes: [UInt8] = []
        while bytes.last != 0x0a {
            guard let more = read(1) else { return nil }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
    }

    /// - Returns: `nil` if the client has closed.
    func read(_ most: Int = 65_536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: most)
        let count = recv(socket.descriptor, &buffer, most, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// - Returns: Whether the client is still connected.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func say(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends the same text until the client closes.
    func sayForever(_ text: String) {
        let bytes = Array(String(repeating: text, count: max(1, 16_384 / max(text.utf8.count, 1))).utf8)
        while send(bytes) {}
    }

    /// Resets the connection.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        var nothing = sockaddr()
        nothing.sa_family = sa_family_t(AF_UNSPEC)
        // Dissolving the association sends a reset, and leaves the descriptor to its owners.
        connect(socket.descriptor, &nothing, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Waits until the client closes.
    func waitForEnd() { while read() != nil {} }
}

/// A loopback port without a listener. It is reserved, so that no other program listens there.
final class ClosedPort: Sendable {
    let address: SocketAddress
    private let descriptor: CInt

    init(_ text: String = "127.0.0.1") {
        let ip = IPAddress(text)!
        let descriptor = socket(ip.family.rawFamily, CInt(SOCK_STREAM.rawValue), 0)
        let bound = SocketAddress(ip, port: 0).withSockaddr { bind(descriptor, $0, $1) }
        precondition(bound == 0, "cannot bind: \(errno)")
        self.descriptor = descriptor
        address = boundAddress(descriptor)
    }

    deinit { close(descriptor) }
}

/// The local address of a socket.
func boundAddress(_ descriptor: CInt) -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            getsockname(descriptor, $0, &length)
            return SocketAddress($0)!
        }
    }
}
