import Glibc
package import NetworkModel
import SQLite

/// The waiting messages and the most recently delivered ones, on the disk. They persist even if the process is killed.
///
/// Not Sendable: it belongs to one actor, on a thread that may wait for the disk. Messages to one receiver are
/// delivered in order.
package final class AlertQueue {
    /// The maximum number of delivered messages that are kept.
    package static let maxDelivered = 1_000
    /// The maximum size of the database, in bytes.
    private static let maxBytes = 256 << 20
    /// `neta`, by which file(1) and other programs identify the database.
    private static let applicationID: Int64 = 0x6e65_7461
    /// The version of the schema. Version 1 did not have the times of tracks, version 2 not their labels, and version 3 not
    /// their severities.
    private static let version: Int64 = 4

    /// A message with its sequence number in the queue.
    package struct Entry: Sendable {
        package let sequence: Int64
        package let message: AlertMessage
        /// The number of failed attempts.
        package let attempts: Int
    }

    private let connection: SQLiteConnection
    /// A part of the message IDs that distinguishes them from those of other machines, and of earlier queues.
    package let instance: String

    /// Opens or creates a queue.
    ///
    /// - Parameter path: The path of the file; `:memory:` for a queue that is not stored.
    /// - Throws: ``SQLiteError``; ``AlertQueueError`` if the file belongs to another program or a newer version.
    package init(path: String) throws {
        if path != ":memory:", let code = DatabaseFile.create(path) {
            throw AlertQueueError(description: "\(SafeText.escaped(path)): \(String(cString: strerror(code)))")
        }
        let connection = try SQLiteConnection(path: path, mode: .create)
        do {
            try Self.migrate(connection, path)
            try connection.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256;
                PRAGMA journal_size_limit = 4194304; PRAGMA max_page_count = \(Self.maxBytes / 4_096)
                """)
            instance = try connection.rows("SELECT value FROM meta WHERE key = 'instance'").first?.first?.text ?? ""
        } catch {
            connection.releaseCachedStatements()
            throw error
        }
        self.connection = connection
    }

    deinit { connection.releaseCachedStatements() }

    private static func migrate(_ connection: SQLiteConnection, _ path: String) throws {
        let version = try connection.rows("PRAGMA user_version").first?.first?.integer ?? 0
        let application = try connection.rows("PRAGMA application_id").first?.first?.integer ?? 0
        guard application == applicationID || application == 0 && version == 0 else {
            throw AlertQueueError(description: "\(SafeText.escaped(path)) is another program's database; move it away")
        }
        guard version <= Self.version else {
            throw AlertQueueError(
                description:
                    "\(SafeText.escaped(path)) is of a newer netdiagd (version \(version)); run that one, or move it away"
            )
        }
        guard version < Self.version else { return }
        try connection.transaction {
            if version == 0 { try create(connection) }
            if version < 2 {
                try connection.execute(
                    """
                    ALTER TABLE track ADD COLUMN present INTEGER;
                    ALTER TABLE track ADD COLUMN open_since INTEGER
                    """)
            }
            if version < 3 { try connection.execute("ALTER TABLE track ADD COLUMN labels BLOB") }
            try connection.execute(
                """
                ALTER TABLE track ADD COLUMN severity TEXT;
                PRAGMA application_id = \(applicationID); PRAGMA user_version = \(Self.version)
                """)
        }
    }

    /// Creates the tables of version 1.
    private static func create(_ connection: SQLiteConnection) throws {
        var random = SystemRandomNumberGenerator()
        let instance = String(random.next() as UInt64, radix: 36)
        try connection.execute(
            """
            CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE message (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT, receiver TEXT NOT NULL, incident INTEGER NOT NULL,
                event TEXT NOT NULL, document BLOB NOT NULL, attempts INTEGER NOT NULL, delivered INTEGER);
            CREATE INDEX message_waiting ON message (receiver, sequence) WHERE delivered IS NULL;
            CREATE TABLE track (
                incident INTEGER NOT NULL, receiver TEXT NOT NULL, document BLOB NOT NULL, told INTEGER,
                PRIMARY KEY (incident, receiver)) WITHOUT ROWID;
            """)
        try connection.run("INSERT INTO meta VALUES ('instance', ?)", [.text(instance)])
    }

    // MARK: - Input

    /// Adds messages and stores the states of receivers, all or none.
    ///
    /// Messages that were not delivered yet are combined: an end replaces an opening that still waits, and then states
    /// both times; a reminder is omitted if another message waits.
    ///
    /// - Parameter busy: The messages that are being delivered, which are not replaced.
    package func apply(_ step: AlertReducer.Step, busy: Set<Int64>) throws {
        try connection.transaction {
            for record in step.kept {
                guard let document = try? JSON.line(record.incident) else { continue }
                try connection.run(
                    "INSERT OR REPLACE INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        .integer(Int64(record.incident.id)), .text(record.receiver), .blob(document),
                        record.told.map { .integer($0.millisecondsSince1970) } ?? .null,
                        record.present.map { .integer(Int64(Milliseconds($0).value)) } ?? .null,
                        record.openSince.map { .integer($0.millisecondsSince1970) } ?? .null,
                        record.labels.flatMap { try? JSON.line($0) }.map { SQLiteValue.blob($0) } ?? .null,
                        record.severity.map { .text($0.rawValue) } ?? .null,
                    ])
            }
            for key in step.dropped {
                try connection.run(
                    "DELETE FROM track WHERE incident = ? AND receiver = ?",
                    [.integer(Int64(key.incident)), .text(key.receiver)])
            }
            for message in step.messages { try add(message, busy) }
        }
    }

    private func add(_ message: AlertMessage, _ busy: Set<Int64>) throws {
        var message = message
        let waiting = try connection.rows(
            "SELECT sequence, event FROM message WHERE receiver = ? AND incident = ? AND delivered IS NULL",
            [.text(message.receiver), .integer(Int64(message.incident.id))])
        let idle = waiting.filter { row in row[0].integer.map { !busy.contains($0) } ?? false }
        switch message.event {
        case .reminder where !waiting.isEmpty: return
        case .opened, .reminder, .passed, .test: break
        case .closed:
            let said = idle.compactMap { $0[1].text }
            if said.contains(AlertEvent.opened.rawValue) { message.event = .passed }
            for row in idle where row[1].text != AlertEvent.closed.rawValue {
                try connection.run("DELETE FROM message WHERE sequence = ?", [row[0]])
            }
        }
        try connection.run(
            "INSERT INTO message (receiver, incident, event, document, attempts) VALUES (?, ?, ?, x'', 0)",
            [.text(message.receiver), .integer(Int64(message.incident.id)), .text(message.event.rawValue)])
        let sequence = connection.lastInsertedRow
        message.id = "\(instance)-\(sequence)"
        try connection.run(
            "UPDATE message SET document = ? WHERE sequence = ?", [.blob(try JSON.line(message)), .integer(sequence)])
    }

    // MARK: - Delivery

    /// The first message that waits for a receiver.
    package func next(for receiver: String) throws -> Entry? {
        let rows = try connection.rows(
            """
            SELECT sequence, document, attempts FROM message WHERE receiver = ? AND delivered IS NULL
            ORDER BY sequence LIMIT 1
            """, [.text(receiver)])
        guard let row = rows.first else { return nil }
        guard let sequence = row[0].integer, let document = row[1].blob,
            let message = try? JSON.decode(AlertMessage.self, from: document)
        else {
            // A row that cannot be read would block all messages after it.
            try connection.run("DELETE FROM message WHERE sequence = ?", [row[0]])
            return try next(for: receiver)
        }
        return Entry(sequence: sequence, message: message, attempts: Int(row[2].integer ?? 0))
    }

    package func delivered(_ entry: Entry, at moment: Timestamp) throws {
        try connection.transaction {
            try connection.run(
                "UPDATE message SET delivered = ?, attempts = attempts + 1 WHERE sequence = ?",
                [.integer(moment.millisecondsSince1970), .integer(entry.sequence)])
            try connection.run(
                """
                DELETE FROM message WHERE delivered IS NOT NULL AND sequence NOT IN
                (SELECT sequence FROM message WHERE delivered IS NOT NULL ORDER BY delivered DESC, sequence DESC LIMIT ?)
                """, [.integer(Int64(Self.maxDelivered))])
        }
    }

    /// Records a failed attempt. If the incident was closed in the meantime, the closing message replaces this one.
    package func failed(_ entry: Entry) throws {
        try connection.transaction {
            try connection.run(
                "UPDATE message SET attempts = attempts + 1 WHERE sequence = ?", [.integer(entry.sequence)])
            guard entry.message.event == .opened || entry.message.event == .reminder else { return }
            let later = try connection.rows(
                """
                SELECT sequence, document FROM message WHERE receiver = ? AND incident = ? AND event = ?
                AND delivered IS NULL AND sequence > ?
                """,
                [
                    .text(entry.message.receiver), .integer(Int64(entry.message.incident.id)),
                    .text(AlertEvent.closed.rawValue), .integer(entry.sequence),
                ])
            guard let row = later.first, let document = row[1].blob,
                var message = try? JSON.decode(AlertMessage.self, from: document)
            else { return }
            if entry.message.event == .opened {
                message.event = .passed
                try connection.run(
                    "UPDATE message SET event = ?, document = ? WHERE sequence = ?",
                    [.text(message.event.rawValue), .blob(try JSON.line(message)), row[0]])
            }
            try connection.run("DELETE FROM message WHERE sequence = ?", [.integer(entry.sequence)])
        }
    }

    /// Removes the messages that wait for receivers which were removed.
    ///
    /// - Returns: The number of removed messages.
    package func remove(except receivers: [String]) throws -> Int {
        let known = Set(receivers)
        var removed = 0
        for row in try connection.rows("SELECT DISTINCT receiver FROM message WHERE delivered IS NULL") {
            guard let name = row[0].text, !known.contains(name) else { continue }
            try connection.run("DELETE FROM message WHERE receiver = ? AND delivered IS NULL", [.text(name)])
            removed += connection.changes
        }
        return removed
    }

    // MARK: - Failures

    private static let failing = "failing:"

    /// Keeps since when a receiver does not accept messages; `nil` if it does.
    package func setFailing(_ receiver: String, since moment: Timestamp?) throws {
        let key = SQLiteValue.text(Self.failing + receiver)
        if let moment {
            try connection.run(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, .text("\(moment.millisecondsSince1970)")])
        } else {
            try connection.run("DELETE FROM meta WHERE key = ?", [key])
        }
    }

    /// Since when receivers do not accept messages, by their names.
    package func failing() throws -> [String: Timestamp] {
        let rows = try connection.rows("SELECT key, value FROM meta WHERE key LIKE 'failing:%' LIMIT 1000")
        return Dictionary(
            rows.compactMap { row in
                guard let key = row[0].text, let milliseconds = row[1].text.flatMap({ Int64($0) }) else { return nil }
                return (String(key.dropFirst(Self.failing.count)), Timestamp(millisecondsSince1970: milliseconds))
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Queries

    package func waiting() throws -> [String: Int] {
        let rows = try connection.rows(
            "SELECT receiver, count(*) FROM message WHERE delivered IS NULL GROUP BY receiver")
        return Dictionary(
            rows.compactMap { row in row[0].text.map { ($0, Int(row[1].integer ?? 0)) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The states of the receivers at the end of the last run.
    package func records() throws -> [AlertTrack.Record] {
        let rows = try connection.rows(
            """
            SELECT receiver, document, told, present, open_since, labels, severity FROM track
            ORDER BY incident, receiver LIMIT ?
            """,
            [.integer(Int64(AlertReducer.maxTracks))])
        return rows.compactMap { row in
            guard let receiver = row[0].text, let document = row[1].blob,
                let incident = try? JSON.decode(StatusDocument.Incident.self, from: document)
            else { return nil }
            return AlertTrack.Record(
                incident: incident, receiver: receiver,
                told: row[2].integer.map { Timestamp(millisecondsSince1970: $0) },
                present: row[3].integer.map { .milliseconds(max(0, $0)) },
                openSince: row[4].integer.map { Timestamp(millisecondsSince1970: $0) },
                labels: row[5].blob.flatMap { try? JSON.decode([String: String].self, from: $0) },
                severity: row[6].text.flatMap { Severity(rawValue: $0) })
        }
    }

    /// The waiting messages in order, then the delivered ones, newest first.
    package func messages(limit: Int) throws -> [AlertsDocument.Message] {
        let columns = "document, attempts, delivered FROM message WHERE delivered"
        let waiting = try connection.rows(
            "SELECT \(columns) IS NULL ORDER BY sequence LIMIT ?", [.integer(Int64(limit))])
        let delivered = try connection.rows(
            "SELECT \(columns) IS NOT NULL ORDER BY delivered DESC, sequence DESC LIMIT ?", [.integer(Int64(limit))])
        return (waiting + delivered).compactMap { row in
            guard let document = row[0].blob, let message = try? JSON.decode(AlertMessage.self, from: document) else {
                return nil
            }
            return AlertsDocument.Message(
                id: message.id, receiver: message.receiver, event: message.event, incident: message.incident.id,
                title: AlertText(message).title, created: message.created,
                delivered: row[2].integer.map { Timestamp(millisecondsSince1970: $0) },
                attempts: Int(row[1].integer ?? 0))
        }
    }
}

/// The reason why a file is not used as a queue, on one line.
package struct AlertQueueError: Error, CustomStringConvertible {
    package let description: String
}
