import EventLoopKit
import Glibc
import Translations

/// Runs programs of the system to their end.
enum SystemCommand {
    /// The directories in which a program is searched for, and its environment.
    enum Setting {
        /// /usr/sbin, /sbin, /usr/bin and /bin, with English output, and without the caller's environment.
        case system
        /// `PATH` and the environment of the user's session, which contains the address of its bus.
        case session
    }

    /// - Parameters:
    ///   - kept: A descriptor that the program inherits.
    ///   - limit: The maximum time until the program, and everything that it started, has closed its output.
    /// - Returns: The exit code (-1 after a signal), and the first 1 MiB of the output of both streams.
    /// - Throws: ``Failure/failed(_:)`` if it could not be started, or was killed since it did not end in time.
    static func run(
        _ arguments: [String], in setting: Setting = .system, keeping kept: CInt? = nil,
        limit: Duration = .seconds(30)
    ) throws(Failure) -> (status: Int32, output: String) {
        let ends = try openPipe()
        defer { close(ends[0]) }
        let pid: pid_t
        do throws(Failure) {
            pid = try spawn(arguments, input: nil, output: ends[1], inOwnSession: false, in: setting, keeping: kept)
        } catch {
            close(ends[1])
            throw error
        }
        close(ends[1])
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65_536)
        let deadline = ContinuousClock.now + limit
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            var state = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            guard left > .zero, poll(&state, 1, CInt(milliseconds + 1)) != 0 else {
                kill(pid, SIGKILL)
                _ = wait(for: pid)
                let facts = ["program": arguments.first ?? "", "count": "\(limit.components.seconds)"]
                throw .failed(ToolPhrase.programNotEnded.text(facts))
            }
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            if bytes.count < 1 << 20 { bytes += buffer[..<count] }
        }
        return (wait(for: pid), String(decoding: bytes, as: UTF8.self))
    }

    /// Opens a pipe, whose ends programs do not inherit.
    static func openPipe() throws(Failure) -> [CInt] {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .failed(ToolPhrase.pipeNotOpened.text(["error": FactWords.local(ErrorNumber.text())]))
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// Starts a program.
    ///
    /// - Parameter kept: A descriptor that the program and its children inherit.
    /// - Throws: ``Failure/failed(_:)`` if it cannot be started, or if it is missing, with the name of its package.
    static func spawn(
        _ arguments: [String], input: CInt?, output: CInt?, inOwnSession: Bool, in setting: Setting = .system,
        keeping kept: CInt? = nil
    ) throws(Failure) -> pid_t {
        let name = arguments.first ?? ""
        let path = try path(of: name, setting)
        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            if let output {
                posix_spawn_file_actions_adddup2(&actions, output, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        // Duplicating it to its own number clears its close-on-exec flag.
        if let kept { posix_spawn_file_actions_adddup2(&actions, kept, kept) }
        InheritedDescriptors.closeAll(in: &actions, except: kept)
        // `POSIX_SPAWN_SETSID` (spawn.h).
        if inOwnSession { posix_spawnattr_setflags(&attributes, 0x80) }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var own: [UnsafeMutablePointer<CChar>?] = [
            strdup("PATH=/usr/sbin:/sbin:/usr/bin:/bin"), strdup("LC_ALL=C"),
        ]
        defer { for text in words + own { free(text) } }
        words.append(nil)
        own.append(nil)
        var pid: pid_t = 0
        let error =
            switch setting {
            case .system: posix_spawn(&pid, path, &actions, &attributes, words, own)
            case .session: posix_spawnp(&pid, path, &actions, &attributes, words, environ)
            }
        guard error == 0 else {
            let facts = ["program": path, "error": FactWords.local(ErrorNumber.text(error))]
            throw error == ENOENT ? missing(name) : .failed(ToolPhrase.programNotRun.text(facts))
        }
        return pid
    }

    private static func path(of name: String, _ setting: Setting) throws(Failure) -> String {
        switch setting {
        case .session: return name
        case .system:
            let places = ["/usr/sbin/", "/sbin/", "/usr/bin/", "/bin/"].map { $0 + name }
            guard let path = places.first(where: { access($0, X_OK) == 0 }) else { throw missing(name) }
            return path
        }
    }

    private static func missing(_ name: String) -> Failure {
        let command = "apt-get install \(package(of: name))"
        return .failed(ToolPhrase.programNotInstalled.text(["program": name, "command": command]))
    }

    /// The packages of Debian that contain a program; by default, those that `netdiag break` needs.
    static func package(of program: String) -> String {
        switch program {
        case "gzip": "gzip"
        case "setsid", "unshare": "util-linux"
        case "systemctl", "systemd-analyze", "journalctl", "busctl": "systemd"
        case "secret-tool": "libsecret-tools"
        default: "iproute2 nftables procps coreutils"
        }
    }

    /// Waits for the end of a child, and returns its exit code, or -1 after a signal.
    static func wait(for pid: pid_t) -> Int32 {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }
}
