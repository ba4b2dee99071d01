import FoundationEssentials
import Glibc
import NetworkModel
import Translations

/// Runs a diagnosis, shows the fault and what to do, waits for the user, runs it again, and shows what has changed.
struct Assistant {
    /// How the assistant waits for the user.
    enum WaitMode {
        /// It waits for a line on standard input. The end of the input, or a q, ends the program.
        case untilReturn
        /// It does not wait: the second diagnosis follows immediately.
        case none
    }

    let format: OutputOptions.Format
    let patience: WaitMode

    /// A line of `netdiag diagnose --json`, with one object.
    private struct Round: Encodable {
        let schema = "netdiag.diagnosis/1"
        let round: Int
        let status: ConnectionStatus
        let code: Int
        let degraded: Bool
        let cause: Finding?
        /// The evidence of the cause.
        let evidence: String?
        /// The changes since the previous round; `nil` in the first one.
        let changes: [String]?
        let report: Report?
        let machine: StatusDocument?

        init(_ number: Int, _ snapshot: DiagnosisSnapshot, changes: [String]?) {
            round = number
            status = snapshot.status
            code = snapshot.status.code
            degraded = snapshot.isDegraded
            cause = snapshot.cause
            evidence = snapshot.evidence
            self.changes = changes
            switch snapshot.document {
            case .report(let report): (self.report, machine) = (report, nil)
            case .machine(let machine): (report, self.machine) = (nil, machine)
            }
        }
    }

    /// - Parameter observe: Runs the diagnosis. It gets a ladder that shows layers as they become known, or `nil` for JSON.
    /// - Returns: The exit status for the last diagnosis.
    func run(_ observe: (LayerProgressView?) throws -> DiagnosisSnapshot) throws -> ExitStatus {
        var before: DiagnosisSnapshot?
        var number = 1
        while true {
            // The layers of the first round are shown as they become known, those of later ones only if something has changed.
            let ladder = format == .json ? nil : LayerProgressView()
            let now = try observe(number == 1 ? ladder : nil)
            let changes = before.map { now.changes(since: $0) }
            if case .report(let report) = now.document, changes != [] { ladder?.end(with: report) }
            try write(now, number, changes)
            guard !now.isWell, number == 1 || patience == .untilReturn, try isToGoOn() else {
                return ExitStatus(now.outcome)
            }
            before = now
            number += 1
        }
    }

    private func write(_ snapshot: DiagnosisSnapshot, _ number: Int, _ changes: [String]?) throws {
        guard format == .text else {
            return try StandardStream.write(
                try JSON.line(Round(number, snapshot, changes: changes)) + [UInt8(ascii: "\n")])
        }
        var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
        Self.write(snapshot, changes, to: &page, in: PageContext())
        try StandardStream.write(page.bytes)
    }

    /// Writes a diagnosis of the machine or, below the ladder of its layers, of a target.
    ///
    /// - Parameter changes: The changes since the previous round; `nil` in the first one.
    static func write(
        _ snapshot: DiagnosisSnapshot, _ changes: [String]?, to page: inout Page, in context: PageContext
    ) {
        let isUnchanged = changes?.isEmpty ?? false
        if !isUnchanged, case .machine(let machine) = snapshot.document {
            // The diagnosis below lists all findings if there is a cause, but not why the state is not known.
            if snapshot.cause == nil || snapshot.status == .connectionIndeterminate {
                machine.write(to: &page, in: context)
            } else {
                machine.writeHeadline(to: &page, in: context)
                machine.writeParts(to: &page, in: context)
            }
        }
        if let changes {
            page.blank()
            page.line(Text(Phrase.whatHasChanged.text, .bold))
            for change in changes.isEmpty ? [Phrase.nothing.text] : changes {
                page.line(Text(sentence: change), indent: 2)
            }
        }
        // What has not changed is not repeated.
        if !isUnchanged {
            page.blank()
            page.diagnosis(snapshot)
        }
    }

    /// Whether to run the diagnosis again.
    private func isToGoOn() throws -> Bool {
        guard patience == .untilReturn else { return true }
        StandardStream.writeError("\n\(Phrase.pressReturn.text)")
        guard let line = readLine() else { return false }
        return !["q", "quit", "exit", "n", "no"].contains(line.lowercased().filter { $0 != " " })
    }
}

extension Page {
    /// Writes the cause, its evidence, and the numbered next steps.
    fileprivate mutating func diagnosis(_ snapshot: DiagnosisSnapshot) {
        guard let original = snapshot.cause else {
            let mark = TargetState(snapshot.status, isDegraded: snapshot.isDegraded)
            let doubt = snapshot.doubt.map { Phrase.cannotTellInternet.text(["detail": FactWords.local($0)]) }
            let well =
                snapshot.unproven.map { Phrase.noFaultFoundBut.text(["detail": FactWords.local($0)]) }
                ?? Phrase.nothingIsWrong.text
            let words = snapshot.isWell ? well : doubt ?? Phrase.cannotTellWhatIsWrong.text
            return line(mark.text(glyphs) + " " + Text(words, mark.style), hang: 2)
        }
        let cause = original.translated()
        let mark = TargetState(cause.severity)
        if snapshot.status == .connectionUp {
            line(mark.text(glyphs) + " " + Text(snapshot.status.word(isDegraded: true), .bold), hang: 2)
        } else {
            line(Text(Phrase.whatIsWrong.text, .bold))
        }
        let unsure = cause.confidence < 0.7 ? Text("  \(Phrase.likely.text)", .dim) : Text()
        line(
            Text(cause.id.rawValue, mark == .idle ? .plain : mark.style)
                + Text(sentence: "\(Phrase.detailSeparator)\(cause.summary)")
                + unsure,
            indent: 2, hang: 2)
        if let scope = cause.scope { line(Text(sentence: scope.localSummary), indent: 2, hang: 2) }
        if let evidence = snapshot.evidence {
            blank()
            line(Text(Phrase.howThatIsKnown.text, .bold))
            line(Text(sentence: evidence), indent: 2, hang: 2)
        }
        if !cause.advice.isEmpty {
            blank()
            line(Text(Phrase.whatToDo.text, .bold))
            for (number, advice) in cause.advice.enumerated() {
                self.advice(Text("\(number + 1). ", .name) + Text(sentence: advice), indent: 2, hang: 3)
            }
        }
        let others = snapshot.findings.filter { $0 != original }
        guard !others.isEmpty else { return }
        blank()
        line(Text(Phrase.besides.text, .bold))
        for finding in others { self.finding(finding, indent: 2, withMark: true) }
    }
}
