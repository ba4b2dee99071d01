import EventLoopKit
public import Foundation
import Glibc

/// A program that a test starts.
///
/// It is started with posix_spawn(3), and inherits only the standard streams, which are sockets. Foundation's `Process`
/// detects the end of a program by a socket that other programs, started at the same time, may inherit and keep open.
public final class TestProcess: Sendable {
    /// The exit status and the output of a program.
    public struct Result: Sendable {
        /// The exit code; -1 if a signal ended the program.
        public let exitStatus: Int32
        /// The standard output.
        public let output: Data
        /// The standard error.
        public let complaint: Data
    }

    /// The PID of the program.
    public let processIdentifier: pid_t
    /// The lines of the output, as they are printed.
    public let lines: AsyncStream<Data>
    private let input: CInt

    /// Starts a program whose lines are read as they are printed.
    ///
    /// - Parameters:
    ///   - arguments: The program, which is searched in `PATH`, and its arguments.
    ///   - descriptor: The descriptor whose lines are read. The other one is that of the tests.
    public init(_ arguments: [String], linesOf descriptor: CInt = 1) throws {
        let (standardInput, printed) = (try Channel(), try Channel())
        processIdentifier = try Self.spawn(
            arguments, nil, [(standardInput.theirs, STDIN_FILENO), (printed.theirs, descriptor)])
        standardInput.closeTheirs()
        printed.closeTheirs()
        input = standardInput.ours
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        lines = stream
        let descriptor = printed.ours
        // A separate thread is needed, since reading blocks. It ends with the program.
        Thread.detachNewThread {
            Self.read(lines: descriptor) { continuation.yield($0) }
            close(descriptor)
            continuation.finish()
        }
    }

    deinit {
        close(input)
        // The programs of tests have no data that must be saved.
        kill(processIdentifier, SIGKILL)
        waitpid(processIdentifier, nil, 0)
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: The exit code; -1 if a signal ended it.
    public func exitStatus() async throws -> Int32 {
        try await onOwnThread { [self] in
            var information = siginfo_t()
            // The process is not reaped here, so that its PID remains valid.
            while waitid(P_PID, id_t(processIdentifier), &information, CInt(WEXITED | WNOWAIT)) < 0, errno == EINTR {}
            return information.si_code == CInt(CLD_EXITED) ? information._sifields._sigchld.si_status : -1
        }
    }

    /// Writes to the standard input of the program.
    public func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.send(input, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { throw POSIXError(.EPIPE) }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - variables: The whole environment; `nil` for that of the tests.
    ///   - input: The standard input, which must fit into the buffer of a socket.
    public static func run(
        _ arguments: [String], environment variables: [String: String]? = nil, input: String = ""
    ) async throws -> Result {
        try await onOwnThread { try runBlocking(arguments, environment: variables, input: input) }
    }

    /// Runs a program to its end, and blocks the thread of the caller, where nothing can be awaited.
    ///
    /// - Parameters:
    ///   - variables: The whole environment; `nil` for that of the tests.
    ///   - input: The standard input, which must fit into the buffer of a socket.
    public static func runBlocking(
        _ arguments: [String], environment variables: [String: String]? = nil, input: String = ""
    ) throws -> Result {
        let channels = (try Channel(), try Channel(), try Channel())
        let process = try spawn(
            arguments, variables,
            [
                (channels.0.theirs, STDIN_FILENO), (channels.1.theirs, STDOUT_FILENO),
                (channels.2.theirs, STDERR_FILENO),
            ])
        channels.0.closeTheirs()
        channels.1.closeTheirs()
        channels.2.closeTheirs()
        // A program that does not read its input may have ended already.
        _ = Array(input.utf8).withUnsafeBytes { send(channels.0.ours, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        close(channels.0.ours)
        let (output, complaint) = read(channels.1.ours, channels.2.ours)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The macros WIFEXITED and WEXITSTATUS are not available in Swift.
        return Result(
            exitStatus: status & 0x7f == 0 ? (status >> 8) & 0xff : -1, output: output, complaint: complaint)
    }

    /// Both ends of a connection. They are not inherited by other programs.
    private struct Channel {
        let ours: CInt
        let theirs: CInt

        init() throws {
            var ends: [CInt] = [0, 0]
            // pipe2(2) is not available in Swift.
            let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
            (ours, theirs) = (ends[0], ends[1])
        }

        func closeTheirs() { close(theirs) }
    }

    private static func spawn(
        _ arguments: [String], _ variables: [String: String]?, _ descriptors: [(ours: CInt, theirs: CInt)]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        // Sockets of other tests would be kept in use, and take up the descriptors of a program that may have few.
        InheritedDescriptors.closeAll(in: &actions)
        var pointers = arguments.map { strdup($0) } + [nil]
        var environment = (variables ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
        defer { (pointers + environment).forEach { free($0) } }
        // Threads of the pool block most signals, and a program would inherit this mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A shell without job control ignores these for programs in the background, and their programs inherit that.
        var interrupts = sigset_t()
        sigemptyset(&interrupts)
        for signal in [SIGHUP, SIGINT, SIGQUIT] { sigaddset(&interrupts, signal) }
        posix_spawnattr_setsigdefault(&attributes, &interrupts)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, &pointers, &environment)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        return process
    }

    private static func read(lines descriptor: CInt, _ tell: (Data) -> Void) {
        var rest = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                tell(Data(rest[rest.startIndex..<end]))
                rest = Data(rest[(end + 1)...])
            }
        }
    }

    private static func read(_ out: CInt, _ err: CInt) -> (Data, Data) {
        var texts: [CInt: Data] = [out: Data(), err: Data()]
        var open = [out, err]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !open.isEmpty {
            var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&waits, nfds_t(waits.count), -1)
            for wait in waits where wait.revents != 0 {
                let count = Glibc.read(wait.fd, &buffer, buffer.count)
                if count > 0 {
                    texts[wait.fd]?.append(contentsOf: buffer[..<count])
                } else {
                    close(wait.fd)
                    open.removeAll { $0 == wait.fd }
                }
            }
        }
        return (texts[out] ?? Data(), texts[err] ?? Data())
    }
}
