import Foundation
import Glibc

/// A run of the program that was built beside the tests.
///
/// Started with posix_spawn(3): Foundation's `Process` learns of the end by a socket that programs of other tests, which
/// are started at the same moment, may inherit and hold open.
struct Command {
    let exitStatus: Int32
    let output: String
    let complaint: String

    private static var directory: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        let path = Self.directory.appendingPathComponent("netdiag").path
        let variables = ["PATH": "/nonexistent", "LANG": "C.UTF-8", "TZ": "UTC"].merging(environment) { $1 }
        self = try await withCheckedThrowingContinuation { continuation in
            // A thread of its own, since it blocks.
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.run(path, arguments, variables) })
            }
        }
    }

    private init(exitStatus: Int32, output: String, complaint: String) {
        self.exitStatus = exitStatus
        self.output = output
        self.complaint = complaint
    }

    private static func run(_ path: String, _ arguments: [String], _ variables: [String: String]) throws -> Command {
        var (out, err): ([CInt], [CInt]) = ([0, 0], [0, 0])
        // pipe2(2) is not to be had from Swift; these close on exec as well from the first moment on.
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &out) == 0, socketpair(AF_UNIX, kind, 0, &err) == 0 else {
            throw POSIXError(.EMFILE)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO)
        var arguments = ([path] + arguments).map { strdup($0) } + [nil]
        var variables = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, nil, &arguments, &variables)
        close(out[1])
        close(err[1])
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
        let texts = read(out[0], err[0])
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED, WEXITSTATUS: macros, which Swift does not see.
        return Command(exitStatus: status & 0x7f == 0 ? (status >> 8) & 0xff : -1, output: texts.0, complaint: texts.1)
    }

    private static func read(_ out: CInt, _ err: CInt) -> (String, String) {
        var texts: [CInt: [UInt8]] = [out: [], err: []]
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
        func text(_ fd: CInt) -> String { String(decoding: texts[fd] ?? [], as: UTF8.self) }
        return (text(out), text(err))
    }
}
