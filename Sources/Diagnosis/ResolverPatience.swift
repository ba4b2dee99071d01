public import NetworkModel

/// How long the system's resolver waits for DNS servers (resolv.conf(5)), beside how long they take.
public struct ResolverPatience: Sendable, Hashable {
    /// For each server, in seconds.
    public var timeout: Int
    /// How often each server is asked; 0: never.
    public var attempts: Int
    /// The line that says so, with its place; `nil` if the defaults hold.
    public var line: String?

    /// What resolv.conf(5) has.
    public init(_ configuration: ResolverConfiguration) {
        self.init(timeout: configuration.timeout, attempts: configuration.attempts, line: configuration.optionLine)
    }

    init(timeout: Int, attempts: Int, line: String?) {
        self.timeout = timeout
        self.attempts = attempts
        self.line = line
    }

    /// Why programs find nothing, where the line is the reason: the end of a sentence.
    ///
    /// - Parameter slowest: How long servers took to answer.
    func reason(beside slowest: Milliseconds?) -> String? {
        guard let line else { return nil }
        if attempts == 0 { return FactPhrase.askNoServer.text(["line": shown(line)]) }
        guard let slowest, slowest.duration > .seconds(timeout * attempts) else { return nil }
        return
            FactPhrase.giveUpBefore.text([
                "line": shown(line), "limit": "\(timeout * attempts) s", "time": spoken(slowest),
            ])
    }
}
