import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// Checks whether services can be found and announced: by avahi-daemon, over D-Bus.
struct DoctorDiscovery {
    private static let patience = Duration.seconds(3)

    /// Whether the daemon is to be announced, or a service of this machine; `false` if the configuration says that it is not.
    let isAnnounced: Bool

    /// What does not work without avahi-daemon. It is not a fault if nothing is to be announced.
    func missing(_ reason: String, fix: String) -> DoctorFinding {
        isAnnounced
            ? DoctorFinding(
                "avahi", .error, "\(reason): no services are found, and the daemon is not announced", fix: fix)
            : DoctorFinding(
                "avahi", .note,
                "\(reason): no services are found; the daemon is not announced, as configured (publish: off)")
    }

    func findings() throws(Failure) -> [DoctorFinding] {
        let places: [String] = ["/usr/sbin/avahi-daemon", "/usr/bin/avahi-daemon", "/sbin/avahi-daemon"]
        let isInstalled = places.contains { access($0, X_OK) == 0 }
        guard isInstalled else {
            return [missing("avahi-daemon is not installed", fix: "sudo apt-get install avahi-daemon")]
        }
        let local = try LocalDiagnostics()
        let end = try LocalDiagnostics.outcome { () -> ServiceListing.End in
            // The type does not matter: this only checks whether avahi-daemon responds.
            let events = try await local.services.browse(type: "_netdiag._tcp", domain: "local", resolve: false)
            return await ServiceListing(resolves: false).lines(events, once: true, within: Self.patience) { _ in }
        }
        guard case .unavailable(let reason) = end else {
            return [DoctorFinding("avahi", .ok, "avahi-daemon answers over D-Bus")]
        }
        // The text after the semicolon is advice. It is omitted, because the command depends on the service manager of this
        // machine.
        let what = reason.firstRange(of: "; ").map { String(reason[..<$0.lowerBound]) } ?? reason
        return [missing(SafeText.escaped(what), fix: "Start both: \(ServiceAdvice().start("dbus", "avahi-daemon"))")]
    }
}
