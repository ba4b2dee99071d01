import CAvahi
import EventLoopKit
import Glibc

/// The socket of the system bus, and inotify(7) to notice when it appears.
final class BusSocket {
    /// `nil` if the bus has an address of another kind.
    let path: String?
    private let loop: EventLoop
    private let onAppearance: () -> Void
    private var fd: CInt = -1
    private var watch: Watch?

    /// What libdbus takes where the environment names no other (`DBUS_SYSTEM_BUS_ADDRESS`).
    private static let standardPath = "/run/dbus/system_bus_socket"

    init(_ loop: EventLoop, onAppearance: @escaping () -> Void) {
        self.loop = loop
        self.onAppearance = onAppearance
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        path = address.isEmpty ? Self.standardPath : Self.path(in: address)
    }

    /// `unix:path=/run/dbus/system_bus_socket,guid=…;…`, bytes escaped as %2f (D-Bus specification, Server Addresses).
    static func path(in address: String) -> String? {
        for server in address.split(separator: ";") where server.hasPrefix("unix:") {
            for pair in server.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
                return unescaped(pair.dropFirst("path=".count))
            }
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let character = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexDigitValue)
            if character == "%", digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes += String(character).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether there is a file at its path, be it one that nobody serves any more.
    var isThere: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// What is missing, and what to do.
    func complaint(_ error: String) -> String {
        guard let path else { return "the system bus does not answer (\(error))" }
        return isThere
            ? "the system bus \(path) does not answer (\(error)); restart it with: systemctl restart dbus"
            : "the system bus \(path) is not there; start it with: systemctl start dbus"
    }

    /// Watches the directory that it will appear in, or the nearest one above that is there.
    ///
    /// Where the machine has no inotify instance left, the caller's retries have to do.
    func watchForIt() {
        stopWatching()
        guard let path else { return }
        fd = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard fd >= 0 else { return }
        var parts = path.split(separator: "/").dropLast()
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        while inotify_add_watch(fd, "/" + parts.joined(separator: "/"), mask) < 0, !parts.isEmpty { parts.removeLast() }
        let this = OnLoop(self, loop)
        watch = try? loop.watch(fd, for: .readable) { _ in this.value.inspect() }
    }

    func stopWatching() {
        watch?.cancel()
        watch = nil
        if fd >= 0 { close(fd) }
        fd = -1
    }

    private func inspect() {
        guard watch != nil else { return }
        // Anew, since the directory that matters may be another one by now; and then looked at, lest it came meanwhile.
        watchForIt()
        if isThere { onAppearance() }
    }
}
