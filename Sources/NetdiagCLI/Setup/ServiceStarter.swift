import Glibc
import NetdiagConfiguration
import NetworkModel
import ProgramStart
import ServiceDiscovery
import Translations

/// Starts the daemon: with the service manager if there is one, and otherwise in the background.
struct ServiceStarter {
    /// The path of the configuration.
    let path: String

    /// How the daemon can be started.
    enum Manager: Sendable, Hashable {
        /// systemd, with the unit installed.
        case systemd
        /// Without a service manager, until the next boot.
        case none(program: String)
        /// It cannot be started from here; the text says what to do instead.
        case impossible(LocalSentence)
    }

    /// The path of a self-built daemon: beside this program, or where it was installed.
    private static var program: String? {
        let folder = OwnProgram.path.map { FilePath.directory(of: $0) } ?? ""
        return ["\(folder)/netdiagd", "\(folder)/../sbin/netdiagd", "/usr/local/sbin/netdiagd", "/usr/sbin/netdiagd"]
            .first { access($0, X_OK) == 0 }
    }

    var manager: Manager {
        let isManaged = ServiceCommand.isManaged
        func says(_ arguments: String...) -> Bool {
            isManaged && (try? SystemCommand.run(["systemctl"] + arguments, limit: .seconds(5)).status) == 0
        }
        let machine = ServiceSituation(
            isRunning: (try? UnixSocket(path: UnixSocket.defaultPath)) != nil,
            hasUnit: says("cat", "netdiagd.service"), isUnitActive: says("is-active", "--quiet", "netdiagd"),
            isRoot: geteuid() == 0, program: Self.program)
        return machine.manager(for: path)
    }

    /// Starts the daemon, and returns when it responds. A running one is restarted, since its addresses may have changed.
    func start(by manager: Manager) throws(Failure) {
        switch manager {
        case .systemd:
            for arguments in [["enable", "netdiagd"], ["restart", "netdiagd"]] {
                let (status, output) = try SystemCommand.run(["systemctl"] + arguments, limit: .seconds(100))
                guard status == 0 else {
                    let last = output.split(whereSeparator: \.isNewline).last
                    let reason = last.map(String.init) ?? CommandPhrase.noReasonGiven.text
                    let command = "systemctl " + arguments.joined(separator: " ")
                    throw .failed(
                        CommandPhrase.startFailed.text([
                            "command": command, "reason": Text.shown(reason), "log": "journalctl -u netdiagd",
                        ]))
                }
            }
        case .none(let program):
            let pid = try SystemCommand.spawn(
                ["setsid", "--fork", program, "--config", path], input: nil, output: nil, inOwnSession: false)
            guard SystemCommand.wait(for: pid) == 0 else {
                throw .failed(CommandPhrase.notStartable.text(["program": Text.shown(program)]))
            }
            // Without a service manager, nothing reports that the daemon is ready.
            for _ in 0..<100 {
                if (try? UnixSocket(path: UnixSocket.defaultPath)) != nil { return }
                usleep(100_000)
            }
            throw .failed(
                CommandPhrase.noResponseYet.text(["command": "netdiagd --config \(Text.shown(path))"]))
        case .impossible: return
        }
    }
}
