import Glibc

/// `netdiagd --once`: the same work in a process of its own, where no daemon runs.
struct OnceProgram: Sendable {
    let path: String

    /// Looks in `NETDIAGD`, beside this program, in `../sbin` and `../libexec/netdiag` of it, and in `PATH`.
    ///
    /// - Parameter reason: why it is needed, for the message when there is none.
    init(insteadOf reason: String) throws(Failure) {
        if let chosen = Environment.value("NETDIAGD"), !chosen.isEmpty {
            guard Self.isExecutable(chosen) else {
                throw .failed("\(reason); NETDIAGD=\(Text.shown(chosen)) is not a program that can be run")
            }
            path = chosen
            return
        }
        let own = Self.ownDirectory
        let beside = own.map { ["\($0)/netdiagd", "\($0)/../sbin/netdiagd", "\($0)/../libexec/netdiag/netdiagd"] }
        let searched = (Environment.value("PATH") ?? "").split(separator: ":").map { "\($0)/netdiagd" }
        guard let found = ((beside ?? []) + searched).first(where: Self.isExecutable) else {
            throw .failed(
                "\(reason), and netdiagd is neither beside \(Text.shown(own ?? "netdiag")) nor in PATH; "
                    + "install it, or name it in NETDIAGD")
        }
        path = found
    }

    /// Becomes the program; returns only where that fails.
    func replaceThisProcess(with arguments: [String]) throws(Failure) -> Never {
        // What the program does with the signals is its own affair; only caught ones are reset by execve(2).
        Self.withArguments([path, "--once"] + arguments) { _ = execv(path, $0) }
        throw .failed("cannot run \(Text.shown(path)): \(SystemError.text())")
    }

    /// Starts the program with a pipe for its standard output.
    func start(_ arguments: [String]) throws(Failure) -> (process: pid_t, output: CInt) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .failed("cannot open a pipe: \(SystemError.text())") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var process: pid_t = 0
        var result: CInt = 0
        Self.withArguments([path, "--once"] + arguments) {
            result = posix_spawn(&process, path, &actions, nil, $0, environ)
        }
        guard result == 0 else {
            close(ends[0])
            throw .failed("cannot run \(Text.shown(path)): \(SystemError.text(result))")
        }
        return (process, ends[0])
    }

    private static var ownDirectory: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func withArguments(
        _ arguments: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Void
    ) {
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        body(&pointers)
    }
}
