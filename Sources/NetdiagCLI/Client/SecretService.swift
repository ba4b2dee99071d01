import Glibc
import NetworkModel

/// The Secret Service of the desktop, asked through secret-tool(1), which belongs to libsecret: an entry of the usual
/// kind for networks, with the attributes `server` and `user`.
enum SecretService {
    /// Asks for the entry of a host; the desktop may ask its user to unlock the keyring.
    ///
    /// - Throws: ``Failure``; nothing of the secret is part of it.
    static func secret(for host: Host) throws(Failure) -> Secret {
        let name = host.description
        let lines = try run(["secret-tool", "search", "--unlock", "server", name])
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + " = ") }.map { String($0.dropFirst(key.count + 3)) }
        }
        guard let password = value("secret") else {
            throw .failed(
                "the Secret Service has no entry for \(Text.shown(name)); "
                    + "make one: secret-tool store --label netdiag server \(Text.shown(name)) user NAME")
        }
        guard let user = value("attribute.user") else { return Secret(.token(password)) }
        return Secret(.password(user: user, password: password))
    }

    private static func run(_ arguments: [String]) throws(Failure) -> [Substring] {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .failed("cannot open a pipe: \(ErrorNumber.text())") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Secrets come on the one, attributes on the other.
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else {
            throw .failed("secret-tool cannot be run (\(ErrorNumber.text(code))); install libsecret-tools")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 65_536 {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        // It ends with 0 also where it finds nothing, and says what went wrong in its own words.
        if status != 0, let reason = lines.last {
            throw .failed("the Secret Service cannot be asked: \(Text.shown(String(reason)))")
        }
        return lines
    }
}
