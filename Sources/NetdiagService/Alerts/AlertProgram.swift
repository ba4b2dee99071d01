import Dispatch
import EventLoopKit
import Glibc
import NetworkModel
import Synchronization

/// Runs a program that receives a message. It has its own process group, which is killed at the time limit.
struct AlertProgram: Sendable {
    /// The number of bytes that are kept of standard error, from its end.
    private static let maxWords = 1_024
    /// The capacity of a pipe (pipe(7)), so that writing the input never blocks.
    static let maxInput = 65_536

    /// A program that starts between pipe(2) and fcntl(2) would keep the pipes of another one open.
    private static let starting = Mutex(())

    private static let watching = Mutex(ProcessWatchSupport())

    let loop: EventLoop

    /// Whether this machine lets processes be watched (pidfd_open(2)). Without this, a program would be killed halfway, and
    /// run again.
    struct ProcessWatchSupport: Sendable {
        private var works = false

        /// Tests this until it has worked once, since it can also fail for lack of a descriptor.
        ///
        /// - Returns: The reason why processes cannot be watched; `nil` if they can.
        mutating func reason(_ test: () throws -> Void = { _ = try ProcessDescriptor(of: getpid()) }) -> String? {
            guard !works else { return nil }
            do { try test() } catch { return "\(error)" }
            works = true
            return nil
        }
    }

    /// - Parameters:
    ///   - command: The path of the program, and its arguments.
    ///   - input: The standard input; at most ``maxInput`` bytes.
    ///   - environment: Variables in addition to the few that are always set.
    /// - Throws: `CancellationError`, after the program was killed.
    func run(
        _ command: [String], input: [UInt8], environment: [String: String], within limit: Duration
    ) async throws -> AlertOutcome {
        if let reason = Self.watching.withLock({ $0.reason() }) { return .failed("cannot be watched: \(reason)") }
        let process: pid_t
        let output: CInt
        switch Self.starting.withLock({ _ in Self.start(command, input, environment) }) {
        case .failure(let failure): return .failed(failure.description)
        case .success(let started): (process, output) = started
        }
        defer { close(output) }
        let deadline = ContinuousClock.now + limit
        var words: [UInt8] = []
        do {
            let running = try ProcessDescriptor(of: process)
            var isSilent = false
            while ContinuousClock.now < deadline {
                let hasEnded = try await wait(for: running, orFor: isSilent ? nil : output, until: deadline)
                isSilent = Self.drain(output, into: &words) || isSilent
                guard hasEnded else { continue }
                let status = Self.reap(process)
                _ = Self.drain(output, into: &words)
                return Self.outcome(status, words)
            }
        } catch {
            Self.end(process)
            guard let error = error as? EventLoopError else { throw error }
            return .failed("cannot be watched: \(error)")
        }
        Self.end(process)
        return .failed("has not ended within \(limit.settingText), and was killed\(Self.outputText(words))")
    }

    /// Waits until the program has ended, its output can be read, or the deadline is reached. Processes that the program
    /// leaves behind may keep its output open.
    ///
    /// - Returns: Whether the program has ended.
    private func wait(
        for process: ProcessDescriptor, orFor output: CInt?, until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        guard let output else { return try await process.hasEnded(until: deadline, on: loop) }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { try await process.hasEnded(until: deadline, on: loop) }
            group.addTask {
                _ = try await loop.ready(output, for: .readable, until: deadline)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Reaps an ended program, and kills processes that it has left behind. Until then, its PID and its group belong to no
    /// other process.
    private static func reap(_ process: pid_t) -> CInt {
        kill(-process, SIGKILL)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func outcome(_ status: CInt, _ words: [UInt8]) -> AlertOutcome {
        let signal = status & 0x7f
        if signal != 0 { return .failed("was ended by signal \(signal)\(outputText(words))") }
        let code = (status >> 8) & 0xff
        return code == 0 ? .delivered("ended with status 0") : .failed("ended with status \(code)\(outputText(words))")
    }

    private static func outputText(_ words: [UInt8]) -> String {
        let text = String(decoding: words, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).last(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            return ""
        }
        return ": \(SafeText.escaped(SafeText.cut(line, to: 200)))"
    }

    /// - Returns: Whether the end of the output is reached.
    private static func drain(_ descriptor: CInt, into words: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // The limit for a program that writes continuously; the rest is read later.
        for _ in 0..<64 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno != EAGAIN }
            guard count > 0 else { return true }
            words = (words + buffer[..<count]).suffix(maxWords)
        }
        return false
    }

    /// Kills the process group, and waits for its end elsewhere, since a process that waits for a disk does not end
    /// immediately.
    private static func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        DispatchQueue.global().async {
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func start(
        _ command: [String], _ input: [UInt8], _ environment: [String: String]
    ) -> Result<(pid_t, CInt), Failure> {
        guard input.count <= maxInput else { return .failure(Failure(description: "the message is too long for it")) }
        guard let given = openPipe() else { return .failure(Failure(description: "cannot create a pipe: \(reason())")) }
        defer { for end in given { close(end) } }
        _ = fcntl(given[1], F_SETFL, O_NONBLOCK)
        // Both ends are open here, and the pipe has room, so that this neither blocks nor raises SIGPIPE.
        guard write(given[1], input, input.count) == input.count else {
            return .failure(Failure(description: "the message cannot be written to a pipe: \(reason())"))
        }
        guard let heard = openPipe() else { return .failure(Failure(description: "cannot create a pipe: \(reason())")) }
        defer { close(heard[1]) }
        _ = fcntl(heard[0], F_SETFL, O_NONBLOCK)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, given[0], STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, heard[1], STDERR_FILENO)
        InheritedDescriptors.closeAll(in: &actions)
        // The program must not inherit ignored or blocked signals.
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = self.environment(environment).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, command[0], &actions, &attributes, &words, &variables)
        guard code == 0 else {
            close(heard[0])
            let program = SafeText.escapedPath(command[0])
            return .failure(Failure(description: "\(program) cannot be run: \(String(cString: strerror(code)))"))
        }
        return .success((process, heard[0]))
    }

    private static func openPipe() -> [CInt]? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// The variables of the program; the daemon's own environment may contain secrets.
    private static func environment(_ added: [String: String]) -> [String] {
        let kept = ["HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        return ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + kept
            + added.map { "\($0.key)=\($0.value)" }
    }
}
