import CAvahi
import EventLoopKit
import Glibc

/// The socket of the system bus, with inotify(7) to notice when it appears.
final class BusSocket {
    /// The path; `nil` if the bus has another kind of address.
    let path: String?
    private let loop: EventLoop
    private let onAppearance: () -> Void
    private var fd: CInt = -1
    private var watch: Watch?

    /// The default of libdbus, if the environment has no other address (`DBUS_SYSTEM_BUS_ADDRESS`).
    private static let standardPath = "/run/dbus/system_bus_socket"

    init(_ loop: EventLoop, onAppearance: @escaping () -> Void) {
        self.loop = loop
        self.onAppearance = onAppearance
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        path = address.isEmpty ? Self.standardPath : Self.path(in: address)
    }

    /// The path in an address such as `unix:path=/run/dbus/system_bus_socket,guid=…;…`, with bytes escaped as %2f (D-Bus
    /// specification, Server Addresses).
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

    /// Whether there is a file at its path, even if no program serves it any more.
    var isThere: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// A text about what is missing, and what to do.
    func problemText(_ error: String) -> String {
        guard let path else { return "the system bus does not answer (\(error))" }
        return isThere
            ? "the system bus \(path) does not answer (\(error)); restart it with: \(ServiceCommand.restart("dbus"))"
            : "the system bus \(path) is not there; start it with: \(ServiceCommand.start("dbus"))"
    }

    /// Watches the directory in which it will appear, or the nearest existing parent.
    ///
    /// If no inotify instance is available, the caller's retries must suffice.
    func watchDirectory() {
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
        // Again, since another directory may matter by now. Then it is checked, in case it appeared meanwhile.
        watchDirectory()
        if isThere { onAppearance() }
    }
}
