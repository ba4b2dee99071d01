import Glibc
import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Translations

/// Asks the user questions on the terminal: on standard error, since standard output is for data.
struct SetupPrompts {
    let findings: SetupFindings
    /// The path of the configuration.
    let path: String
    /// The reason why the name of a target cannot be resolved; `nil` if it has an address.
    private let unknownName: (Target) -> String?
    private let terminal = Terminal(descriptor: STDERR_FILENO)

    init(findings: SetupFindings, path: String, unknownName: @escaping (Target) -> String?) {
        self.findings = findings
        self.path = path
        self.unknownName = unknownName
    }

    /// Asks for the targets, the readers and the receiver of alerts.
    ///
    /// - Throws: ``Failure/failed(_:)`` if standard input ends.
    func answers() throws(Failure) -> SetupAnswers {
        var answers = SetupAnswers(proposedBy: findings)
        try promptForTargets(&answers)
        try promptForReaders(&answers)
        try promptForReceiver(&answers)
        return answers
    }

    /// - Parameter isProposed: The answer for an empty line.
    func confirm(_ question: LocalSentence, _ explanation: LocalSentence, isProposed: Bool) throws(Failure) -> Bool {
        var page = Page(for: terminal)
        Self.title(question, to: &page)
        Self.write(explanation, to: &page)
        write(page)
        let (yes, no) = (Self.words(.yesWords), Self.words(.noWords))
        let letters = ["yes": yes[0], "no": no[0]]
        let label =
            isProposed ? "\(yes[0].uppercased())/\(no[0])" : "\(yes[0])/\(no[0].uppercased())"
        while true {
            let typed = try line(label).lowercased()
            if typed.isEmpty { return isProposed }
            if yes.contains(typed) { return true }
            if no.contains(typed) { return false }
            write(LocalSentence(.pleaseAnswer, letters))
        }
    }

    /// The words for an answer in the language of the reader, and in English. The first one of yes and no is a letter.
    static func words(_ phrase: CommandPhrase) -> [String] {
        (phrase.text.split(separator: " ") + phrase.rawValue.split(separator: " ")).map(String.init)
    }

    // MARK: - Questions

    private func promptForTargets(_ answers: inout SetupAnswers) throws(Failure) {
        var page = Page(for: terminal)
        writeTargets(to: &page)
        write(page)
        while true {
            let words = try line(CommandPhrase.labelTargets.text).split { $0 == " " || $0 == "," || $0 == "\t" }.map(
                String.init)
            if words.isEmpty { return }
            if let problem = choose(words, &answers) { write(problem) } else { return }
        }
    }

    /// Writes the question for the targets, with the candidates.
    func writeTargets(to page: inout Page) {
        Self.title(LocalSentence(.questionTargets), to: &page)
        for notice in findings.notices { Self.write(notice, to: &page) }
        if findings.candidates.isEmpty { Self.write(LocalSentence(.nothingToSuggest), to: &page) }
        Self.write(findings.candidates, to: &page)
        let hint =
            findings.candidates.isEmpty
            ? LocalSentence(.hintOwnTargets) : LocalSentence(.hintTargets, ["none": Self.words(.noneWords)[0]])
        Self.write(hint, to: &page)
    }

    /// Writes the candidates with their numbers. No target is broken, since users copy them: the description is wrapped instead,
    /// or follows in a line of its own if the targets leave no room for it.
    static func write(_ candidates: [SetupCandidate], to page: inout Page) {
        let rows: [[Text]] = candidates.enumerated().map { index, candidate in
            [
                Text(candidate.isProposed ? "[x]" : "[ ]"), Text("\(index + 1)"), Text(candidate.target.text, .name),
                Text(candidate.state.words, candidate.state == .down ? .warning : .good), Text(candidate.words, .dim),
            ]
        }
        var table = Table(.left, .right, .left, .left, .flexible)
        for row in rows { table.add(row: row) }
        let widest = rows.map { $0[4].width }.max() ?? 0
        let leastWidth = table.width - max(widest - minWordColumns, 0)
        guard let columns = page.columns(indent: 2), leastWidth > columns else {
            page.table(table, indent: 2)
            return
        }
        for row in rows {
            page.line(Array(row.dropLast()).joined(separator: Text("  ")), indent: 2, hang: 8)
            page.line(row[4], indent: 10)
        }
    }

    /// The number of columns that a description needs beside a target.
    private static let minWordColumns = 20

    /// - Returns: The error; `nil` if there is none.
    func choose(_ words: [String], _ answers: inout SetupAnswers) -> LocalSentence? {
        if words.count == 1, Self.words(.noneWords).contains(words[0].lowercased()) {
            answers.choose([], of: findings)
            return nil
        }
        var chosen: [Int] = []
        var own: [String] = []
        for word in words {
            if let number = Int(word) {
                guard number >= 1, number <= findings.candidates.count else {
                    return LocalSentence(
                        .notInList, ["number": "\(number)", "last": "\(findings.candidates.count)"])
                }
                chosen.append(number - 1)
                continue
            }
            do {
                let target = try Target(word)
                // A single word may be the answer to another question, and would become a host that is never up.
                if case .host = target.kind, !word.contains(where: { ".:".contains($0) }), let why = unknownName(target)
                {
                    return LocalSentence(.noSuchHost, ["word": Text.shown(word), "reason": why])
                }
                own.append(target.text)
            } catch {
                return LocalSentence(message: FactWords.local(error.description))
            }
        }
        var tried = answers
        tried.choose(chosen, own: own, of: findings)
        if let problem = problem(of: tried) { return problem }
        answers = tried
        return nil
    }

