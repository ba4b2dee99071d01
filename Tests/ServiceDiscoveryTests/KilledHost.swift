import Glibc
import Lab
import class Lab.Host
import NetworkModel

/// A host whose avahi-daemon and bus are killed repeatedly while it publishes three services and browses.
struct KilledHost {
    let host: Host
    let publications: [Probe]
    let browse: Probe
    private(set) var daemonKills = 0
    private(set) var busKills = 0
    private let seed: Int
    private var bus: HostProcess
    private var avahi: HostProcess

    init(_ host: Host, seed: Int) async throws {
        self.host = host
        self.seed = seed
        bus = try await host.startBus()
        avahi = try await host.startAvahi()
        var publications: [Probe] = []
        for name in [nil, "A \(host.name)", "B \(host.name)"] {
            publications.append(try await host.publish(name, ["_http._tcp"], 80, subtypes: "[\"_sub\"]"))
        }
        self.publications = publications
        browse = try host.browse("_http._tcp", "--resolve")
    }

    /// The instances that are expected in the end.
    var wanted: [String] { ["", "A ", "B "].map { "\($0)\(host.name)._http._tcp" } }

    /// Kills avahi-daemon, or every fifth time the bus, at different moments, and restarts at once what has ended.
    mutating func kill(times: Int) async throws {
        for number in 0..<times {
            // The moments range from the start, over the probing for the names of the host and of the services, to the
            // end of the announcements.
            try await Task.sleep(for: .milliseconds((seed * 211 + number * 379) % 2_300))
            if number % 10 == 3 { try await publications[1].send("[[\"n\",\"\(number)\"]]") }
            if number % 5 == 4 {
                busKills += 1
                bus.killGroup()
                try await bus.exit()
                // avahi-daemon waits ten seconds before it searches for another bus; therefore, it is restarted, as by
                // systemd.
                avahi.killGroup()
                try await avahi.exit()
                bus = try await host.startBus()
            } else {
                daemonKills += 1
                avahi.killGroup()
                try await avahi.exit()
            }
            avahi = try host.spawn(["avahi-daemon", "--no-rlimits", "--no-chroot"])
        }
    }

    /// Sets a new TXT record for all services.
    func mark() async throws {
        for publication in publications { try await publication.send(#"[["n","last"]]"#) }
    }

    /// What the host publishes, has published last, and sees, as lines.
    func report() async -> String {
        var lines = ["\(host.name):"]
        for publication in publications {
            let process = publication.process
            let state = process.status.map { "ended: \($0)" } ?? "runs"
            lines.append("  \(state) \(process.diagnostics.text.suffix(3_000))")
            lines += publication.states.suffix(3).map { "  \($0)" }
        }
        lines.append("  browses \(browse.ledger().present.keys.sorted())")
        lines += avahi.diagnostics.text.split(separator: "\n").suffix(8).map { "  \($0)" }
        let seen = try? await host.run(["timeout", "5", "avahi-browse", "-pt", "_http._tcp"])
        lines += (seen ?? "avahi-browse failed").split(separator: "\n").map { "  \($0)" }
        return lines.joined(separator: "\n")
    }
}
