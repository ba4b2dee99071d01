import Diagnosis
import FoundationEssentials
import NetworkModel
import TargetKinds

/// What was seen at one moment: of a target, or of the machine.
struct Look: Sendable {
    /// A layer, a gateway, a target: something that has a status of its own.
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
        parts = report.layers.map { Part(name: $0.layer.rawValue, status: $0.status) }
    }

    init(_ machine: StatusDocument) {
        document = .machine(machine)
        parts =
            machine.gateways.map { Part(name: "gateway \($0.address) on \($0.interface)", status: $0.status) }
            + (machine.uplink.map { [Part(name: "uplink", status: $0.status)] } ?? [])
            + machine.resolvers.map { Part(name: "resolver \($0.resolver.text)", status: $0.status) }
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

    /// Why it cannot be told whether the Internet can be reached; `nil` where it can.
    var doubt: String? {
        if case .machine(let machine) = document { return machine.uplink?.detail }
        return nil
    }

    var outcome: Outcome { .verdict(status, isDegraded: isDegraded) }
    var isWell: Bool { outcome == .done }

    /// By what the cause is known, in one sentence.
    var evidence: String? {
        guard let cause else { return nil }
        if let sentence = Catalogue.entry(cause.id)?.evidence(for: cause) { return sentence }
        guard case .report(let report) = document else { return nil }
        return report.layers.first { $0.layer == cause.layer }?.evidence.map(\.value.summary)
    }

    /// What is different from an earlier look, a sentence each.
    func changes(since before: Look) -> [String] {
        var changes: [String] = []
        let gone = before.findings.map(\.id).filter { id in !findings.contains { $0.id == id } }
        let new = findings.map(\.id).filter { id in !before.findings.contains { $0.id == id } }
        changes += Self.unique(gone).map { "\($0) is gone" }
        changes += Self.unique(new).map { "\($0) is new" }
        for part in parts {
            guard let earlier = before.parts.first(where: { $0.name == part.name }) else {
                changes.append("\(part.name) is there now: \(part.status.shortWord)")
                continue
            }
            guard earlier.status != part.status else { continue }
            changes.append("\(part.name) was \(earlier.status.shortWord), is \(part.status.shortWord)")
        }
        for part in before.parts where !parts.contains(where: { $0.name == part.name }) {
            changes.append("\(part.name) is no longer there")
        }
        return changes
    }

    private static func unique(_ ids: [CauseID]) -> [CauseID] {
        var seen = Set<CauseID>()
        return ids.filter { seen.insert($0).inserted }
    }
}

extension ConnectionStatus {
    /// As part of a sentence.
    fileprivate var shortWord: String {
        switch self {
        case .noErr: "not checked"
        case .err: "could not be checked"
        case .connectionUp: "up"
        case .connectionIndeterminate: "uncertain"
        case .connectionDown: "down"
        }
    }
}
