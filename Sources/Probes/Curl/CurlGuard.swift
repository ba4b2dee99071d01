import CSockets
import Glibc
import Synchronization

/// Ends connections on which a call of libcurl would never return.
///
/// As long as the peer sends HTTP/2 frames that contribute nothing to the request, libcurl 7.88 continues to read
/// within one call: it invokes no callback, checks no time limit, and blocks all other checks. If the loop's thread has
/// used half a second of CPU time in one call, the connection that it reads from is shut down, so that libcurl finds
/// its end.
final class CurlGuard: Sendable {
    /// The time between two inspections, while there are connections.
    private static let pause = Duration.milliseconds(250)
    /// The limit for the thread's CPU time in nanoseconds, which does not depend on the load of the machine.
    private static let maxWork: Int64 = 500_000_000

    /// A monitored connection. The descriptor may have been reused for another file since.
    final class Connection: Sendable {
        fileprivate let descriptor: CInt
        fileprivate let inode: ino_t
        private let cut = Atomic(false)
        /// Whether the connection was shut down.
        var isCut: Bool { cut.load(ordering: .relaxed) }

        fileprivate init(_ descriptor: CInt, _ inode: ino_t) {
            (self.descriptor, self.inode) = (descriptor, inode)
        }

        fileprivate var bytesRead: Int? {
            Self.inode(of: descriptor) == inode ? ReceivedByteCounter.of(descriptor) : nil
        }

        fileprivate func shutDown() {
            guard Self.inode(of: descriptor) == inode else { return }
            cut.store(true, ordering: .relaxed)
            shutdown(descriptor, CInt(NETDIAG_END_BOTH))
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
        /// The clock of the CPU time of the loop's thread.
        var clock: clockid_t?
    }

    /// The state of a call in progress.
    private struct CallState {
        var turn: UInt64
        var worked: Int64
        var read: [ObjectIdentifier: Int]
    }

    /// Incremented at the start and the end of each call, and by two in each callback; odd during a call.
    private let turn = Atomic<UInt64>(0)
    private let state = Mutex(State())

    deinit { state.withLock { $0.watch?.cancel() } }

    /// Marks the start of a call of libcurl.
    func enter() { turn.wrappingAdd(1, ordering: .relaxed) }

    /// Marks the end of a call of libcurl.
    func leave() { turn.wrappingAdd(1, ordering: .relaxed) }

    /// Marks a callback of libcurl, which shows that the call makes progress.
    func progress() { turn.wrappingAdd(2, ordering: .relaxed) }

    /// Monitors a connection. It must be called on the thread that runs libcurl.
    ///
    /// - Returns: `nil` if the descriptor is not a socket.
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
                var sight: CallState?
                while (try? await Task.sleep(for: Self.pause)) != nil, let self { sight = inspect(sight) }
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

    /// - Returns: The state to compare with at the next inspection; `nil` if no call is in progress.
    private func inspect(_ last: CallState?) -> CallState? {
        let now = turn.load(ordering: .relaxed)
        let (connections, clock) = state.withLock { ($0.connections, $0.clock) }
        var time = timespec()
        guard !now.isMultiple(of: 2), let clock, clock_gettime(clock, &time) == 0 else { return nil }
        let worked = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        let read = connections.compactMapValues(\.bytesRead)
        guard let last, last.turn == now else { return CallState(turn: now, worked: worked, read: read) }
        guard worked - last.worked >= Self.maxWork else { return last }
        for (id, connection) in connections where (read[id] ?? 0) > (last.read[id] ?? .max) { connection.shutDown() }
        return last
    }
}
