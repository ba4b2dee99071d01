import FoundationEssentials
import Lab
import TargetKinds

import enum NetworkModel.JSON
import struct NetworkModel.Report
import struct NetworkModel.StatusDocument

/// An office with a healthy server of every kind, and a client under load.
struct HealthyOffice: Sendable {
    /// The results of the checks, or of the runs of `status`.
    struct Outcome: Sendable {
        var checks = 0
        var findings = 0
        /// The results that report a problem, with their output.
        var alarms: [String] = []

        var summary: String { "\(checks) checks, \(findings) findings" }
    }

    private let client: Host

    init(in lab: Lab) async throws {
        let work = try await OfficeAtWork(in: lab)
        client = work.client
        let certificate = try await work.certificate()
        for kind in LabKinds.all { try await kind.startHealthyServers(in: work, certificate: certificate) }
        try await client.startDiscovery()
        let router = work.office.router
        try await router.startDiscovery()
        try await router.startNginx([Site(port: 80)])
        let service = try router.spawn(["avahi-publish", "-s", "Web, one", "_http._tcp", "80"])
        try await service.diagnostics.first("the service of the router") { $0.contains("Established") }
    }

    /// The maximum number of checks by one process.
    private static let maxChecks = 400

    /// Checks all targets in turn, while other processes keep every core busy.
    ///
    /// - Parameter count: The minimum number of checks. There may be some more, since all targets are checked equally
    ///   often.
    func check(_ count: Int) async throws -> Outcome {
        let load = try await startLoad()
        defer { for process in load { process.killGroup() } }
        var outcome = Outcome()
        while outcome.checks < count {
            let left = count - outcome.checks
            for group in TargetsOfKinds.groups {
                let share = min(left, Self.maxChecks) / TargetsOfKinds.count
                let targets = (0..<max(1, share)).flatMap { _ in group.targets }
                try await check(targets, group.options, into: &outcome)
            }
        }
        return outcome
    }

    private func check(_ targets: [String], _ options: [String], into outcome: inout Outcome) async throws {
        let result = try await client.result(
            of: [Programs.command, "check", "--no-daemon", "--json"] + options + targets, within: .seconds(300))
        for line in result.output.split(separator: "\n") {
            let report = try JSON.decode(Report.self, from: Data(line.utf8), kinds: TargetKinds.builtIn.evidence)
            outcome.checks += 1
            outcome.findings += report.findings.count
            guard report.status != .connectionUp || !report.findings.isEmpty else { continue }
            let said = report.findings.map { "\($0.id): \($0.summary)" }.joined(separator: "; ")
            outcome.alarms.append("\(report.target): \(report.status.rawValue): \(said)")
        }
    }

    /// Runs `netdiag status`, two at a time, while the cores are busy and fifty interfaces come and go.
    func status(_ count: Int) async throws -> Outcome {
        let load = try await startLoad() + [startInterfaces()]
        defer { for process in load { process.killGroup() } }
        return try await withThrowingTaskGroup(of: StatusDocument.self) { group in
            var left = count
            func next() {
                guard left > 0 else { return }
                left -= 1
                group.addTask { try await self.status() }
            }
            for _ in 0..<2 { next() }
            var outcome = Outcome()
            for try await status in group {
                outcome.checks += 1
                outcome.findings += status.findings.count
                if status.status != .connectionUp || !status.findings.isEmpty {
                    let said = status.findings.map { "\($0.id): \($0.summary)" }.joined(separator: "; ")
                    outcome.alarms.append("\(status.status.rawValue): \(said)")
                }
                next()
            }
            return outcome
        }
    }

    private func status() async throws -> StatusDocument {
        let arguments = [Programs.command, "status", "--json"]
        let result = try await client.result(of: arguments, environment: ["HOME": "/run/home"])
        guard let document = try? JSON.decode(StatusDocument.self, from: Data(result.output.utf8)) else {
            throw LabError.failed(command: arguments, result: result)
        }
        return document
    }

    private func startLoad() async throws -> [HostProcess] {
        let cores = Int(try await client.run(["nproc"])) ?? 2
        return try (0..<cores).map { _ in try client.spawn(["sh", "-c", "while :; do :; done"]) }
    }

    /// Creates and removes interfaces as programs for containers, virtual machines and tunnels do: 20 veth pairs with
    /// addresses, 5 bridges and 5 tunnels.
    private func startInterfaces() throws -> HostProcess {
        try client.spawn([
            "sh", "-c",
            """
            while :; do
                for i in $(seq 1 20); do
                    echo "link add va$i type veth peer name vb$i"
                    echo "link set va$i up"
                    echo "link set vb$i up"
                    echo "addr add 172.30.$i.1/24 dev va$i"
                done | ip -force -batch -
                for i in $(seq 1 5); do
                    echo "link add br$i type bridge"
                    echo "link set br$i up"
                    echo "link set vb$i master br$i"
                    echo "addr add 172.31.$i.1/24 dev br$i"
                    echo "tuntap add tun$i mode tun"
                    echo "addr add 10.200.$i.1/24 dev tun$i"
                    echo "link set tun$i up"
                done | ip -force -batch -
                for i in $(seq 1 20); do echo "link del va$i"; done | ip -force -batch -
                for i in $(seq 1 5); do echo "link del br$i"; echo "link del tun$i"; done | ip -force -batch -
            done
            """,
        ])
    }
}
