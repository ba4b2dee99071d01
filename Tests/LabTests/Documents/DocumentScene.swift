import Lab

import enum NetworkModel.ConnectionStatus

/// The laptop in an office that the documents describe: example.org is a server of the office and responds.
struct DocumentScene: Sendable {
    let office: Office
    let daemon: RunningDaemon
    /// The reader's home; the machine's own contains other files.
    private static let home = "/run/home"

    static func run(_ scene: String?, _ body: @Sendable (DocumentScene) async throws -> Void) async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            let client = office.client
            let authority = try await CertificateAuthority.shared(on: office.server)
            try await client.trust(authority)
            let certificate = try await authority.issue(["example.org", "www.example.org"], on: office.server)
            try await office.server.startNginx([Site(port: 80), Site(port: 443, certificate: certificate)])
            let addresses = [office.serverCable.a.ipv4, office.serverCable.a.ipv6]
            try await office.names.startDNSMasq([
                .addresses("example.org", addresses), .addresses("www.example.org", addresses),
                .zone("example.org"), .zone("example"),
            ])
            try await client.run(["hostname", "laptop"])
            try await client.write("/etc/hostname", "laptop\n")
            try await client.write(
                "\(home)/.netrc", "machine example.org login alice password secret\n", mode: 0o600)
            try await client.write("/etc/hosts", "127.0.0.1 localhost\n127.0.1.1 laptop\n")
            for host in [client, office.router] {
                try await host.startBus()
                try await host.startAvahi(options: ["server": ["host-name=\(host === client ? "laptop" : "printer")"]])
            }
            try await office.router.startNginx([Site(port: 631)])
            try await office.router.publish("Office Printer", "_ipp._tcp", port: 631)
            let daemon = try await client.startDaemon(
                """
                publish: off
                targets:
                  - {target: 'https://example.org/shop', name: Shop, http: {status: 200-499}}
                  - 'icmp://\(office.clientCable.b.ipv4)'
                alerts: {receivers: [{name: ops, exec: [/bin/true]}]}

                """)
            try await daemon.status("all targets up") { status in
                status.targets.allSatisfy { $0.status == .connectionUp }
            }
            if scene == "unplugged" {
                try await office.clientCable.unplug()
                try await daemon.status("the cable") { status in
                    status.status == .connectionDown && status.incidents.contains { $0.targetCount == 2 }
                }
            } else {
                // The laptop's radio, which carries no traffic.
                try await client.run(["ip", "link", "add", "wlan0", "type", "veth", "peer", "name", "radio"])
            }
            try await body(DocumentScene(office: office, daemon: daemon))
        }
    }

    /// Runs a command as an interactive shell does, in a folder that keeps its files.
    ///
    /// - Parameter isOnTerminal: Whether it runs on a pseudo-terminal and is interrupted after six seconds.
    func run(_ command: String, in folder: String, isOnTerminal: Bool) async throws -> CommandResult {
        let programs = Programs.command.split(separator: "/").dropLast().joined(separator: "/")
        var line = command
        if line.hasPrefix("sudo ") { line = String(line.dropFirst(5)) }
        // A placeholder for a command of the reader.
        line = line.split(separator: "COMMAND", omittingEmptySubsequences: false).joined(separator: "true")
        let environment = [
            "PATH": "/\(programs):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SHELL": "/bin/bash",
            "TERM": "xterm", "HOME": Self.home, "LINE": line,
        ]
        let shell = "cd \(folder); set -o pipefail; eval \"$LINE\""
        guard isOnTerminal else {
            return try await office.client.result(of: ["bash", "-c", shell + " 2>&1"], environment: environment)
        }
        // The interrupt goes to the process group, like that of a keyboard; shells ignore it in background processes.
        let limited = """
            (sleep 6; kill -INT 0) </dev/null >/dev/null 2>&1 & trap : INT; \(shell); code=$?; kill $!; exit $code
            """
        return try await office.client.result(
            of: ["script", "-qec", "eval \"$RUN\"", "/dev/null"],
            environment: environment.merging(["RUN": limited]) { $1 })
    }
}
