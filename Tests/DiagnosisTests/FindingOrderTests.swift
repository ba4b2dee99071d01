import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The order of findings")
struct FindingOrderTests {
    private static func stranger(_ gateway: String, _ severity: Severity, confidence: Double = 0.9) -> Finding {
        Finding(
            GatewayCauses.wrongNeighbour, confidence: confidence, severity: severity,
            ["gateway": gateway, "interface": "eth0", "fixed": "02:00:00:00:00:01", "real": "02:00:00:00:00:02"])
    }

    @Test("what several rules find is stated once, in its most severe form, and errors come first")
    func once() {
        let warning = Self.stranger("192.0.2.1", .warning)
        let error = Self.stranger("192.0.2.1", .error)
        let same = Self.stranger("192.0.2.1", .error, confidence: 0.95)
        let other = Self.stranger("192.0.2.9", .error)
        #expect([warning, error, same, other].bySeverity == [error, other])
        #expect([warning, other].bySeverity == [other, warning])
        #expect([Finding]().bySeverity.isEmpty)
    }
}
