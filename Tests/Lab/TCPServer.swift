import EventLoopKit
import Glibc

/// A TCP server on a host that treats all connections in the same way. It ends with the host at the latest.
///
/// `@unchecked Sendable`: after the start, its variables are only accessed on the thread of its loop.
public final class TCPServer: LabServer, @unchecked Sendable {
    /// The treatment of a connection.
    public enum Behaviour: Sendable {
        /// Accepts the connection and never sends anything.
        case silent
        /// Accepts the connection and closes it at once.
        case closes
        /// Accepts the connection and resets it when the first bytes arrive.
        case resets
        /// Sends a text when connected, and then nothing.
        case says(String)
        /// Waits for the first bytes, responds with a text, and closes.
        case answers(String)
    }

    /// The port that it listens on.
    public let port: UInt16
    private let behaviour: Behaviour
    private let listener: CInt
    private let loop: EventLoop
    private var watches: [CInt: Watch] = [:]
    private static let maxConnections = 1_000

    init(on host: Host, address: String, port: UInt16, behaviour: Behaviour) throws {
        let loop = try LabLoop.shared.get()
        let (fd, port) = try boundSocket(on: host, type: SOCK_STREAM, address: address, port: port)
        guard listen(fd, 128) == 0 else {
            let code = errno
            close(fd)
            throw LabError.system("listen", code: code)
        }
        (self.port, self.behaviour, self.listener, self.loop) = (port, behaviour, fd, loop)
        watch(fd) { $0.accept() }
    }

    /// Closes the server and its connections.
    public func stop() {
        loop.execute { [self] in
            for fd in Array(watches.keys) { end(fd) }
        }
    }

    private func watch(_ fd: CInt, _ handler: @escaping @Sendable (TCPServer) -> Void) {
        loop.execute { [self] in
            do {
                watches[fd] = try loop.watch(fd, for: .readable) { _ in handler(self) }
            } catch {
                close(fd)
            }
        }
    }

    private func end(_ fd: CInt) {
        guard let watch = watches.removeValue(forKey: fd) else { return }
        watch.cancel()
        close(fd)
    }

    private func accept() {
        let fd = Glibc.accept(listener, nil, nil)
        guard fd >= 0 else { return }
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
        guard watches.count < Self.maxConnections else {
            close(fd)
            return
        }
        switch behaviour {
        case .closes:
            // The connection is half-closed first, since data for a closed socket would cause a reset.
            shutdown(fd, CInt(SHUT_WR))
            watch(fd) { $0.discard(fd) }
        case .resets:
            watch(fd) { server in
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
                server.end(fd)
            }
        case .says(let text):
            Self.send(text, to: fd)
            watch(fd) { $0.discard(fd) }
        case .silent: watch(fd) { $0.discard(fd) }
        case .answers(let text):
            watch(fd) { server in
                Self.send(text, to: fd)
                server.end(fd)
            }
        }
    }

    /// Reads and discards data, and closes when the peer does.
    private func discard(_ fd: CInt) {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
            let count = read(fd, buffer.baseAddress, buffer.count)
            if count == 0 || (count < 0 && errno != EAGAIN) { end(fd) }
        }
    }

    private static func send(_ text: String, to fd: CInt) {
        // Received data must be read before closing; otherwise, the kernel sends a reset.
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            while read(fd, buffer.baseAddress, buffer.count) > 0 {}
        }
        var text = text
        text.withUTF8 { _ = Glibc.send(fd, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }
}

extension Host {
    /// Starts a TCP server, which accepts connections at once.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free one, which is then ``TCPServer/port``.
    ///   - address: The address; `::` for all addresses of both families.
    @discardableResult
    public func startTCPServer(
        _ behaviour: TCPServer.Behaviour, port: UInt16 = 0, address: String = "::"
    ) throws -> TCPServer {
        let server = try TCPServer(on: self, address: address, port: port, behaviour: behaviour)
        own(server)
        return server
    }
}
