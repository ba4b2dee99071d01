import Glibc
import Lab
import class Lab.Host
import NetworkModel

/// A host whose avahi-daemon and bus are killed again and again while it publishes three services and browses.
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

    /// The instances that are to be seen in the end.
    var wanted: [String] { ["", "A ", "B "].map { "\($0)\(host.name)._http._tcp" } }

    /// Kills one of them at a moment that varies, every fifth time the bus, and starts what ended at once.
    mutating func kill(times: Int) async throws {
        for number in 0..<times {
            // From amid its start, over the claims of the host's and of the services' names, to when all is announced.
            try await Task.sleep(for: .milliseconds((seed * 211 + number * 379) % 2_300))
            if number % 10 == 3 { try await publications[1].send("[[\"n\",\"\(number)\"]]") }
            if number % 5 == 4 {
                busKills += 1
                bus.killGroup()
                try await bus.exit()
                // avahi-daemon waits ten seconds before it looks for another bus: it is started anew, as systemd does.
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

    /// Gives all services a record that nothing had before.
    func mark() async throws {
        for publication in publications { try await publication.send(#"[["n","last"]]"#) }
    }
}
