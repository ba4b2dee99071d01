import Glibc
import LocaleText
public import Logging
import NetworkModel

/// Writes a line for each entry to standard error: with the priority that journald reads (sd-daemon(3)) where it
/// listens, with the time elsewhere.
public struct JournalLogHandler: LogHandler {
    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    public init() {
        isJournal = getenv("JOURNAL_STREAM") != nil
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // What comes from the network has no way to forge a line of its own.
        let text = SafeText.harmless("\(event.message)")
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\(SafeText.escaped("\($0.value)"))" }.joined()
        guard isJournal else {
            return LocaleStandardError.write("\(Timestamp()) \(event.level) \(text)\(details)\n")
        }
        // The journal is UTF-8 in every locale.
        let bytes = Array("<\(Self.priority(event.level))>\(text)\(details)\n".utf8)
        // One write, so that lines of several threads do not mix.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// After syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
