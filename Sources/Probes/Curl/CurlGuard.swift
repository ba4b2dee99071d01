import Glibc
import Synchronization

/// Ends connections with which libcurl would never come to an end.
///
/// As long as frames of HTTP/2 come that bring nothing for its request, libcurl 7.88 reads on within one call: it asks no callback and
/// looks at no time limit, and no other check has a turn. Where the loop's thread has worked for half a second in one call, the
/// connection that it reads from is shut down, and libcurl finds its end.
final class CurlGuard: Sendable {
    /// From one look to the next, while there are connections.
    private static let pause = Duration.milliseconds(250)
    /// Nanoseconds of the thread's own time, which others on a machine with too much to do cannot take from it.
    private static let maxWork: Int64 = 500_000_000

    /// A connection that is looked after. The number of its descriptor may be another's by now.
    final class Connection: Sendable {
        fileprivate let descriptor: CInt
        fileprivate let inode: ino_t
        private let cut = Atomic(false)
        /// Whether it was shut down.
        var isCut: Bool { cut.load(ordering: .relaxed) }

        fileprivate init(_ descriptor: CInt, _ inode: ino_t) {
            (self.descriptor, self.inode) = (descriptor, inode)
        }

        fileprivate var bytesRead: Int? { Self.inode(of: descriptor) == inode ? TakenBytes.of(descriptor) : nil }

        fileprivate func shutDown() {
            guard Self.inode(of: descriptor) == inode else { return }
            cut.store(true, ordering: .relaxed)
            shutdown(descriptor, CInt(SHUT_RDWR))
        }

        fileprivate static func inode(of descriptor: CInt) -> ino_t? {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            return status.st_ino
        }
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var watch: Task<Void, Never>?
        /// Of the time that the loop's thread has worked.
        var clock: clockid_t?
    }

    /// What was seen of a call that is under way.
    private struct Sight {
        var turn: UInt64
        var worked: Int64
        var read: [ObjectIdentifier: Int]
    }

    /// Goes on with each call's begin, end and callback; odd within a call.
    private let turn = Atomic<UInt64>(0)
    private let state = Mutex(State())

    deinit { state.withLock { $0.watch?.cancel() } }

    /// A call of libcurl's begins.
    func enter() { turn.wrappingAdd(1, ordering: .relaxed) }

    /// A call of libcurl's is over.
    func leave() { turn.wrappingAdd(1, ordering: .relaxed) }

    /// libcurl has called back: what it does has an end.
    func progress() { turn.wrappingAdd(2, ordering: .relaxed) }

    /// Looks after a connection; called on the thread that libcurl runs on.
    ///
    /// - Returns: `nil` of what is no socket.
    func add(_ descriptor: CInt) -> Connection? {
        guard let inode = Connection.inode(of: descriptor) else { return nil }
        let connection = Connection(descriptor, inode)
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            if state.clock == nil {
                var clock = clockid_t()
                if pthread_getcpuclockid(pthread_self(), &clock) == 0 { state.clock = clock }
            }
            guard state.watch == nil else { return }
            state.watch = Task.detached { [weak self] in
                var sight: Sight?
                while (try? await Task.sleep(for: Self.pause)) != nil, let self { sight = look(sight) }
            }
        }
        return connection
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            guard state.connections.isEmpty else { return }
            state.watch?.cancel()
            state.watch = nil
        }
    }

    /// - Returns: What is to be compared with the next time; `nil` where no call is under way.
    private func look(_ last: Sight?) -> Sight? {
        let now = turn.load(ordering: .relaxed)
        let (connections, clock) = state.withLock { ($0.connections, $0.clock) }
        var time = timespec()
        guard !now.isMultiple(of: 2), let clock, clock_gettime(clock, &time) == 0 else { return nil }
        let worked = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        let read = connections.compactMapValues(\.bytesRead)
        guard let last, last.turn == now else { return Sight(turn: now, worked: worked, read: read) }
        guard worked - last.worked >= Self.maxWork else { return last }
        for (id, connection) in connections where (read[id] ?? 0) > (last.read[id] ?? .max) { connection.shutDown() }
        return last
    }
}
