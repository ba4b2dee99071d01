import NetworkModel
import Probes
import TargetKinds

/// Evidence about services over UDP, in all variants that its rows have.
enum UDPRowSamples: KindSamples {
    static let latin: Set = ["hello", "and", "answer"]

    static func all() throws -> [any LayerEvidence] {
        try DatagramEvidence.Outcome.allCases.map { try read(UDPEvidence.self, [exchange($0)]) }
            + [read(UDPEvidence.self, [exchange(.answered), #""received":"hello, and no answer""#])]
    }
}
