import Glibc
import NetworkModel

/// Notifies systemd, or another service manager, of the daemon's state (sd_notify(3)); does nothing if none listens.
struct ServiceManager: Sendable {
    private let path: String?

    /// - Parameter path: The value of `NOTIFY_SOCKET`: a path, or a name in the abstract namespace after `@`.
    init(path: String?) {
        self.path = path.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    static var fromEnvironment: ServiceManager {
        ServiceManager(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) })
    }

    func ready(_ status: String) { send("READY=1\nSTATUS=\(line(status))") }

    func status(_ status: String) { send("STATUS=\(line(status))") }

    /// Reports the start of a reload, which `Type=notify-reload` requires.
    func reloading() {
        // Read as two words, since the module of `timespec` depends on the other imports.
        let (seconds, nanoseconds) = withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { words in
            words.initialize(repeating: 0)
            guard let start = words.baseAddress else { return (0, 0) }
            clock_gettime(CLOCK_MONOTONIC, UnsafeMutableRawPointer(start).assumingMemoryBound(to: timespec.self))
            return (words[0], words[1])
        }
        let microseconds = UInt64(seconds) * 1_000_000 + UInt64(nanoseconds) / 1_000
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\nSTATUS=reloading")
    }

    func stopping() { send("STOPPING=1\nSTATUS=shutting down") }

    private func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func send(_ message: String) {
        guard let path else { return }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: bytes)
            // The abstract namespace is marked by a zero byte (unix(7)).
            if bytes.first == UInt8(ascii: "@") { room[0] = 0 }
        }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count)
        let text = Array(message.utf8)
        // A manager that does not read must not block the daemon.
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT), $0, length)
            }
        }
    }
}
