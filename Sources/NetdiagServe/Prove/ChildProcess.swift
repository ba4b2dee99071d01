import EventLoopKit
import Glibc
import NIOPosix
import NetworkFaults
import NetworkModel
import Synchronization

/// The result of a program that was run to its end.
struct ChildProcess {
    /// The maximum number of output bytes that are kept.
    private static let maxOutput = 4 << 20

    /// The exit status, or 128 plus the signal that terminated it.
    let status: CInt
    /// The bytes of standard output.
    let output: [UInt8]
    let hasTimedOut: Bool

    /// The threads that wait for programs, one each: as many as there are healthy servers to compare with, and more than the
    /// number of concurrent faults.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 5)
        pool.start()
        return pool
    }()

    /// Runs a program without standard input. It is killed with its process group after the time limit, and when the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - environment: Variables that are added to this process's environment.
    ///   - hidden: Variables of this process's environment that are omitted.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], hiding hidden: Set<String> = [],
        limit: Duration
    ) async throws -> ChildProcess {
        let running = RunningChild()
        let result = try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withThrowingTaskGroup(of: ChildProcess?.self) { group in
                group.addTask {
                    try await threads.runIfActive {
                        try runHere(running, program, arguments, environment, hidden, limit)
                    }
                }
                group.addTask {
                    try await Task.sleep(for: limit)
                    running.kill(inTime: false)
                    return nil
                }
                while let result = try await group.next() {
                    guard let result else { continue }
                    group.cancelAll()
                    return result
                }
                throw CancellationError()
            }
        } onCancel: {
            running.kill(inTime: true)
        }
        try Task.checkCancellation()
        return result
    }

    private static func runHere(
        _ running: RunningChild, _ program: String, _ arguments: [String], _ environment: [String: String],
        _ hidden: Set<String>, _ limit: Duration
    ) throws -> ChildProcess {
        let (process, descriptor) = try spawning.withLock { _ in
            try start(program, arguments, environment, hidden)
        }
        defer { close(descriptor) }
        running.begin(process)
        // A process that has left the group may keep the pipe open, and is not waited for.
        let output = read(descriptor, ContinuousClock.now + limit)
        let (status, hasTimedOut) = running.end(process)
        // WIFEXITED and WEXITSTATUS are macros, which Swift does not import.
        let isExit = status & 0x7f == 0
        return ChildProcess(
            status: isExit ? (status >> 8) & 0xff : 128 + (status & 0x7f), output: output, hasTimedOut: hasTimedOut)
    }

    /// Serialises the start of programs: pipe2(2) of glibc is not available here, and a program that is started between pipe(2)
    /// and fcntl(2) would keep the other's pipe open.
    private static let spawning = Mutex(())

    /// - Returns: The process, and the descriptor to read its standard output from.
    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ hidden: Set<String>
    ) throws -> (pid_t, CInt) {
        var pipes: [CInt] = [0, 0]
        guard pipe(&pipes) == 0 else {
            throw FaultError.system("cannot create a pipe: \(String(cString: strerror(errno)))")
        }
        for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        InheritedDescriptors.closeAll(in: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = variables(environment, hidden).map { strdup($0) } + [nil]
        defer {
            for word in words + variables { free(word) }
        }
        var process: pid_t = 0
        let result = posix_spawnp(&process, program, &actions, &attributes, &words, &variables)
        close(pipes[1])
        guard result == 0 else {
            close(pipes[0])
            throw FaultError.usage("\(SafeText.shown(program)) cannot be started: \(String(cString: strerror(result)))")
        }
        return (process, pipes[0])
    }

    private static func variables(_ added: [String: String], _ hidden: Set<String>) -> [String] {
        var result: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            // By scalars: a value may begin with a combining one.
            if let name = text.unicodeScalars.split(separator: "=", maxSplits: 1).first.map({ String($0) }),
                added[name] == nil, !hidden.contains(name)
            {
                result.append(text)
            }
            next += 1
        }
        return result + added.map { "\($0.key)=\($0.value)" }
    }

    /// Reads until the end of the stream or the deadline.
    private static func read(_ descriptor: CInt, _ deadline: ContinuousClock.Instant) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return output }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, CInt(min(left.components.seconds * 1_000 + 100, 1_000)))
            guard ready > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            if output.count < maxOutput { output += buffer[..<count] }
        }
    }
}
