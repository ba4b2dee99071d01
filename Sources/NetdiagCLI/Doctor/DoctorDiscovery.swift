import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Translations

/// Checks whether services can be found and announced: by avahi-daemon, over D-Bus.
struct DoctorDiscovery {
    private static let patience = Duration.seconds(3)

    /// Whether the daemon is to be announced, or a service of this machine; `false` if the configuration says that it is not.
    let isAnnounced: Bool

    /// What does not work without avahi-daemon. It is not a fault if nothing is to be announced.
    func missing(_ reason: String, fix: LocalSentence) -> DoctorFinding {
        isAnnounced
            ? DoctorFinding("avahi", .error, .avahiMissing, ["reason": reason], fix: fix)
            : DoctorFinding("avahi", .note, .avahiUnneeded, ["reason": reason])
    }

    func findings() throws(Failure) -> [DoctorFinding] {
        let places: [String] = ["/usr/sbin/avahi-daemon", "/usr/bin/avahi-daemon", "/sbin/avahi-daemon"]
        let isInstalled = places.contains { access($0, X_OK) == 0 }
        guard isInstalled else {
            let install = LocalSentence(command: "sudo apt-get install avahi-daemon")
            return [missing(CommandPhrase.avahiNotInstalled.text, fix: install)]
        }
        let local = try LocalDiagnostics()
        let end = try LocalDiagnostics.outcome { () -> ServiceListing.End in
            // The type does not matter: this only checks whether avahi-daemon responds.
            let events = try await local.services.browse(type: "_netdiag._tcp", domain: "local", resolve: false)
            return await ServiceListing(resolves: false).lines(events, once: true, within: Self.patience) { _ in }
        }
        guard case .unavailable(let reason) = end else {
            return [DoctorFinding("avahi", .ok, .avahiAnswers)]
        }
        // The text after the semicolon is advice. It is omitted, because the command depends on the service manager of this
        // machine.
        let what = reason.firstRange(of: "; ").map { String(reason[..<$0.lowerBound]) } ?? reason
        let start = ServiceAdvice(in: .current).start("dbus", "avahi-daemon")
        return [
            missing(FactWords.local(SafeText.escaped(what)), fix: LocalSentence(.startBoth, ["command": start]))
        ]
    }
}
