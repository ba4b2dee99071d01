/// The dialogue with an FTP server, step by step.
public struct FTPEvidence: LayerEvidence {
    /// The layer `ftp`.
    public static let layer = Layer.kind("ftp")

    /// How the session ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// All that was asked for was done.
        case done
        /// What greets is no FTP server, or breaks RFC 959.
        case malformed
        /// The server does not take the name and the password.
        case loginRejected = "login-rejected"
        /// TLS was asked for, and the server has none.
        case noTLS = "no-tls"
        /// The control connection works, the data connection does not.
        case dataBlocked = "data-blocked"
        /// There is no such file or directory (550).
        case notFound = "not-found"
        /// The server does not let a file be stored, renamed or removed.
        case writeDenied = "write-denied"
        /// Silence; the end of the connection, or the reply 421; everything else.
        case timeout, closed, failed
    }

    /// Something that was asked of the server, and how it answered.
    public struct Step: Sendable, Hashable, Codable {
        /// As in `login`, `passive`, `list`, `retrieve`, `store`, `rename`, `delete`, `make-directory`.
        public var name: String
        /// The last reply: its code and text.
        public var reply: String?
        /// From the command to its last reply. JSON key: `duration_ms`.
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case name, reply
            case duration = "duration_ms"
        }

        /// Creates a step with what came of it.
        public init(name: String, reply: String? = nil, duration: Duration) {
            self.name = name
            self.reply = reply
            self.duration = Milliseconds(duration)
        }
    }

    /// One entry of a directory.
    public struct Entry: Sendable, Hashable, Codable {
        /// What an entry of a directory is.
        public enum Kind: String, Sendable, Hashable, Codable {
            case file, directory, link, other
        }

        /// The name within the directory; the whole line of a listing that cannot be parsed.
        public var name: String
        /// What the entry is; `other` where the listing does not say.
        public var kind: Kind
        /// Bytes, where the listing says.
        public var size: Int?
        /// As the listing says it.
        public var modified: String?

        /// Creates an entry.
        ///
        /// - Parameter size: Bytes.
        public init(name: String, kind: Kind, size: Int? = nil, modified: String? = nil) {
            self.name = name
            self.kind = kind
            self.size = size
            self.modified = modified
        }
    }

    /// The URL, without a login.
    public var url: String
    /// How the session ended.
    public var outcome: Outcome
    /// The steps that were taken, in order; the last one may have failed.
    public var steps: [Step]
    /// Of the file that was asked for, in bytes.
    public var size: Int?
    /// Of the directory that was asked for, at most 1,000.
    public var entries: [Entry]?
    /// How many it has.
    public var entryCount: Int?
    /// What was wrong, or how much of a directory was left off, in words, some of which may be the server's.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, steps, size, entries, detail
        case entryCount = "entry_count"
    }

    /// Creates the evidence of a session.
    ///
    /// - Parameter size: Bytes.
    public init(url: String, outcome: Outcome, steps: [Step] = [], size: Int? = nil, detail: String? = nil) {
        self.url = url
        self.outcome = outcome
        self.steps = steps
        self.size = size
        self.detail = detail
    }
}

extension FTPEvidence {
    /// One line for people: what was found, or how the session ended.
    public var summary: String {
        guard outcome == .done else {
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
        let found = entryCount.map { "\($0) entries" } ?? size.map { "\($0) bytes" }
        return [found, "\(steps.count) steps"].compactMap(\.self).joined(separator: ", ")
    }

    /// Changes the texts of the server: its replies, and the detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        detail = detail.map(change)
        for index in steps.indices { steps[index].reply = steps[index].reply.map(change) }
    }
}
