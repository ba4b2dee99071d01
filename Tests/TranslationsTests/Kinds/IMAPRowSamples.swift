import NetworkModel
import Probes
import TargetKinds

/// Evidence about mailbox servers, in all variants that its rows have.
enum IMAPRowSamples: KindSamples {
    static let latin: Set = ["greeting"]

    static func all() throws -> [any LayerEvidence] {
        try mail(IMAPEvidence.self, IMAPEvidence.Outcome.allCases.map(\.rawValue), at: "greeting", list: "capabilities")
    }
}
