import Diagnosis
import Lab
import TargetKinds

import enum NetworkModel.ConnectionStatus
import struct NetworkModel.Finding
import enum NetworkModel.Layer
import struct NetworkModel.LayerReport
import enum NetworkModel.Severity

extension Fault {
    /// What is wrong with a verdict about this fault; empty if the verdict is right.
    func mistakes(in verdict: FaultVerdict) -> [String] {
        var mistakes: [String] = []
        let said = verdict.cause.map { "\($0.id): \($0.summary)" } ?? "no cause"
        if verdict.status != status {
            mistakes.append("\(verdict.status.rawValue) instead of \(status.rawValue): \(said)")
        }
        if verdict.cause?.id != cause { mistakes.append("another cause: \(said)") }
        if let found = verdict.cause, found.layer != cause?.layer {
            mistakes.append("\(found.id) is said to lie in \(found.layer.rawValue)")
        }
        for fact in facts where verdict.cause?.summary.contains(fact) != true {
            mistakes.append("it does not say \(fact): \(said)")
        }
        if let unobserved, verdict.unobserved?.contains(unobserved) != true {
            mistakes.append("it does not say \(unobserved): \(verdict.unobserved ?? "everything was observed")")
        }
        if verdict.exit.is != verdict.exit.hasToBe { mistakes.append("its exit is \(verdict.exit.is)") }
        let errors = verdict.findings.filter { $0.severity == .error }
        if errors.count != ([.connectionDown, .err].contains(status) ? 1 : 0) {
            mistakes.append("\(errors.count) errors: \(errors.map(\.id.rawValue).joined(separator: ", "))")
        }
        if cause == nil, kind == .single, !verdict.findings.isEmpty {
            mistakes.append("a false alarm: \(verdict.findings.map(\.id.rawValue).joined(separator: ", "))")
        }
        for finding in verdict.findings {
            let missing = Catalogue.entry(finding.id)?.factsMissing(in: finding) ?? ["an entry in the catalogue"]
            if !missing.isEmpty { mistakes.append("\(finding.id) lacks \(missing.joined(separator: ", "))") }
        }
        if !verdict.isRepeatable { mistakes.append("what was written down of it is judged in another way") }
        if status == .connectionDown {
            let broken = verdict.layers.first { $0.status == .connectionDown }?.layer
            let above = verdict.layers.drop { $0.status != .connectionDown }.dropFirst()
            // TLS with the target is established through the proxy, although reports list it before.
            for layer in above where layer.status != .noErr && !(broken == .tls && layer.layer == .proxy) {
                mistakes.append("\(layer.layer.rawValue) is judged, above a broken layer")
            }
        }
        return mistakes
    }
}
