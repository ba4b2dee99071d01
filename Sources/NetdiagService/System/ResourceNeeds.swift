import HostResolution
import NetdiagConfiguration
import NetworkDiagnostics

/// The maximum resources that the daemon may use. The limits of its unit (`systemd/netdiagd.service.in`) allow as much; a test
/// compares them.
enum ResourceNeeds {
    /// The number of threads on a machine with this many processors: the event loops of checks, Avahi, tickets, the
    /// history and the HTTP server, a thread for each FTP session and each call of getaddrinfo(3), and Swift's own
    /// pool.
    static func threads(processors: Int) -> Int {
        let main = 1, loops = 5
        return main + loops + DiagnosticEngine.maxFileSessions + SystemResolver.maxConcurrency + processors
    }

    /// The memory in bytes while the maximum number of targets all fail: of the daemon itself, of each target with its
    /// report and incident, of each running check (both as measured, Benchmarks/README.md), and of the data that waits
    /// for clients.
    static var memory: Int {
        let daemon = 32 << 20, perTarget = 10 << 10, perCheck = 96 << 10, clients = 64 << 20
        return daemon + Configuration.maxTargets * perTarget
            + (TargetSchedule.maxAtOnce + OnDemandChecks.maxAtOnce) * perCheck + clients
    }

    /// The number of file descriptors: sockets of checks, of follow-up probes, of FTP sessions and of the API's
    /// clients.
    static var descriptors: Int {
        let perCheck = 18, perFollowUp = 64, perFileSession = 6, clients = 2_048, others = 512
        return (TargetSchedule.maxAtOnce + OnDemandChecks.maxAtOnce) * perCheck
            + DiagnosticEngine.maxFollowUps * perFollowUp + DiagnosticEngine.maxFileSessions * perFileSession + clients
            + others
    }
}
