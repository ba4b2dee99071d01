/// The dialogue with an FTP server, step by step.
public struct FTPEvidence: LayerEvidence {
    /// The layer `ftp`.
    public static let layer = Layer.kind("ftp")

    /// The result of a session.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// Everything that was requested was done.
        case done
        /// The greeting is not that of an FTP server, or the server violates RFC 959.
        case malformed
        /// The server rejected the name and the password.
        case loginRejected = "login-rejected"
        /// TLS was requested, and the server does not support it.
        case noTLS = "no-tls"
        /// The control connection works, but the data connection does not.
        case dataBlocked = "data-blocked"
        /// There is no such file or directory (550).
        case notFound = "not-found"
        /// The server refused to store, rename or remove a file.
        case writeDenied = "write-denied"
        /// The server was silent; it closed the connection or replied 421; there was any other error.
        case timeout, closed, failed
    }

    /// A step of a session, with the server's reply.
    public struct Step: Sendable, Hashable, Codable {
        /// The name, as in `login`, `passive`, `list`, `retrieve`, `store`, `rename`, `delete`, `make-directory`.
        public var name: String
        /// The last reply: its code and text.
        public var reply: String?
        /// The time from the command to its last reply. JSON key: `duration_ms`.
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case name, reply
            case duration = "duration_ms"
        }

        /// Creates a step with its result.
        public init(name: String, reply: String? = nil, duration: Duration) {
            self.name = name
            self.reply = reply
            self.duration = Milliseconds(duration)
        }
    }

    /// An entry of a directory.
    public struct Entry: Sendable, Hashable, Codable {
        /// The type of an entry.
        public enum Kind: String, Sendable, Hashable, Codable {
            case file, directory, link, other
        }

        /// The name within the directory; if a line of a listing cannot be parsed, the whole line.
        public var name: String
        /// The type of the entry; `other` if the listing does not state it.
        public var kind: Kind
        /// The size in bytes; `nil` if the listing does not state it.
        public var size: Int?
        /// The time of modification, as stated by the listing.
        public var modified: String?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - name: The name within the directory.
        ///   - kind: The type of the entry; `other` if the listing does not state it.
        ///   - size: The size in bytes; `nil` if the listing does not state it.
        ///   - modified: The time of modification, as stated by the listing.
        public init(name: String, kind: Kind, size: Int? = nil, modified: String? = nil) {
            self.name = name
            self.kind = kind
            self.size = size
            self.modified = modified
        }
    }

    /// The URL without credentials.
    public var url: String
    /// The result of the session.
    public var outcome: Outcome
    /// The steps in order; the last one may have failed.
    public var steps: [Step]
    /// The size of the requested file, in bytes.
    public var size: Int?
    /// The entries of the requested directory, at most 1,000.
    public var entries: [Entry]?
    /// The total number of entries.
    public var entryCount: Int?
    /// What was wrong, or how much of a directory was left out, as text that may contain text of the server.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, steps, size, entries, detail
        case entryCount = "entry_count"
    }

    /// Creates the evidence of a session.
    ///
    /// - Parameters:
    ///   - url: The URL without credentials.
    ///   - outcome: The result of the session.
    ///   - steps: The steps in order.
    ///   - size: The size of the requested file, in bytes.
    ///   - detail: What was wrong; it may contain text of the server.
    public init(url: String, outcome: Outcome, steps: [Step] = [], size: Int? = nil, detail: String? = nil) {
        self.url = url
        self.outcome = outcome
        self.steps = steps
        self.size = size
        self.detail = detail
    }
}

extension FTPEvidence {
    /// A one-line summary: what was found, or how the session ended.
    public var summary: String {
        guard outcome == .done else {
            return [outcome.rawValue, detail].compactMap(\.self).joined(separator: ", ")
        }
        let entries = entryCount.map { $0 == 1 ? "1 entry" : "\($0) entries" }
        let found = entries ?? size.map { "\($0) byte\($0 == 1 ? "" : "s")" }
        return [found, Quantity.text(steps.count, "step")].compactMap(\.self).joined(separator: ", ")
    }

    /// Changes the texts of the server: its replies, and the detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        detail = detail.map(change)
        for index in steps.indices { steps[index].reply = steps[index].reply.map(change) }
    }
}
