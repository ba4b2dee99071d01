import Glibc
import NetdiagConfiguration

/// Starts the daemon: by the service manager where there is one, else in the background.
struct ServiceStarter {
    /// Where the configuration stands.
    let path: String

    /// Who would start it.
    enum Manager: Sendable, Hashable {
        /// systemd, with the unit installed.
        case systemd
        /// Nobody: it would run until the next boot.
        case none(program: String)
        /// It cannot be started from here; what to do in place of it.
        case impossible(String)
    }

    /// Where a daemon of one's own making is found: beside this program, or where it was installed.
    private static var program: String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? ""
        return ["\(folder)/netdiagd", "\(folder)/../sbin/netdiagd", "/usr/local/sbin/netdiagd", "/usr/sbin/netdiagd"]
            .first { access($0, X_OK) == 0 }
    }

    /// Whether systemd manages this machine (sd_booted(3)).
    static var isManaged: Bool {
        var status = stat()
        return lstat("/run/systemd/system", &status) == 0
    }

    var manager: Manager {
        let isRunning = (try? UnixSocket(path: UnixSocket.defaultPath)) != nil
        if isRunning, !isUnitToRestart {
            return .impossible("A daemon is running already; have it read the file with: systemctl reload netdiagd")
        }
        if Self.isManaged, (try? SystemCommand.run(["systemctl", "cat", "netdiagd.service"]).status) == 0 {
            guard path == Configuration.defaultPath else {
                return .impossible(
                    "The unit reads \(Configuration.defaultPath). Start the daemon with: netdiagd --config \(Text.shown(path))"
                )
            }
            guard geteuid() == 0 else {
                return .impossible("Only root can start it: sudo systemctl enable --now netdiagd")
            }
            return .systemd
        }
        guard let program = Self.program else {
            return .impossible("netdiagd is not installed; install it, and start it as it says")
        }
        return .none(program: program)
    }

    /// Whether what runs is the unit, as a package has started it, and this user may start it anew.
    private var isUnitToRestart: Bool {
        Self.isManaged && path == Configuration.defaultPath && geteuid() == 0
            && (try? SystemCommand.run(["systemctl", "is-active", "--quiet", "netdiagd"]).status) == 0
    }

    /// Starts it, and returns once it answers. One that runs already is started anew: it may have to listen elsewhere now.
    func start(by manager: Manager) throws(Failure) {
        switch manager {
        case .systemd:
            for arguments in [["enable", "netdiagd"], ["restart", "netdiagd"]] {
                let (status, output) = try SystemCommand.run(["systemctl"] + arguments)
                guard status == 0 else {
                    let last = output.split(whereSeparator: \.isNewline).last
                    let reason = last.map(String.init) ?? "no reason was given"
                    let command = "systemctl " + arguments.joined(separator: " ")
                    throw .failed("\(command) failed: \(Text.shown(reason)); see: journalctl -u netdiagd")
                }
            }
        case .none(let program):
            let pid = try SystemCommand.spawn(
                ["setsid", "--fork", program, "--config", path], input: nil, output: nil, inOwnSession: false)
            guard SystemCommand.wait(for: pid) == 0 else {
                throw .failed("\(Text.shown(program)) could not be started")
            }
            // Whoever starts a daemon that no service manager looks after can do no better than to ask for it.
            for _ in 0..<100 {
                if (try? UnixSocket(path: UnixSocket.defaultPath)) != nil { return }
                usleep(100_000)
            }
            throw .failed(
                "netdiagd has not answered for ten seconds; see what it says: netdiagd --config \(Text.shown(path))")
        case .impossible: return
        }
    }
}
