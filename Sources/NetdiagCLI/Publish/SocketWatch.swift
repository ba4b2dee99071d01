import Glibc
import Translations

/// Waits until a daemon listens at its socket again: inotify(7) reports when the socket or a directory above it is created.
final class SocketWatch: DescriptorTask {
    /// The retry interval. The socket exists a moment before the daemon listens, which causes no event.
    private static let again = Duration.seconds(2)
    /// The retry interval without a time limit.
    private static let seldom = Duration.seconds(30)

    let descriptor: CInt
    private(set) var interest: Int16? = Int16(POLLIN)
    private(set) var deadline: ContinuousClock.Instant?
    /// The connection, once there is one.
    private(set) var socket: UnixSocket?
    private let path: String
    private let earliest: ContinuousClock.Instant
    private let limit: ContinuousClock.Instant?

    /// - Parameters:
    ///   - earliest: The earliest time to connect.
    ///   - limit: The time to give up; `nil` for never.
    init(path: String, notBefore earliest: ContinuousClock.Instant, until limit: ContinuousClock.Instant?) {
        self.path = path
        self.earliest = earliest
        self.limit = limit
        descriptor = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func begin() throws(Failure) {
        guard descriptor >= 0 else {
            throw .failed(ToolPhrase.foldersNotWatched.text(["error": FactWords.local(ErrorNumber.text())]))
        }
        try checkSocket()
    }

    func proceed() throws(Failure) {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        try checkSocket()
    }

    func expire() throws(Failure) {
        try checkSocket()
    }

    private func checkSocket() throws(Failure) {
        // Watches are added from the top, so that no new directory between two of them is missed.
        var folder = path.hasPrefix("/") ? "/" : "."
        add(folder)
        for name in path.split(separator: "/").dropLast() {
            folder += "/\(name)"
            add(folder)
        }
        let now = ContinuousClock.now
        guard now >= earliest else { return deadline = earliest }
        do {
            socket = try UnixSocket(path: path)
            interest = nil
        } catch {
            if let limit, now >= limit { return interest = nil }
            deadline = limit.map { min(now + Self.again, $0) } ?? now + Self.seldom
        }
    }

    private func add(_ folder: String) {
        let events = IN_CREATE | IN_MOVED_TO | IN_ATTRIB
        inotify_add_watch(descriptor, folder, UInt32(events))
    }
}
