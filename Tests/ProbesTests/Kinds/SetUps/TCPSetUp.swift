import KindTesting
import NetworkDiagnostics
import NetworkModel

enum TCPSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) {
        // Otherwise, an established connection would suffice.
        test.options.probe.script = [.expect("^correct")]
    }
}
