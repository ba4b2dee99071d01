import FoundationEssentials
import Glibc
import NetworkModel
import TargetKinds
import Translations

/// Writes documents as they arrive: as JSON immediately, one per line, and as text in the order of the subjects.
final class DocumentSink<Answer: Document> {
    private enum Slot {
        case open, ready([UInt8]), written
    }

    private let subjects: [String]
    private let remarks: [String?]
    private let comparesRoutes: Bool
    private let format: OutputOptions.Format
    private let isWhole: Bool
    private let terminal = Terminal(descriptor: STDOUT_FILENO)
    private var slots: [Slot]
    private var answered = 0
    /// The answers about subjects that are checked over several routes.
    private var compared: [String: [Answer]] = [:]
    /// Whether the previous page had several lines; `nil` before the first page.
    private var previousWasLong: Bool?
    /// The worst exit status so far.
    private(set) var worst = ExitStatus.up
    /// The progress line; `nil` for JSON.
    let progress: Progress?

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - remarks: See ``CommandQuery/remarks``.
    ///   - isWhole: See ``PageContext/isWhole``.
    init(
        subjects: [String], remarks: [String?] = [], comparesRoutes: Bool = false, format: OutputOptions.Format,
        isWhole: Bool = false
    ) {
        self.subjects = subjects
        self.remarks = remarks
        self.comparesRoutes = comparesRoutes
        self.format = format
        self.isWhole = isWhole
        slots = subjects.map { _ in .open }
        progress = format == .json ? nil : Progress()
    }

    /// Writes an answer from the daemon.
    ///
    /// - Parameter index: The index of the subject.
    func receive(_ bytes: [UInt8], at index: Int) throws(Failure) {
        switch format {
        case .json:
            let summary = try DaemonAnswer.decoded {
                try TopLevel.decode(Answer.Summary.self, members: Answer.summaryMembers, from: bytes)
            }
            guard let line = SafeText.escapedJSON(trimmed(bytes)) else {
                throw DaemonAnswer.notUnderstood(ToolPhrase.isNotUTF8.text)
            }
            try write(line, summary.outcome)
        case .text:
            let answer = try DaemonAnswer.decoded {
                try JSON.decode(Answer.self, from: bytes, kinds: TargetKinds.builtIn.evidence)
            }
            try write(answer, at: index)
        }
    }

    /// Writes an answer from this process.
    func receive(_ answer: Answer, at index: Int) throws(Failure) {
        switch format {
        case .json:
            let line: [UInt8]
            do {
                line = try answer.json
            } catch {
                throw .failed(ToolPhrase.documentNotEncoded.text(["error": "\(error)"]))
            }
            try write(line, answer.outcome)
        case .text: try write(answer, at: index)
        }
    }

    private func write(_ line: [UInt8], _ outcome: Outcome) throws(Failure) {
        answered += 1
        worst = max(worst, ExitStatus(outcome))
        try StandardStream.write(line + [UInt8(ascii: "\n")])
    }

    private func write(_ answer: Answer, at index: Int) throws(Failure) {
        answered += 1
        worst = max(worst, ExitStatus(answer.outcome))
        var page = Page(for: terminal)
        let context = PageContext(
            isOneOfSeveral: subjects.count > 1, isCompared: comparesRoutes,
            remark: remarks.indices.contains(index) ? remarks[index] : nil, isWhole: isWhole)
        answer.write(to: &page, in: context)
        slots[index] = .ready(page.bytes)
        if context.isCompared { conclude(answer, at: index) }
        try flush()
    }

    /// Adds the conclusion from all answers about a subject to the last of them, once they have arrived.
    private func conclude(_ answer: Answer, at index: Int) {
        let places = subjects.indices.filter { subjects[$0] == subjects[index] }
        compared[subjects[index], default: []].append(answer)
        guard let answers = compared[subjects[index]], answers.count == places.count, let last = places.last,
            let conclusion = Answer.conclusion(from: answers), case .ready(let bytes) = slots[last]
        else { return }
        var page = Page(for: terminal)
        page.blank()
        page.line(Text(conclusion))
        slots[last] = .ready(bytes + page.bytes)
    }

    /// Reports a failure immediately. The other answers are not affected.
    func fail(_ failure: Failure, at index: Int) throws(Failure) {
        answered += 1
        worst = max(worst, ExitStatus(.failure(failure)))
        let subject = subjects.count > 1 ? Text.shown(subjects[index]) + Phrase.detailSeparator : ""
        progress?.clear()
        if let line = failure.line { StandardStream.writeError("netdiag: \(subject)\(line)") }
        slots[index] = .written
        if format == .text { try flush() }
    }

    func draw(_ doing: String) {
        guard let progress, answered < slots.count else { return }
        let open = slots.indices.first { if case .open = slots[$0] { true } else { false } }
        let subject = open.map { subjects[$0] } ?? ""
        guard slots.count > 1 else { return progress.draw(subject.isEmpty ? doing : "\(doing) \(subject)") }
        let count = CommandPhrase.countDone.text(["done": "\(answered)", "count": "\(slots.count)"])
        progress.draw("\(doing) \(count)" + (subject.isEmpty ? "" : Phrase.partSeparator + subject))
    }

    private func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last, last <= 0x20 else { return bytes }
        return Array(bytes[..<((bytes.lastIndex { $0 > 0x20 } ?? -1) + 1)])
    }

    /// Adds an empty line before and after a page of several lines, but not between pages of one line.
    private func separated(_ page: [UInt8]) -> [UInt8] {
        let isLong = page.firstIndex(of: UInt8(ascii: "\n")) != page.count - 1
        defer { previousWasLong = isLong }
        return previousWasLong.map { $0 || isLong } ?? false ? [UInt8(ascii: "\n")] + page : page
    }

    /// Writes the finished pages before the first unfinished one.
    private func flush() throws(Failure) {
        var bytes: [UInt8] = []
        for index in slots.indices {
            if case .open = slots[index] { break }
            if case .ready(let page) = slots[index] {
                bytes += separated(page)
                slots[index] = .written
            }
        }
        guard !bytes.isEmpty else { return }
        progress?.clear()
        try StandardStream.write(bytes)
    }
}
