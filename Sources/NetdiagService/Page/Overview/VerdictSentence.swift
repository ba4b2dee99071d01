import NetworkModel

/// How it stands, in one sentence. The fault itself is told at its place on the way, and not a second time here.
struct VerdictSentence: Sendable {
    let document: StatusDocument
    let counts: TargetCounts

    var text: String {
        switch StatusMark(document.status, isDegraded: document.degraded) {
        case .up: "Everything works: \(working)."
        case .degraded: "\(partly): \(working)."
        case .down: "Does not work" + clauses([side, targets])
        case .unknown: "It cannot be told whether the network works" + clauses([side, targets])
        case .idle, .maintenance: "Nothing is known yet: the first look is under way."
        }
    }

    private var partly: String {
        counts[.up] + counts[.degraded] < counts.total ? "Partly works" : "Works, with a warning"
    }

    private var working: String {
        switch counts.total {
        case 0: "the network is up, and no targets are configured"
        case counts[.up]:
            counts.total == 1
                ? "the network and the target are up" : "the network and all \(counts.total) targets are up"
        default: "of \(Quantity.text(counts.total, "target")), \(counts.text)"
        }
    }

    private var side: String {
        guard let cause = document.cause, cause.severity == .error else { return "" }
        return (cause.side ?? cause.layer.side).words
    }

    private var targets: String {
        counts.total > 0 ? "of \(Quantity.text(counts.total, "target")), \(counts.text)" : ""
    }

    private func clauses(_ parts: [String]) -> String {
        let told = parts.filter { !$0.isEmpty }
        return (told.isEmpty ? "" : ": ") + told.joined(separator: "; ") + "."
    }
}
