import FoundationEssentials
import NetworkModel

/// The scopes of faults that the local daemon has learned from its peers: `scope` of its findings.
struct DaemonScopes {
    /// The time limit for the daemon. Without its response, no scopes are shown.
    private static let patience = Duration.seconds(2)

    private let document: StatusDocument

    init(_ document: StatusDocument) {
        self.document = document
    }

    /// Queries the daemon; `nil` if none is running or it does not respond.
    static func fetch(at path: String) -> DaemonScopes? {
        guard let socket = try? UnixSocket(path: path) else { return nil }
        var body: [UInt8] = []
        let exchange = Exchange(
            path: path, socket: socket, request: HTTPRequest(path: "/v1/status"), limit: patience,
            reception: .document { (result) throws(Failure) in
                if case .success(let bytes) = result { body = bytes }
            })
        try? DescriptorTasks.run([exchange])
        return (try? JSON.decode(StatusDocument.self, from: body)).map(DaemonScopes.init)
    }

    /// Returns the snapshot, with the scope of each finding that the daemon knows.
    func adding(to snapshot: DiagnosisSnapshot) -> DiagnosisSnapshot {
        switch snapshot.document {
        case .report(var report):
            let own = document.targets.first { $0.target == report.target }?.cause
            report.findings = report.findings.map(adding)
            report.cause = report.cause.map { cause in
                var cause = cause
                cause.scope = own?.scope ?? scope(of: cause)
                return cause
            }
            if let cause = report.cause, !report.findings.isEmpty, report.findings[0].id == cause.id {
                report.findings[0] = cause
            }
            return DiagnosisSnapshot(report)
        case .machine(var machine):
            machine.findings = machine.findings.map(adding)
            machine.cause = machine.cause.map(adding)
            return DiagnosisSnapshot(machine)
        }
    }

    private func adding(to finding: Finding) -> Finding {
        var finding = finding
        finding.scope = scope(of: finding)
        return finding
    }

    /// The scope of the same fault according to the daemon: one with the same cause, and about the same gateway or server if
    /// both specify one.
    private func scope(of finding: Finding) -> FaultScope? {
        let known = document.incidents.filter(\.isOpen).map(\.cause) + document.findings
        return known.first { other in
            guard other.id == finding.id, other.scope != nil else { return false }
            return ["gateway", "server"].allSatisfy { name in
                finding.facts[name] == nil || other.facts[name] == nil || finding.facts[name] == other.facts[name]
            }
        }?.scope
    }
}
