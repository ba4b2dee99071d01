import Diagnosis
import FoundationEssentials
import NetworkModel
import TargetKinds
import Translations

/// The state of a target or of the machine at one point in time.
struct DiagnosisSnapshot: Sendable {
    /// A component with a status of its own: a layer, a gateway, a resolver, a target.
    struct Part: Sendable, Hashable {
        var name: String
        var status: ConnectionStatus
    }

    enum Document: Sendable {
        case report(Report)
        case machine(StatusDocument)
    }

    let document: Document
    let parts: [Part]

    init(_ report: Report) {
        document = .report(report)
        parts = report.layers.map { Part(name: $0.layer.localName, status: $0.status) }
    }

    init(_ machine: StatusDocument) {
        document = .machine(machine)
        parts =
            machine.gateways.map {
                let name = Phrase.gatewayOn.text(["address": "\($0.address)", "interface": $0.interface])
                return Part(name: name, status: $0.status)
            }
            + (machine.uplink.map { [Part(name: Phrase.layerUplink.text, status: $0.status)] } ?? [])
            + machine.resolvers.map {
                Part(name: Phrase.resolverAt.text(["address": $0.resolver.text]), status: $0.status)
            }
            + machine.targets.map { Part(name: $0.key, status: $0.status) }
    }

    var status: ConnectionStatus {
        switch document {
        case .report(let report): report.status
        case .machine(let machine): machine.status
        }
    }

    var isDegraded: Bool {
        switch document {
        case .report(let report): report.degraded
        case .machine(let machine): machine.degraded
        }
    }

    var cause: Finding? {
        switch document {
        case .report(let report): report.cause
        case .machine(let machine): machine.cause
        }
    }

    var findings: [Finding] {
        switch document {
        case .report(let report): report.findings
        case .machine(let machine): machine.findings
        }
    }

    /// The reason why it is not known whether the Internet can be reached; `nil` if it is known.
    var doubt: String? {
        if case .machine(let machine) = document { return machine.uplink?.detail }
        return nil
    }

    /// What was not observed although nothing is wrong; `nil` if nothing is left open.
    var unproven: String? {
        if case .machine(let machine) = document { return machine.uplink?.unproven }
        return nil
    }

    var outcome: Outcome { .verdict(status, isDegraded: isDegraded) }
    var isWell: Bool { outcome == .done }

    /// The evidence of the cause in one sentence.
    var evidence: String? {
        guard let cause else { return nil }
        if let sentence = Catalogue.entry(cause.id)?.evidence(for: cause) { return sentence }
        guard case .report(let report) = document else { return nil }
        return report.layers.first { $0.layer == cause.layer }?.evidence.map(\.value.localSummary)
    }

    /// The differences from an earlier look, one sentence each.
    func changes(since before: DiagnosisSnapshot) -> [String] {
        var changes: [String] = []
        let gone = before.findings.map(\.id).filter { id in !findings.contains { $0.id == id } }
        let new = findings.map(\.id).filter { id in !before.findings.contains { $0.id == id } }
        changes += Self.unique(gone).map { Phrase.isGone.text(["name": "\($0)"]) }
        changes += Self.unique(new).map { Phrase.isNew.text(["name": "\($0)"]) }
        // A layer that was not examined is not gone: how far a check looks depends on what it finds.
        let (appears, vanishes): (Phrase, Phrase) =
            switch document {
            case .report: (.isCheckedNow, .isNotCheckedNow)
            case .machine: (.isThereNow, .isNoLongerThere)
            }
        for part in parts {
            guard let earlier = before.parts.first(where: { $0.name == part.name }) else {
                changes.append(appears.text(["name": part.name, "state": part.status.shortWord]))
                continue
            }
            guard earlier.status != part.status else { continue }
            changes.append(
                Phrase.wasAndIs.text([
                    "name": part.name, "before": earlier.status.shortWord, "now": part.status.shortWord,
                ]))
        }
        for part in before.parts where !parts.contains(where: { $0.name == part.name }) {
            changes.append(vanishes.text(["name": part.name]))
        }
        return changes
    }

    private static func unique(_ ids: [CauseID]) -> [CauseID] {
        var seen = Set<CauseID>()
        return ids.filter { seen.insert($0).inserted }
    }
}

extension ConnectionStatus {
    /// The status as part of a sentence.
    fileprivate var shortWord: String {
        switch self {
        case .noErr: Phrase.notChecked.text
        case .err: Phrase.couldNotBeChecked.text
        case .connectionUp: Phrase.up.text
        case .connectionIndeterminate: Phrase.uncertain.text
        case .connectionDown: Phrase.down.text
        }
    }
}
