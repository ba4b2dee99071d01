import Glibc
import NetworkModel
import TargetKinds

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
    func confirm(_ question: String, _ explanation: String, isProposed: Bool) throws(Failure) -> Bool {
        title(question)
        write(explanation)
        while true {
            switch try line(isProposed ? "Y/n" : "y/N").lowercased() {
            case "": return isProposed
            case "y", "yes": return true
            case "n", "no": return false
            default: write("Please answer y or n.")
            }
        }
    }

    // MARK: - Questions

    private func promptForTargets(_ answers: inout SetupAnswers) throws(Failure) {
        title("1. What should be monitored?")
        for notice in findings.notices { write(notice) }
        var page = Page(for: terminal)
        var table = Table(.left, .right, .flexible, .left, .flexible)
        for (index, candidate) in findings.candidates.enumerated() {
            table.add(
                Text(candidate.isProposed ? "[x]" : "[ ]"), Text("\(index + 1)"), Text(candidate.target.text, .name),
                Text(candidate.state.words, candidate.state == .down ? .warning : .good), Text(candidate.words, .dim))
        }
        if table.isEmpty { page.line("Nothing was found to suggest.", indent: 2) }
        page.table(table, indent: 2)
        write(page)
        write(
            findings.candidates.isEmpty
                ? "Targets of your own, such as https://example.org/ or host:22, with blanks between them; Return for none."
                : "Numbers, and targets of your own such as https://example.org/ or host:22, with blanks between them; "
                    + "the word none; or Return for those marked [x].")
        while true {
            let words = try line("targets").split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
            if words.isEmpty { return }
            if let problem = choose(words, &answers) { write(problem) } else { return }
        }
    }

    /// - Returns: The error; `nil` if there is none.
    func choose(_ words: [String], _ answers: inout SetupAnswers) -> String? {
        if words.map({ $0.lowercased() }) == ["none"] {
            answers.choose([], of: findings)
            return nil
        }
        var chosen: [Int] = []
        var own: [String] = []
        for word in words {
            if let number = Int(word) {
                guard number >= 1, number <= findings.candidates.count else {
                    return "There is no \(number) in the list; it goes from 1 to \(findings.candidates.count)."
                }
                chosen.append(number - 1)
                continue
            }
            do {
                let target = try Target(word)
                // A single word may be the answer to another question, and would become a host that is never up.
                if case .host = target.kind, !word.contains(where: { ".:".contains($0) }), let why = unknownName(target)
                {
                    return
                        "There is no host \(Text.shown(word)): \(why). Write a number of the list, a URL, host:port or a "
                        + "host; icmp://\(Text.shown(word)) is taken as it is."
                }
                own.append(target.text)
            } catch {
                return error.description
            }
        }
        var tried = answers
        tried.choose(chosen, own: own, of: findings)
        if let problem = ConfigurationDraft(answers: tried, path: path).problem { return problem }
        answers = tried
        return nil
    }

    private func promptForReaders(_ answers: inout SetupAnswers) throws(Failure) {
        title("2. Who may see the results over the network?")
        var page = Page(for: terminal)
        var table = Table(.left, .right, .flexible)
        table.add("[ ]", "1", "nobody: this machine alone")
        table.add("[x]", "2", "hosts on private networks see name, version and overall status")
        if !findings.networks.isEmpty {
            table.add("[ ]", "3", Text("hosts in \(findings.networks.joined(separator: ", ")) see everything"))
        }
        page.table(table, indent: 2)
        write(page)
        write("A number, or networks such as 192.168.1.0/24 that see everything; Return for 2.")
        while true {
            let typed = try line("access")
            if let problem = admit(typed, &answers) { write(problem) } else { return }
        }
    }

    /// - Returns: The error; `nil` if there is none.
    func admit(_ typed: String, _ answers: inout SetupAnswers) -> String? {
        var tried = answers
        switch typed.lowercased() {
        case "", "2": tried.readers = .statusAlone
        case "1", "nobody", "none": tried.readers = .nobody
        case "3" where !findings.networks.isEmpty: tried.readers = .networks(findings.networks)
        default:
            let networks = typed.split { " ,\t".contains($0) }.map(String.init)
            let numbers = findings.networks.isEmpty ? "1 or 2" : "1, 2 or 3"
            guard !networks.isEmpty, networks.allSatisfy({ IPAddress(String($0.prefix { $0 != "/" })) != nil }) else {
                return "\(SafeText.shown(typed)) is none of them; write \(numbers), or networks as in 192.168.1.0/24."
            }
            tried.readers = .networks(networks)
        }
        if let problem = ConfigurationDraft(answers: tried, path: path).problem { return problem }
        answers = tried
        return nil
    }

    private func promptForReceiver(_ answers: inout SetupAnswers) throws(Failure) {
        title("3. Who should be notified when something breaks?")
        write(
            "A mail address (sent with sendmail), the https:// URL of a webhook, ntfy and the URL of a topic, "
                + "or the path of a program; Return for nobody. Every user of this machine can read the file, and so a token "
                + "in the URL or the name of a topic. On a desktop, systemctl --user enable --now "
                + "netdiag-notify shows incidents as notifications without any of this.")
        while true {
            let typed = try line("notify")
            if let problem = notify(typed, &answers) {
                write(problem)
                continue
            }
            // The program may be installed later, so that this is no error.
            for warning in ConfigurationDraft(answers: answers, path: path).warnings { write("Note: \(warning)") }
            return
        }
    }

    /// - Returns: The error; `nil` if there is none.
    func notify(_ typed: String, _ answers: inout SetupAnswers) -> String? {
        let words = typed.split(separator: " ").map(String.init)
        var tried = answers
        switch (words.first?.lowercased(), words.count) {
        case (nil, _), ("nobody", 1), ("none", 1): tried.receiver = .nobody
        case ("ntfy", 2): tried.receiver = .ntfy(words[1])
        case (let word?, 1) where word.hasPrefix("https://") || word.hasPrefix("http://"):
            tried.receiver = .webhook(words[0])
        case (let word?, _) where word.hasPrefix("/"):
            if let problem = Self.problem(ofProgram: typed) { return problem }
            tried.receiver = .program(typed)
        case (let word?, 1) where word.contains("@"): tried.receiver = .mail(words[0])
        default:
            return "That is none of them; for example: ops@example.org, or https://hooks.example.org/netdiag"
        }
        if let problem = ConfigurationDraft(answers: tried, path: path).problem { return problem }
        answers = tried
        return nil
    }

    /// The reason why a program cannot be run. Otherwise, this would only be noticed when the first alert is lost.
    private static func problem(ofProgram path: String) -> String? {
        var status = stat()
        let shown = Text.shown(path)
        guard stat(path, &status) == 0 else {
            return "\(shown): \(ErrorNumber.text()); write the path of a program that is there, without arguments."
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return "\(shown) is not a regular file; write the path of a program."
        }
        guard status.st_mode & 0o111 != 0 else { return "\(shown) may not be run; allow it: chmod +x \(shown)" }
        return nil
    }

    // MARK: - The terminal

    func write(_ text: String) {
        var page = Page(for: terminal)
        page.line(Text(sentence: text), indent: 2)
        write(page)
    }

    private func title(_ text: String) {
        var page = Page(for: terminal)
        page.blank()
        page.line(Text(text, .bold))
        write(page)
    }

    private func write(_ page: Page) {
        _ = StandardStream.writeAll(page.bytes, to: STDERR_FILENO)
    }

    private func line(_ name: String) throws(Failure) -> String {
        _ = StandardStream.writeAll(Array("  \(name)> ".utf8), to: STDERR_FILENO)
        guard let line = readLine() else {
            _ = StandardStream.writeAll([UInt8(ascii: "\n")], to: STDERR_FILENO)
            throw .failed("the input ended before all questions were answered; nothing was written")
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
