import NetworkFaults
import NetworkModel

/// The completions of a word after `netdiag serve`. They are derived from the declarations of the commands and options, and
/// from the catalogue of faults.
struct ServeCompletion: Sendable {
    struct Offer: Sendable, Equatable {
        var words: [String] = []
        /// Whether files are offered as well.
        var hasFiles = false
    }

    /// The options with which something is served, or examined, without a source.
    private static let servingWithoutSource = ["--text", "--openapi", "--echo", "--fault", "--list-faults", "--prove"]

    let command: CommandDescription
    /// The names of the current runs.
    let runs: @Sendable () -> [String]

    /// - Parameters:
    ///   - words: The words between `serve` and the one that is completed.
    ///   - typed: The beginning of the word that is completed.
    func offer(after words: [String], typed: String) -> Offer {
        var command = command
        var given: Set<String> = []
        var (place, areOptionsOver) = (0, false)
        var option: CommandDescription.Argument?
        for word in words {
            if option != nil, !word.hasPrefix("-") {
                option = nil
            } else if word == "--", !areOptionsOver {
                (option, areOptionsOver) = (nil, true)
            } else if word.hasPrefix("-"), !areOptionsOver {
                let parts = word.split(separator: "=", maxSplits: 1)
                let found = command.argument(named: String(parts.first ?? ""))
                given.formUnion(found?.words ?? [])
                option = found?.kind == .option && parts.count == 1 ? found : nil
            } else if place == 0, let sub = command.subcommand(word) {
                command = sub
            } else {
                place += 1
            }
        }
        if typed.hasPrefix("-"), !areOptionsOver {
            return typed.contains("=") ? valueOffer(of: typed, in: command) : options(of: command, but: given, typed)
        }
        if let option {
            guard option.isPublication else { return offer(of: option, typed) }
            // The word is a name, which is not known, or the source if nothing else is served.
            return place > 0 || !given.isDisjoint(with: Self.servingWithoutSource) ? Offer() : Offer(hasFiles: true)
        }
        let positional = command.all.filter { $0.kind == .positional }
        let argument =
            positional.indices.contains(place)
            ? positional[place] : positional.last.flatMap { $0.isRepeating ? $0 : nil }
        var offer = argument.map { self.offer(of: $0, typed) } ?? Offer()
        if place == 0, let subcommands = command.subcommands {
            offer.words += subcommands.map(\.commandName).filter { $0.hasPrefix(typed) }
        }
        return offer
    }

    private func options(of command: CommandDescription, but given: Set<String>, _ typed: String) -> Offer {
        let free = command.all.filter {
            $0.kind != .positional && $0.shouldDisplay && ($0.isRepeating || given.isDisjoint(with: $0.words))
        }
        var seen: Set<String> = []
        return Offer(words: free.flatMap(\.words).filter { $0.hasPrefix(typed) && seen.insert($0).inserted })
    }

    /// The completions of `--option=value`.
    private func valueOffer(of typed: String, in command: CommandDescription) -> Offer {
        let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = command.argument(named: String(parts[0])), option.kind == .option else { return Offer() }
        let values = offer(of: option, String(parts[1]))
        return Offer(words: values.words.map { "\(parts[0])=\($0)" }, hasFiles: values.hasFiles)
    }

    private func offer(of argument: CommandDescription.Argument, _ typed: String) -> Offer {
        let words: [String] =
            switch argument.completionKind {
            case .list(let values): argument.isFault ? faults(typed, values) : values
            case .file, .directory: []
            case .custom, .customAsync, .customDeprecated: argument.isRun ? runs() : []
            case .shellCommand, nil: argument.allValues ?? []
            }
        let hasFiles =
            switch argument.completionKind {
            case .file, .directory: true
            case .list, .custom, .customAsync, .customDeprecated, .shellCommand, nil: false
            }
        return Offer(words: words.filter { $0.hasPrefix(typed) }, hasFiles: hasFiles)
    }

    /// The ids of faults; after an id and an equals sign, what can be given to that fault.
    private func faults(_ typed: String, _ ids: [String]) -> [String] {
        let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let fault = FaultCatalogue.definition(CauseID(rawValue: String(parts[0]))) else {
            return ids
        }
        return fault.arguments.flatMap { argument -> [String] in
            switch argument.kind {
            case .choice(let choices, _): choices.map { "\(parts[0])=\(argument.name)=\($0)" }
            case .integer, .duration, .text: ["\(parts[0])=\(argument.name)="]
            }
        }
    }
}

extension CommandDescription.Argument {
    /// Whether it takes the id of a fault.
    fileprivate var isFault: Bool { words.contains("--fault") }
    /// Whether it takes a name, or is followed by the source.
    fileprivate var isPublication: Bool { words.contains("--publish") }
    /// Whether it takes the name of a run (``RunOptions``).
    fileprivate var isRun: Bool { kind == .positional && valueName == "name" }
}

/// The exchange between the scripts of shells and this program: `--complete-words SHELL INDEX WORD…`.
enum ServeCompletionCommand {
    static let word = "--complete-words"
    /// The line that tells the script to offer files.
    private static let files = "---files"

    /// - Parameter arguments: The arguments after ``word``.
    /// - Returns: The lines for the script.
    static func lines(_ arguments: [String], _ completion: ServeCompletion) -> [String] {
        guard arguments.count >= 2, let index = Int(arguments[1]), 0..<arguments.count ~= index else { return [] }
        let isBash = arguments[0] == "bash"
        var words = Array(arguments.dropFirst(2).prefix(index + 1))
        // Nothing has been typed yet of a word that the shell does not pass.
        if words.count == index { words.append("") }
        guard words.count == index + 1 else { return [] }
        if isBash { words = joined(words) }
        let typed = words.removeLast()
        let offer = completion.offer(after: words, typed: typed)
        // Bash replaces only what follows the last separator.
        let kept = isBash ? typed.lastIndex { $0 == "=" || $0 == ":" }.map { typed.index(after: $0) } : nil
        let dropped = kept.map { typed.distance(from: typed.startIndex, to: $0) } ?? 0
        return offer.words.map { String($0.dropFirst(dropped)) } + (offer.hasFiles ? [files] : [])
    }

    /// The words that were typed: bash splits them at equals signs and colons (`COMP_WORDBREAKS`).
    private static func joined(_ parts: [String]) -> [String] {
        var words: [String] = []
        var isOpen = false
        for part in parts {
            let isSeparator = !part.isEmpty && part.allSatisfy { $0 == "=" || $0 == ":" }
            if let last = words.last, isSeparator || isOpen {
                words[words.count - 1] = last + part
            } else {
                words.append(part)
            }
            isOpen = isSeparator
        }
        return words
    }
}
