import FoundationEssentials
import NetworkModel

/// What of the report of `netdiag check --json` is compared.
struct CheckedReport: Decodable {
    struct Finding: Decodable {
        var id: String
        var severity: Severity
    }

    private var cause: Finding?
    private var findings: [Finding]

    /// - Returns: `nil` for what is no report.
    init?(_ bytes: [UInt8]) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = report
    }

    /// The cause; of a report that is up, its first finding.
    var foremost: Finding? { cause ?? findings.first }

    /// Errors that are named beside it. Warnings may be about the network of the machine.
    var otherErrors: [String] { findings.filter { $0.id != foremost?.id && $0.severity == .error }.map(\.id) }
}
