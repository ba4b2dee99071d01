import CNetlink
import EventLoopKit
import Glibc

/// A connection to the system bus over which systemd-resolved reports its start, its end, and changes of its servers
/// (org.freedesktop.resolve1(5)).
///
/// The messages are not parsed: whatever arrives is a reason to read the configuration. The replies to the subscription are one
/// too, since changes before them are not reported. Signals that another program sends to this connection cost readings, but
/// not more than one in ``MonitorSession/resolverPause``.
///
/// It belongs to the monitor: not `Sendable`.
final class ResolvedSignals {
    private let fd: CInt
    private var watch: Watch?
    private let begun = ContinuousClock.now

    private static let name = "org.freedesktop.resolve1"
    private static let rules = [
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'",
        "type='signal',sender='\(name)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'",
    ]

    /// Subscribes.
    ///
    /// - Parameters:
    ///   - path: The path of the bus's socket.
    ///   - handler: Called on the loop's thread whenever something has arrived, which ``readAll()`` must read.
    /// - Returns: `nil` without a bus.
    init?(bus path: String, on loop: EventLoop, _ handler: @escaping @Sendable () -> Void) {
        guard let connected = UnixStream.connected(to: path) else { return nil }
        fd = connected
        var bytes = SystemBus.greeting
        for (index, rule) in Self.rules.enumerated() {
            bytes += DBusMessage.call(
                serial: UInt32(index + 2), destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "AddMatch", arguments: [rule])
        }
        // Some hundred bytes always fit into the buffer of a new socket.
        guard send(fd, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { return nil }
        guard let watch = try? loop.watch(fd, for: .readable, { _ in handler() }) else { return nil }
        self.watch = watch
    }

    deinit {
        watch?.cancel()
        close(fd)
    }

    /// Whether the connection is so old that another one may follow its end at once. A bus that closes each connection is not
    /// connected to again and again.
    var isReplaceable: Bool { begun.duration(to: .now) > .seconds(1) }

    /// Reads what has arrived, at most 1 MiB.
    ///
    /// - Returns: Whether the bus has not closed the connection.
    func readAll() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        for _ in 0..<64 {
            let count = recv(fd, &buffer, buffer.count, 0)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        }
        return true
    }
}
