import FoundationEssentials
import Lab
import TargetKinds

import enum NetworkModel.ConnectionStatus
import enum NetworkModel.JSON
import struct NetworkModel.Report

/// An office with a server of every kind, all of them well, and a client that is busy with other things.
struct HealthyOffice: Sendable {
    /// What came of the checks.
    struct Outcome: Sendable {
        var checks = 0
        var findings = 0
        /// Each check that did not say that all is well, with what it said.
        var alarms: [String] = []

        var summary: String { "\(checks) checks, \(findings) findings" }
    }

    /// Targets, the options that they are asked with, and how often.
    private static let rounds: [(targets: [String], options: [String], count: Int)] = [
        (
            [
                "http://www.lab.example/", "https://www.lab.example/", "http://www.lab.example/redirect",
                "ws://www.lab.example:8080/echo", "wss://www.lab.example:8443/echo", "ftp://www.lab.example/",
                "ftps://www.lab.example/", "www.lab.example:80", "tls://www.lab.example:443",
                "dns://10.77.3.1/www.lab.example?type=AAAA", "icmp://10.77.2.1", "icmp://fd77:2::1", "www.lab.example",
                "10.77.2.1", "http://router.local/", "Web, one._http._tcp.local",
            ], [], 51
        ),
        (["http://www.lab.example/", "https://www.lab.example/"], ["--proxy", "http://proxy.lab.example:3128"], 50),
        (["http://www.lab.example:8081/basic"], ["--credentials", "/run/login"], 100),
    ]

    private let client: Host

    init(in lab: Lab) async throws {
        let work = try await OfficeAtWork(in: lab)
        let (server, router) = (work.office.server, work.office.router)
        client = work.client
        let certificate = try await work.certificate()
        try await server.startWebSocket(port: 8080)
        try await server.startWebSocket(port: 8443, certificate: certificate)
        try await server.startFTP(certificate: certificate, implicitPort: 990)
        try await server.startApache(port: 8081)
        try await work.startProxy()
        try await client.keep(Account.pair)
        try await client.startDiscovery()
        try await router.startDiscovery()
        try await router.startNginx([Site(port: 80)])
        let service = try router.spawn(["avahi-publish", "-s", "Web, one", "_http._tcp", "80"])
        try await service.diagnostics.first("the service of the router") { $0.contains("Established") }
    }

    /// Asks for all of them, each kind many times over, while every core is kept busy by somebody else.
    func check() async throws -> Outcome {
        let cores = Int(try await client.run(["nproc"])) ?? 2
        let busy = try (0..<cores).map { _ in try client.spawn(["sh", "-c", "while :; do :; done"]) }
        defer { for process in busy { process.killGroup() } }
        var outcome = Outcome()
        for round in Self.rounds {
            let targets = (0..<round.count).flatMap { _ in round.targets }
            let result = try await client.result(
                of: [Programs.command, "check", "--no-daemon", "--json"] + round.options + targets,
                within: .seconds(120))
            for line in result.output.split(separator: "\n") {
                let report = try JSON.decode(Report.self, from: Data(line.utf8), kinds: TargetKinds.builtIn.evidence)
                outcome.checks += 1
                outcome.findings += report.findings.count
                guard report.status != .connectionUp || !report.findings.isEmpty else { continue }
                let said = report.findings.map { "\($0.id): \($0.summary)" }.joined(separator: "; ")
                outcome.alarms.append("\(report.target): \(report.status.rawValue): \(said)")
            }
        }
        return outcome
    }
}