    private func promptForReaders(_ answers: inout SetupAnswers) throws(Failure) {
        var page = Page(for: terminal)
        writeReaders(to: &page)
        write(page)
        while true {
            let typed = try line(CommandPhrase.labelAccess.text)
            if let problem = admit(typed, &answers) { write(problem) } else { return }
        }
    }

    /// Writes the question for the readers, with the choices.
    func writeReaders(to page: inout Page) {
        Self.title(LocalSentence(.questionAccess), to: &page)
        var table = Table(.left, .right, .flexible)
        table.add("[ ]", "1", Text(CommandPhrase.accessNobody.text))
        table.add("[x]", "2", Text(CommandPhrase.accessStatus.text))
        if !findings.networks.isEmpty {
            let networks = findings.networks.joined(separator: Phrase.itemSeparator)
            table.add("[ ]", "3", Text(CommandPhrase.accessEverything.text(["networks": networks])))
        }
        page.table(table, indent: 2)
        Self.write(LocalSentence(.hintAccess), to: &page)
    }

    /// - Returns: The error; `nil` if there is none.
    func admit(_ typed: String, _ answers: inout SetupAnswers) -> LocalSentence? {
        var tried = answers
        switch typed.lowercased() {
        case "", "2": tried.readers = .statusAlone
        case let word where word == "1" || Self.words(.nobodyWords).contains(word): tried.readers = .nobody
        case "3" where !findings.networks.isEmpty: tried.readers = .networks(findings.networks)
        default:
            let networks = typed.split { " ,\t".contains($0) }.map(String.init)
            guard !networks.isEmpty, networks.allSatisfy({ IPAddress(String($0.prefix { $0 != "/" })) != nil }) else {
                return LocalSentence(
                    findings.networks.isEmpty ? .noneOfTwo : .noneOfThree, ["word": SafeText.shown(typed)])
            }
            if let outside = networks.first(where: { Configuration.Access.mayConnectByDefault($0) == false }) {
                return LocalSentence(.networkNotAdmitted, ["network": SafeText.shown(outside)])
            }
            tried.readers = .networks(networks)
        }
        if let problem = problem(of: tried) { return problem }
        answers = tried
        return nil
    }

    private func promptForReceiver(_ answers: inout SetupAnswers) throws(Failure) {
        var page = Page(for: terminal)
        Self.writeReceiver(to: &page)
        write(page)
        while true {
            let typed = try line(CommandPhrase.labelNotify.text)
            if let problem = notify(typed, &answers) {
                write(problem)
                continue
            }
            // The program may be installed later, so that this is no error.
            for warning in ConfigurationDraft(answers: answers, path: path).warnings {
                write(LocalSentence(.noteThat, ["warning": warning]))
            }
            return
        }
    }

    /// Writes the question for the receiver of alerts.
    static func writeReceiver(to page: inout Page) {
        title(LocalSentence(.questionNotify), to: &page)
        write(LocalSentence(.hintNotify), to: &page)
    }

    /// - Returns: The error; `nil` if there is none.
    func notify(_ typed: String, _ answers: inout SetupAnswers) -> LocalSentence? {
        let words = typed.split(separator: " ").map(String.init)
        var tried = answers
        switch (words.first?.lowercased(), words.count) {
        case (nil, _): tried.receiver = .nobody
        case (let word?, 1) where Self.words(.nobodyWords).contains(word): tried.receiver = .nobody
        case ("ntfy", 2): tried.receiver = .ntfy(words[1])
        case (let word?, 1) where word.hasPrefix("https://") || word.hasPrefix("http://"):
            tried.receiver = .webhook(words[0])
        case (let word?, _) where word.hasPrefix("/"):
            if let problem = Self.problem(ofProgram: typed) { return problem }
            tried.receiver = .program(typed)
        case (let word?, 1) where word.contains("@"): tried.receiver = .mail(words[0])
        default:
            return LocalSentence(.noReceiver)
        }
        if let problem = problem(of: tried) { return problem }
        answers = tried
        return nil
    }

    /// The first error of the decoder.
    private func problem(of answers: SetupAnswers) -> LocalSentence? {
        ConfigurationDraft(answers: answers, path: path).problem.map { LocalSentence(message: $0) }
    }

    /// The reason why a program cannot be run. Otherwise, this would only be noticed when the first alert is lost.
    private static func problem(ofProgram path: String) -> LocalSentence? {
        var status = stat()
        let shown = Text.shown(path)
        guard stat(path, &status) == 0 else {
            return LocalSentence(.programMissing, ["file": shown, "error": ErrorNumber.text()])
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return LocalSentence(.programNotRegular, ["file": shown])
        }
        guard status.st_mode & 0o111 != 0 else {
            return LocalSentence(.programNotExecutable, ["file": shown, "command": "chmod +x \(shown)"])
        }
        return nil
    }

    // MARK: - The terminal

    func write(_ sentence: LocalSentence) {
        var page = Page(for: terminal)
        Self.write(sentence, to: &page)
        write(page)
    }

    private static func write(_ sentence: LocalSentence, to page: inout Page) {
        page.line(Text(sentence: sentence.text), indent: 2)
    }

    private static func title(_ sentence: LocalSentence, to page: inout Page) {
        page.blank()
        page.line(Text(sentence.text, .bold))
    }

    private func write(_ page: Page) {
        _ = StandardStream.writeAll(page.bytes, to: STDERR_FILENO)
    }

    private func line(_ name: String) throws(Failure) -> String {
        _ = StandardStream.writeAll(Array("  \(name)> ".utf8), to: STDERR_FILENO)
        guard let line = readLine() else {
            _ = StandardStream.writeAll([UInt8(ascii: "\n")], to: STDERR_FILENO)
            throw .failed(CommandPhrase.inputEnded.text)
        }
        return String(line.prefix(4_096)).trimmingBlanks
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let head = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let end = head.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { return "" }
        return String(head[...end])
    }
}
