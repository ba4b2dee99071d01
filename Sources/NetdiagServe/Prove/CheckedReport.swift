import FoundationEssentials
import NetworkModel

/// The parts of the output of `netdiag check --json` that are compared.
struct CheckedReport: Decodable {
    struct CheckedFinding: Decodable {
        var id: String
        var severity: Severity
    }

    private var cause: CheckedFinding?
    private var findings: [CheckedFinding]

    /// - Returns: `nil` if it is not a report.
    init?(_ bytes: [UInt8]) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = report
    }

    /// The cause; for a report without one, the first finding.
    var foremost: CheckedFinding? { cause ?? findings.first }

    /// The errors in addition to the foremost finding. Warnings may be about the network of the machine.
    var otherErrors: [String] { findings.filter { $0.id != foremost?.id && $0.severity == .error }.map(\.id) }
}
