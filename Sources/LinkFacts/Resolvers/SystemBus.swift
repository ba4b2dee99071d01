import CNetlink
import EventLoopKit
import Glibc

/// A connection to the system bus for a single query.
///
/// It belongs to the task that uses it: not `Sendable`.
final class SystemBus {
    private let fd: CInt
    private let loop: EventLoop
    private let deadline: ContinuousClock.Instant
    private var received: [UInt8] = []

    /// The path of the bus's socket, or that in `DBUS_SYSTEM_BUS_ADDRESS` if it has one.
    static var socketPath: String {
        let standard = "/run/dbus/system_bus_socket"
        guard let value = getenv("DBUS_SYSTEM_BUS_ADDRESS") else { return standard }
        let address = String(cString: value)
        guard address.hasPrefix("unix:path=") else { return standard }
        return String(address.dropFirst("unix:path=".count).prefix { $0 != "," && $0 != ";" })
    }

    /// Authenticates, and registers the connection. Further calls can follow in the same write, as sd-bus does it.
    static var greeting: [UInt8] {
        // The user ID in digits, each as two hexadecimal digits: 3x.
        let user = String(getuid()).map { "3\($0)" }.joined()
        return Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
            + DBusMessage.call(
                serial: 1, destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "Hello")
    }

    init(path: String, loop: EventLoop, deadline: ContinuousClock.Instant) throws(DBusError) {
        self.loop = loop
        self.deadline = deadline
        guard let connected = UnixStream.connected(to: path) else { throw .unavailable }
        fd = connected
    }

    deinit { close(fd) }

    /// Authenticates, and calls a method; all in one write.
    func call(
        destination: String, path: String, interface: String, member: String, arguments: [String]
    ) async throws -> DBusReader {
        let bytes =
            Self.greeting
            + DBusMessage.call(
                serial: 2, destination: destination, path: path, interface: interface, member: member,
                arguments: arguments)
        // Some hundred bytes always fit into the buffer of a new socket.
        guard send(fd, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
            throw DBusError.unavailable
        }
        try await skipAuthentication()
        while true {
            let message = try await nextMessage()
            guard message.replySerial == 2 else { continue }
            guard message.kind == DBusMessage.Kind.reply.rawValue else { throw DBusError.refused }
            return message.body
        }
    }

    /// Skips the response `OK guid`.
    private func skipAuthentication() async throws {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                guard received.starts(with: Array("OK ".utf8)) else { throw DBusError.refused }
                received.removeFirst(end + 1)
                return
            }
            guard received.count < 1_024 else { throw DBusError.malformed }
            try await receive()
        }
    }

    private func nextMessage() async throws -> DBusMessage {
        while true {
            if let length = try DBusMessage.length(received[...]), received.count >= length {
                let message = try DBusMessage(ArraySlice(Array(received.prefix(length))))
                received.removeFirst(length)
                return message
            }
            try await receive()
        }
    }

    private func receive() async throws {
        // Signals of other programs make the socket readable after the deadline as well.
        guard ContinuousClock.now < deadline, try await !loop.ready(fd, for: .readable, until: deadline).isEmpty else {
            throw DBusError.unavailable
        }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(fd, &buffer, buffer.count, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            throw DBusError.unavailable
        }
        received += buffer.prefix(count)
    }
}
