import Glibc
import LocaleText
public import Logging
import NetworkModel

/// Writes one line per log entry to standard error. If journald reads it, the line begins with a priority (sd-daemon(3)), otherwise
/// with the time.
public struct JournalLogHandler: LogHandler {
    /// The lowest level that is written.
    public var logLevel: Logger.Level = .info
    /// Values that are appended to every line; a value of the same key in an entry takes precedence.
    public var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    /// Creates a handler, which detects journald by `JOURNAL_STREAM` in the environment (systemd.exec(5)).
    public init() {
        isJournal = getenv("JOURNAL_STREAM") != nil
    }

    /// Access to a single value of ``metadata``.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an entry with its metadata, escaped so that text from the network cannot forge a line or a priority.
    public func log(event: LogEvent) {
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

    /// The priority in syslog(3).
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
