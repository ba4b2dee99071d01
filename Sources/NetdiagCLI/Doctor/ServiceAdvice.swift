import ServiceDiscovery
import Translations

/// Commands to start the daemon and to show its log on this machine: with systemd if it is running. Containers often have no
/// systemd.
struct ServiceAdvice {
    let isManaged: Bool

    /// The language of the words between commands. A single command has none.
    private let language: Language

    init(isManaged: Bool = ServiceCommand.isManaged, in language: Language = .english) {
        self.isManaged = isManaged
        self.language = language
    }

    var start: String { isManaged ? "sudo systemctl enable --now netdiagd" : "sudo netdiagd" }

    var restart: String {
        isManaged ? "sudo systemctl restart netdiagd" : sequence(["sudo kill $(pidof netdiagd)", "sudo netdiagd"])
    }

    /// The command that makes the daemon reload its configuration.
    var reload: String {
        isManaged ? "sudo systemctl reload-or-restart netdiagd" : "sudo kill -HUP $(pidof netdiagd)"
    }

    var log: String {
        guard !isManaged else { return "journalctl -u netdiagd -n 50" }
        return Language.$current.withValue(language) { CommandPhrase.ownErrorOutput.text }
    }

    /// The command that starts other services, which have init scripts for machines without systemd.
    func start(_ services: String...) -> String {
        isManaged
            ? "sudo systemctl enable --now \(services.joined(separator: " "))"
            : sequence(services.map { "sudo service \($0) start" })
    }

    private func sequence(_ commands: [String]) -> String {
        Language.$current.withValue(language) {
            commands.dropFirst().reduce(commands.first ?? "") {
                CommandPhrase.commandThen.text(["command": $0, "next": $1])
            }
        }
    }
}
