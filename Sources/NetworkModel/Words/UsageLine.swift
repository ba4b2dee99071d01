/// The line that a program writes to standard error for wrong usage: what is wrong, where, and what would be right.
///
/// The argument parser writes up to four lines, often without what would be right. Its errors are not public, so that the line
/// is composed from its texts.
public enum UsageLine {
    /// - Parameters:
    ///   - message: The parser's message about the error. Messages of commands are kept.
    ///   - output: All that the parser would write: the message, the help of the option, and the command to get help with.
    public static func text(_ message: String, in output: String) -> String {
        let text = corrected(message, help: help(in: output), command: command(in: output))
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
        return SafeText.harmless(sentenceStart(line))
    }

    private static func corrected(_ message: String, help: String?, command: String?) -> String {
        let detail = help.map { ": \($0)" } ?? ""
        let hint = command.map { "; \($0) shows the usage" } ?? ""
        if message.hasPrefix("The value '"), let split = message.ranges(of: "' is invalid for '").last {
            return value(message, split, detail)
        }
        if message.hasPrefix("Missing ") { return message + detail }
        if let quoted = message.split(separator: "'", omittingEmptySubsequences: false).first,
            quoted == "Unknown option "
        {
            return unknownOption(message, hint)
        }
        if message.hasPrefix("Unexpected argument '") || message.contains(" unexpected arguments: '") {
            return message + hint
        }
        return message
    }

    /// The message about an invalid value, with the values that are valid.
    private static func value(_ message: String, _ split: Range<String.Index>, _ detail: String) -> String {
        let option = message[split.upperBound...]
        if let list = option.firstRange(of: ". Please provide one of") {
            var words = option[list.upperBound...]
            if words.hasPrefix(" the following:") {
                words = words.drop { $0 != "\n" }
                let items = words.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "-" } }
                return "\(message[..<list.lowerBound]): one of \(items.joined(separator: ", "))"
            }
            if words.hasSuffix(".") { words = words.dropLast() }
            return "\(message[..<list.lowerBound]): one of\(words)"
        }
        // Some reasons are predicates: `is out of range`. They need the value as their subject.
        if let reason = option.firstRange(of: "': is ") {
            let name = option[..<reason.lowerBound]
            return "\(message[..<split.lowerBound])' for '\(name)' is \(option[reason.upperBound...])"
        }
        return option.contains("': ") ? message : message + detail
    }

    /// The message about an unknown option, with the one that was probably meant. The parser also suggests options that have
    /// nothing in common with it.
    private static func unknownOption(_ message: String, _ hint: String) -> String {
        let suffix = "'?"
        guard let question = message.firstRange(of: "'. Did you mean '"), message.hasSuffix(suffix) else {
            return message + hint
        }
        let typed = message[..<question.lowerBound].dropFirst("Unknown option '".count)
        let meant = message[question.upperBound...].dropLast(suffix.count)
        let limit = typed.utf8.count / 3
        let isNear = KeySuggestion.nearest(to: String(typed), among: [String(meant)], within: limit) != nil
        return "\(message[..<question.lowerBound])'" + (isNear ? "; did you mean '\(meant)'?" : hint)
    }

    /// The help of the option or argument, as the end of a sentence.
    private static func help(in output: String) -> String? {
        let prefix = "Help:  "
        guard let line = output.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(prefix) }),
            let gap = line.dropFirst(prefix.count).firstRange(of: "  ")
        else { return nil }
        let help = line[gap.upperBound...]
        guard !help.isEmpty else { return nil }
        return sentenceStart(help.hasSuffix(".") ? String(help.dropLast()) : String(help))
    }

    /// The command that shows help, as in `netdiag check --help`.
    private static func command(in output: String) -> String? {
        let prefix = "  See '"
        guard let line = output.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix(prefix) }),
            let end = line.firstRange(of: "' for more information")
        else { return nil }
        return String(line[..<end.lowerBound].dropFirst(prefix.count))
    }

    /// The text with a lower-case letter at its beginning, unless it begins with an abbreviation.
    private static func sentenceStart(_ text: String) -> String {
        let start = text.prefix(2)
        guard let first = start.first, first.isUppercase, start.last?.isUppercase == false, start.count == 2 else {
            return text
        }
        return first.lowercased() + text.dropFirst()
    }
}
