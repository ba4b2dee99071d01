// For the importer, its headers define the types of the socket calls.
import CAres
import Dispatch
import EventLoopKit
import Glibc
import NetworkModel

/// Calls getaddrinfo(3) in a process of its own, by getent(1), for the result that a newly started program gets.
///
/// A long-lived process keeps the modules of nsswitch.conf(5) that it has loaded or failed to load, and gai.conf(5) in the
/// state of its start. A call that hangs cannot be cancelled, while a process can be killed.
struct SystemProcess: Sendable {
    enum Outcome: Sendable {
        case answered([IPAddress])
        /// There is no address.
        case unanswered
        /// It did not respond in time, and was killed.
        case silent
        /// It cannot be started.
        case unavailable
    }

    /// The maximum number of concurrent processes; others wait for their turn.
    static let maxConcurrency = 4
    /// The maximum number of bytes of its output: some hundred addresses.
    private static let maxOutputBytes = 65_536

    private let loop: EventLoop
    private let limiter = Limiter(SystemProcess.maxConcurrency)

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// The addresses of a name.
    ///
    /// - Parameter name: A name, absolute with a final dot; otherwise the search list applies.
    /// - Throws: `CancellationError`, after the process was killed.
    func addresses(of name: String, until deadline: ContinuousClock.Instant) async throws -> Outcome {
        try await limiter.withPermit {
            // The option, available since glibc 2.24, keeps addresses of families that this machine lacks.
            try await run(["getent", "-A", "--", "ahosts", name], until: deadline)
        }
    }

    private func run(_ arguments: [String], until deadline: ContinuousClock.Instant) async throws -> Outcome {
        guard ContinuousClock.now < deadline else { return .silent }
        guard let (process, output) = Self.spawn(arguments) else { return .unavailable }
        defer { close(output) }
        var bytes: [UInt8] = []
        var isAtEnd = false
        do {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while bytes.count < Self.maxOutputBytes {
                let ready = try await loop.ready(output, for: .readable, until: deadline)
                guard !ready.isEmpty else { break }
                let count = read(output, &buffer, buffer.count)
                if count < 0, errno == EAGAIN || errno == EINTR { continue }
                isAtEnd = count <= 0
                guard count > 0 else { break }
                bytes += buffer.prefix(count)
            }
            if isAtEnd, let status = try await exitStatus(of: process, until: deadline) {
                return Self.outcome(status, bytes)
            }
        } catch {
            Self.end(process)
            throw error
        }
        Self.end(process)
        return .silent
    }

    /// The exit status of the process, and -1 if a signal terminated it; `nil` if it did not end in time.
    private func exitStatus(of process: pid_t, until deadline: ContinuousClock.Instant) async throws -> Int? {
        // Its output ends with the process, so that this takes microseconds.
        while true {
            var status: CInt = 0
            let result = waitpid(process, &status, WNOHANG)
            if result == process { return status & 0x7f == 0 ? Int((status >> 8) & 0xff) : -1 }
            if result < 0, errno != EINTR { return -1 }
            guard ContinuousClock.now < deadline else { return nil }
            try await loop.sleep(until: min(deadline, .now + .milliseconds(2)))
        }
    }

    /// Kills the process, and waits for its end elsewhere: a process that waits for a disk does not end at once.
    private static func end(_ process: pid_t) {
        kill(process, SIGKILL)
        DispatchQueue.global().async {
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    private static func outcome(_ status: Int, _ output: [UInt8]) -> Outcome {
        switch status {
        case 0:
            var addresses: [IPAddress] = []
            for line in output.split(separator: UInt8(ascii: "\n")) where addresses.count < SystemResolver.maxEntries {
                // Each address appears once for each type of socket.
                let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                guard words.count > 1, words[1].elementsEqual("STREAM".utf8),
                    let address = IPAddress(String(decoding: words[0], as: UTF8.self))
                else { continue }
                addresses.append(address)
            }
            return addresses.isEmpty ? .unanswered : .answered(addresses)
        // getent(1): "One or more supplied keys could not be found in the database".
        case 2: return .unanswered
        default: return .unavailable
        }
    }

    private static func spawn(_ arguments: [String]) -> (process: pid_t, output: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        InheritedDescriptors.closeAll(in: &actions)
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ) == 0 else {
            close(ends[0])
            return nil
        }
        return (process, ends[0])
    }
}
