import Lab
import Synchronization

/// The services of a type that avahi-browse on another host sees over IPv4, from its start on.
struct LinkBrowser: Sendable {
    enum Event: String, Sendable {
        case appeared = "+"
        case vanished = "-"
        case resolved = "="
    }

    let process: HostProcess

    /// Waits until it has reported the event for a name this many times, with this text in the same line.
    func saw(
        _ event: Event, _ name: String, times: Int = 1, with text: String = "",
        within limit: Duration = .unexpectedlyLong
    ) async throws {
        let count = Mutex(0)
        try await process.output.first("\(event) \(name)", within: limit) { line in
            guard line.hasPrefix("\(event.rawValue);eth0;IPv4;\(name);"), line.contains(text) else { return false }
            return count.withLock { count in
                count += 1
                return count == times
            }
        }
    }

    /// How many times it has reported the event for a name until now.
    func count(_ event: Event, _ name: String) -> Int {
        process.output.text.split(separator: "\n").filter { $0.hasPrefix("\(event.rawValue);eth0;IPv4;\(name);") }.count
    }
}

extension Host {
    func browse(_ type: String) throws -> LinkBrowser {
        // With a pipe as output, it would print only whole blocks.
        LinkBrowser(process: try spawn(["stdbuf", "-oL", "avahi-browse", "-rpk", type]))
    }

    /// Starts `netdiag browse`, which reports changes too; avahi-browse resolves each service only once.
    func follow(_ type: String) throws -> HostProcess {
        try spawn(
            [Programs.command, "browse", type, "--resolve", "--json"])
    }

    /// The names of a type that are on the link now; a name that is announced several times appears as many times.
    func names(_ type: String) async throws -> [String] {
        try await run(["avahi-browse", "-ptk", type]).split(separator: "\n")
            .filter { $0.hasPrefix("+;eth0;IPv4;") }.map { String($0.split(separator: ";")[3]) }.sorted()
    }
}

extension Lab {
    /// A host for a daemon and one that observes it, on a switch, each with its own bus and avahi-daemon.
    static func withLookout(_ body: @Sendable (_ server: Host, _ lookout: Host) async throws -> Void) async throws {
        try await run { lab in
            let server = try await lab.host("server"), lookout = try await lab.host("lookout")
            _ = try await lab.segment([server, lookout])
            async let one: Void = server.startDiscovery()
            async let two: Void = lookout.startDiscovery()
            _ = try await (one, two)
            try await body(server, lookout)
        }
    }
}

extension HostProcess {
    /// Waits until `netdiag browse` has reported a service with these texts in its JSON.
    func told(_ name: String, with texts: String...) async throws {
        try await output.first("\(name) with \(texts)") { line in
            line.contains("\"name\":\"\(name)\"") && texts.allSatisfy(line.contains)
        }
    }
}
