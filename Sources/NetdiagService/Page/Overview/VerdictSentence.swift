import NetworkModel
import Translations

/// The verdict in one sentence. The fault itself is shown at its place on the path, and not repeated here.
struct VerdictSentence: Sendable {
    let document: StatusDocument
    let counts: TargetCounts

    var text: String {
        switch TargetState(document.status, isDegraded: document.degraded) {
        case .up: unproven ?? Phrase.everythingWorks.text(["working": working])
        case .degraded: partly.text(["working": working])
        case .down: Phrase.doesNotWorkAtAll.text(["clauses": clauses([side, targets])])
        case .unknown: Phrase.cannotTellNetwork.text(["clauses": clauses([side, targets])])
        case .idle, .maintenance: Phrase.nothingKnownYet.text
        }
    }

    /// What was not observed of the network.
    private var unproven: String? {
        document.unprovenUplink.map { Phrase.noFaultFoundBut.text(["detail": FactWords.local($0)]) }
    }

    private var partly: Phrase {
        counts[.up] + counts[.degraded] < counts.total ? .partlyWorks : .worksWithAWarning
    }

    private var working: String {
        switch counts.total {
        case 0: Phrase.upWithoutTargets.text
        case counts[.up]: Phrase.networkAndTargetsUp.text(counts.total)
        default: Phrase.ofTargets.text(counts.total, ["counts": counts.text])
        }
    }

    private var side: String {
        guard let cause = document.cause, cause.severity == .error else { return "" }
        // It may be left open.
        return cause.side?.localWords ?? ""
    }

    private var targets: String {
        counts.total > 0 ? Phrase.ofTargets.text(counts.total, ["counts": counts.text]) : ""
    }

    private func clauses(_ parts: [String]) -> String {
        let told = parts.filter { !$0.isEmpty }
        return told.isEmpty
            ? "" : Phrase.wordAndDetail.text(["word": "", "detail": told.joined(separator: Phrase.clauseSeparator)])
    }
}
