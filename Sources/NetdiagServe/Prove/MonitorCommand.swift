import NetworkFaults
import NetworkModel

/// The command line of the user's own monitor, with placeholders for a URL and a file.
///
/// It is run without a shell, so that nothing in a URL can become a command.
struct MonitorCommand: Sendable {
    /// The time limit of one run.
    static let limit = Duration.seconds(20)

    private let words: [String]

    /// Splits a line into words by the rules of sh(1) for blanks, quotes and backslashes.
    ///
    /// - Throws: ``FaultError/usage(_:)`` for an unclosed quote, for syntax that needs a shell, and if `{url}` is missing.
    init(_ line: String) throws(FaultError) {
        words = try Self.words(line)
        guard !words.isEmpty else { throw .usage("--probe is empty; write a command, as in 'curl -fsS {url}'") }
        guard words.dropFirst().contains(where: { Self.parts($0, around: "{url}").count > 1 }) else {
            throw .usage(
                "--probe does not say what to check; write {url} where the URL belongs, as in 'curl -fsS {url}'")
        }
    }

    /// Runs the command for a server.
    ///
    /// - Parameters:
    ///   - authority: The file of the certificate that signs the server's certificate.
    ///   - hidden: Variables of this process's environment that are omitted.
    func run(
        against endpoint: FaultEndpoint, authority: String, hiding hidden: Set<String>
    ) async throws -> ChildProcess {
        let words = words.map { word in
            Self.parts(word, around: "{ca}").map { Self.parts($0, around: "{url}").joined(separator: endpoint.target) }
                .joined(separator: authority)
        }
        // Most monitors take a proxy from these variables.
        var environment = endpoint.environment
        let arguments = endpoint.checkArguments
        if let index = arguments.firstIndex(of: "--proxy"), index + 1 < arguments.count {
            for name in ["http_proxy", "https_proxy"] { environment[name] = arguments[index + 1] }
        }
        return try await ChildProcess.run(
            words[0], Array(words.dropFirst()), environment: environment, hiding: hidden, limit: Self.limit)
    }

    private static func parts(_ word: String, around place: String) -> [String] {
        word.split(separator: place, omittingEmptySubsequences: false).map(String.init)
    }

    // MARK: - Words

    private enum Quote { case none, single, double }

    static func words(_ line: String) throws(FaultError) -> [String] {
        var words: [String] = []
        // `nil` between words. Empty quotes are a word as well.
        var word: String.UnicodeScalarView?
        var quote = Quote.none
        var rest = line.unicodeScalars[...]
        func add(_ scalar: Unicode.Scalar) {
            word = word ?? String.UnicodeScalarView()
            word?.append(scalar)
        }
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case (.none, " "), (.none, "\t"), (.none, "\n"):
                if let ended = word { words.append(String(ended)) }
                word = nil
            case (.none, "'"), (.none, "\""):
                quote = scalar == "'" ? .single : .double
                word = word ?? String.UnicodeScalarView()
            case (.single, "'"), (.double, "\""): quote = .none
            case (.none, "\\"):
                guard let next = rest.popFirst() else { throw .usage("--probe ends with a backslash") }
                add(next)
            case (.double, "\\"):
                let isEscape = rest.first.map { "\"\\$`".unicodeScalars.contains($0) } ?? false
                add(isEscape ? rest.removeFirst() : scalar)
            case (.none, "|"), (.none, "&"), (.none, ";"), (.none, "<"), (.none, ">"), (.none, "("), (.none, ")"),
                (.none, "`"), (.none, "$"):
                throw .usage(
                    "--probe is run without a shell, which \(scalar) would need; quote it, or write sh -c '… \"$1\"' sh {url}"
                )
            case (_, _): add(scalar)
            }
        }
        guard quote == .none else { throw .usage("--probe has a quote that is not closed") }
        if let word { words.append(String(word)) }
        return words
    }
}
