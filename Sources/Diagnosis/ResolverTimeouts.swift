public import NetworkModel

/// How long the system resolver waits for DNS servers (resolv.conf(5)), compared with their response times.
public struct ResolverTimeouts: Sendable, Hashable {
    /// The timeout for each server, in seconds.
    public var timeout: Int
    /// How often each server is queried; 0 for never.
    public var attempts: Int
    /// The line that sets this, with its place; `nil` for the defaults.
    public var line: String?

    /// Whether programs query the servers themselves, and no resolver like systemd-resolved does so for them, by its own timing.
    var areOfPrograms = false

    /// Creates the values from a configuration.
    public init(_ configuration: ResolverConfiguration) {
        self.init(timeout: configuration.timeout, attempts: configuration.attempts, line: configuration.optionLine)
        areOfPrograms = configuration.servers.allSatisfy { $0.source == .resolvConf }
    }

    init(timeout: Int, attempts: Int, line: String?) {
        self.timeout = timeout
        self.attempts = attempts
        self.line = line
    }

    /// The facts of `dns.system-differs`, if the line is the reason why programs get no result; `nil` if it is not.
    ///
    /// - Parameter slowest: The longest response time of a server.
    func facts(beside slowest: Milliseconds?) -> [String: String]? {
        reason(beside: slowest).map { ["why": $0, "patience": shown(line ?? "")] }
    }

    /// Why programs get no result, as the end of a sentence.
    private func reason(beside slowest: Milliseconds?) -> String? {
        guard let line else { return nil }
        if attempts == 0 { return FactPhrase.askNoServer.text(["line": shown(line)]) }
        guard let slowest, slowest.duration > .seconds(timeout * attempts) else { return nil }
        return
            FactPhrase.giveUpBefore.text([
                "line": shown(line), "limit": "\(timeout * attempts) s", "time": durationText(slowest),
            ])
    }
}
