import Lab

import enum NetworkModel.ConnectionStatus

/// The laptop in an office that the documents describe: example.org is a server of the office and responds, and the
/// history of the laptop has a week. Other scenes are named by a comment before the block.
struct DocumentScene: Sendable {
    /// The scenes, of which `nil` is the default one. In the others, a cable is unplugged, a receiver of alerts fails,
    /// and the servers of docs/serve/shop.yaml run.
    static let all: [String?] = [nil, "unplugged", "alerts", "serve"]

    let office: Office
    let daemon: RunningDaemon
    /// The reader's home; the machine's own contains other files.
    private static let home = "/run/home"

    static func run(_ scene: String?, _ body: @Sendable (DocumentScene) async throws -> Void) async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            let client = office.client
            try await startServers(of: office)
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
            if scene == nil { try await recordWeek(on: client) }
            let configuration = """
                publish: off
                targets:
                  - {target: 'https://example.org/shop', name: Shop, http: {status: 200-499}}
                  - 'icmp://\(office.clientCable.b.ipv4)'

                """
            guard scene != "alerts" else {
                let daemon = try await startFailing(client, configuration)
                return try await body(DocumentScene(office: office, daemon: daemon))
            }
            let daemon = try await client.startDaemon(
                configuration + "alerts: {receivers: [{name: ops, exec: [/bin/true]}]}\n")
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
            let scenery = DocumentScene(office: office, daemon: daemon)
            if scene == "serve" { try await scenery.startShop() }
            try await body(scenery)
        }
    }

    /// Starts the server of example.org, that of hooks.example.org, which answers 500, and the DNS server.
    private static func startServers(of office: Office) async throws {
        let authority = try await CertificateAuthority.shared(on: office.server)
        try await office.client.trust(authority)
        let certificate = try await authority.issue(["example.org", "www.example.org"], on: office.server)
        let cart = "location = /cart { return 503; }"
        try await office.server.startNginx([
            Site(port: 80), Site(port: 443, certificate: certificate, options: [cart]),
        ])
        let hooks = try await authority.issue(["hooks.example.org"], on: office.names)
        let answer = #"location = /netdiag { return 500 "try later\n"; }"#
        try await office.names.startNginx([Site(port: 443, certificate: hooks, options: [answer])])
        let addresses = [office.serverCable.a.ipv4, office.serverCable.a.ipv6]
        try await office.names.startDNSMasq([
            .addresses("example.org", addresses), .addresses("www.example.org", addresses),
            .addresses("hooks.example.org", [office.namesCable.a.ipv4]), .zone("example.org"), .zone("example"),
        ])
    }

    /// Starts a daemon with a target that is down, and two receivers of alerts, one of which fails.
    private static func startFailing(_ client: Host, _ configuration: String) async throws -> RunningDaemon {
        try await client.write("/etc/netdiag/page", "#!/bin/sh\n", mode: 0o755)
        let daemon = try await client.startDaemon(
            configuration + """
                  - {target: 'imaps://example.org', name: Mail}
                alerts:
                  settle: 1s
                  receivers:
                    - {name: ops, webhook: 'https://hooks.example.org/netdiag'}
                    - {name: pager, exec: [/etc/netdiag/page, --urgent]}

                """)
        try await StaleTests.eventually {
            let page = try await client.netdiag("alerts").output
            return page.contains("delivered\n") && page.contains("1 waiting") && page.contains("next attempt")
        }
        return daemon
    }

    /// Records a week of results of the target Shop, as a daemon would have: docs/history.md describes the tables.
    private static func recordWeek(on client: Host) async throws {
        _ = try await client.startDaemon("publish: off\n").stop()
        try await client.run(["/usr/bin/python3", "-c", week])
    }

    private static let week = """
        import sqlite3, time
        database = sqlite3.connect("/var/lib/netdiag/history.db")
        database.execute("INSERT INTO target (key) VALUES ('Shop')")
        database.execute("INSERT INTO cause (name) VALUES ('http.timeout')")
        now = int(time.time()) // 3600
        for hour in range(now - 8 * 24, now):
            up, down, maintenance, failures, cause = 3600, 0, 0, 0, "NULL"
            if now - 43 <= hour < now - 39:
                up, maintenance = 0, 3600
            elif hour == now - 100:
                up, down, failures, cause = 2880, 720, 12, "(SELECT id FROM cause)"
            database.execute(f\"""
                INSERT INTO hours SELECT {hour // 24}, id, {hour % 24 * 3600}, 60, {failures}, {up}, {down},
                {maintenance}, 300, 350, 400, {500 + hour % 24 * 20}, 1200, {cause} FROM target\""")
        database.commit()

        """

    /// Starts `netdiag serve docs/serve/shop.yaml --name shop`.
    private func startShop() async throws {
        let client = office.client
        for file in ["shop.yaml", "orders.csv"] {
            try await client.write("/run/serve/\(file)", DocumentTests.text("docs/serve/\(file)"))
        }
        try await client.write("/run/cat.gif", "GIF89a")
        let shop = try client.spawn(
            [Programs.command, "serve", "/run/serve/shop.yaml", "--name", "shop"], environment: Self.environment)
        try await shop.output.first("the start of the shop") { $0.hasPrefix("proxy ") }
    }

    private static var environment: [String: String] {
        let programs = Programs.command.split(separator: "/").dropLast().joined(separator: "/")
        return [
            "PATH": "/\(programs):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SHELL": "/bin/bash",
            "TERM": "xterm", "HOME": home,
        ]
    }

    /// Runs a command as an interactive shell does, in a folder that keeps its files.
    ///
    /// - Parameter isOnTerminal: Whether it runs on a pseudo-terminal and is interrupted after six seconds.
    func run(_ command: String, in folder: String, isOnTerminal: Bool) async throws -> CommandResult {
        var line = command
        if line.hasPrefix("sudo ") { line = String(line.dropFirst(5)) }
        // A placeholder for a command of the reader.
        line = line.split(separator: "COMMAND", omittingEmptySubsequences: false).joined(separator: "true")
        let environment = Self.environment.merging(["LINE": line]) { $1 }
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
