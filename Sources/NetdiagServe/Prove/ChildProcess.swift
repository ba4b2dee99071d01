import Glibc
import NIOPosix
import NetworkFaults
import NetworkModel
import Synchronization

/// A program that is run to its end.
struct ChildProcess {
    /// Bytes of its output that are kept.
    private static let maxOutput = 4 << 20

    /// The exit status, or 128 and the signal that ended it.
    let status: CInt
    /// Of standard output.
    let output: [UInt8]
    let hasTimedOut: Bool

    /// Each waits for one program.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 4)
        pool.start()
        return pool
    }()

    /// Runs a program with nothing on its standard input. It is killed, with its process group, after the limit.
    ///
    /// - Parameter environment: Added to this process's own.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], limit: Duration
    ) async throws -> ChildProcess {
        try await threads.runIfActive {
            try runHere(program, arguments, environment, limit)
        }
    }

    private static func runHere(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ limit: Duration
    ) throws -> ChildProcess {
        let (process, descriptor) = try spawning.withLock { _ in try start(program, arguments, environment) }
        defer { close(descriptor) }
        let (output, hasTimedOut) = read(descriptor, ContinuousClock.now + limit)
        if hasTimedOut { kill(-process, SIGKILL) }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and WEXITSTATUS are macros.
        let isExit = status & 0x7f == 0
        return ChildProcess(
            status: isExit ? (status >> 8) & 0xff : 128 + (status & 0x7f), output: output, hasTimedOut: hasTimedOut)
    }

    /// One at a time: glibc's pipe2(2) is not to be had here, and a program that is started between pipe(2) and fcntl(2) would
    /// hold the other's pipe open.
    private static let spawning = Mutex(())

    /// - Returns: The process, and what its standard output is read from.
    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> (pid_t, CInt) {
        var pipes: [CInt] = [0, 0]
        guard pipe(&pipes) == 0 else {
            throw FaultError.system("no pipe can be had: \(String(cString: strerror(errno)))")
        }
        for descriptor in pipes { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = variables(environment).map { strdup($0) } + [nil]
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

    private static func variables(_ added: [String: String]) -> [String] {
        var result: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let name = text.split(separator: "=", maxSplits: 1).first, added[String(name)] == nil {
                result.append(text)
            }
            next += 1
        }
        return result + added.map { "\($0.key)=\($0.value)" }
    }

    /// Until the other side has closed it, or the time is over.
    private static func read(_ descriptor: CInt, _ deadline: ContinuousClock.Instant) -> ([UInt8], Bool) {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return (output, true) }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, CInt(min(left.components.seconds * 1_000 + 100, 1_000)))
            guard ready > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (output, false) }
            if output.count < maxOutput { output += buffer[..<count] }
        }
    }
}
