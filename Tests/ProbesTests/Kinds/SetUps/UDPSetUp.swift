import KindTesting
import NetworkDiagnostics
import NetworkModel

enum UDPSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) throws {
        // Otherwise, any response would suffice.
        test.options.probe.kind = try ProbeSettings(of: "udp", ["expect": "^correct$"]).kind
    }
}
