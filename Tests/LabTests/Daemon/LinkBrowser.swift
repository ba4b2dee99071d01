import Lab
import Synchronization

/// What avahi-browse on another host sees of a type, over IPv4, from its start on.
struct LinkBrowser: Sendable {
    enum Event: String, Sendable {
        case appeared = "+"
        case vanished = "-"
        case resolved = "="
    }

    let process: HostProcess

    /// Waits until it has seen that of a name, as often as this, with this text in the same line.
    func saw(
        _ event: Event, _ name: String, times: Int = 1, with text: String = "", within limit: Duration = .seconds(20)
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

    /// How often it has seen that of a name until now.
    func count(_ event: Event, _ name: String) -> Int {
        process.output.text.split(separator: "\n").filter { $0.hasPrefix("\(event.rawValue);eth0;IPv4;\(name);") }.count
    }
}

extension Host {
    func browse(_ type: String) throws -> LinkBrowser {
        // A pipe would be given what is printed when there is a block of it.
        LinkBrowser(process: try spawn(["stdbuf", "-oL", "avahi-browse", "-rpk", type]))
    }

    /// `netdiag browse`, which tells of changes too; avahi-browse resolves each service once.
    func follow(_ type: String) throws -> HostProcess {
        try spawn(
            [Programs.command, "browse", type, "--resolve", "--json"])
    }

    /// The names of a type that the link has now, once for each time that they are announced.
    func names(_ type: String) async throws -> [String] {
        try await run(["avahi-browse", "-ptk", type]).split(separator: "\n")
            .filter { $0.hasPrefix("+;eth0;IPv4;") }.map { String($0.split(separator: ";")[3]) }.sorted()
    }
}

extension Lab {
    /// A host for a daemon and one that looks at it, on a switch, each with its own bus and avahi-daemon.
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
    /// Waits until `netdiag browse` has told of a service with these texts in its JSON.
    func told(_ name: String, with texts: String...) async throws {
        try await output.first("\(name) with \(texts)", within: .seconds(20)) { line in
            line.contains("\"name\":\"\(name)\"") && texts.allSatisfy(line.contains)
        }
    }
}
