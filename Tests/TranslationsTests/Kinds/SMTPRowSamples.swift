import NetworkModel
import Probes
import TargetKinds

/// Evidence about mail servers, in all variants that its rows have.
enum SMTPRowSamples: KindSamples {
    static let latin: Set = ["ehlo"]

    static func all() throws -> [any LayerEvidence] {
        try mail(SMTPEvidence.self, SMTPEvidence.Outcome.allCases.map(\.rawValue), at: "ehlo", list: "extensions")
    }
}
