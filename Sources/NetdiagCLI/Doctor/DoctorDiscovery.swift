import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// Checks whether services can be found and announced: by avahi-daemon, over D-Bus.
struct DoctorDiscovery {
    private static let patience = Duration.seconds(3)

    func findings() throws(Failure) -> [DoctorFinding] {
        let places: [String] = ["/usr/sbin/avahi-daemon", "/usr/bin/avahi-daemon", "/sbin/avahi-daemon"]
        let isInstalled = places.contains { access($0, X_OK) == 0 }
        guard isInstalled else {
            return [
                DoctorFinding(
                    "avahi", .error,
                    "avahi-daemon is not installed: no services are found, and the daemon is not announced",
                    fix: "sudo apt-get install avahi-daemon")
            ]
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
        return [
            DoctorFinding(
                "avahi", .error, "no services are found, and the daemon is not announced: \(SafeText.escaped(what))",
                fix: "Start both: \(ServiceAdvice().start("dbus", "avahi-daemon"))")
        ]
    }
}
