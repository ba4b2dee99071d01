import Glibc
import NetworkModel
import SQLite

/// The tables, and the migrations from older versions.
struct HistorySchema: Sendable {
    /// The SQL that converts each version to the next, beginning with an empty database. Entries are only added, and
    /// never changed.
    var migrations: [String]

    var version: Int { migrations.count }

    /// The current schema. A slot is a number of seconds since 1970 (``HistoryLevel/slotSeconds``; five minutes for
    /// results), and `at` is relative to its start: in milliseconds for a result, in seconds for an aggregate.
    /// Durations are in tenths of a millisecond, `up`, `down` and `maintenance` in seconds. docs/history.md describes
    /// this for users.
    static let current = HistorySchema(migrations: [
        """
        CREATE TABLE target (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
        CREATE TABLE cause (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE progress (level INTEGER PRIMARY KEY, until INTEGER NOT NULL);
        CREATE TABLE result (
            slot INTEGER NOT NULL, target INTEGER NOT NULL, at INTEGER NOT NULL, outcome INTEGER NOT NULL,
            cause INTEGER, duration INTEGER NOT NULL, resolve INTEGER, connect INTEGER, tls INTEGER, answer INTEGER,
            PRIMARY KEY (slot, target, at)) WITHOUT ROWID;
        CREATE TABLE minutes (
            slot INTEGER NOT NULL, target INTEGER NOT NULL, at INTEGER NOT NULL, checks INTEGER NOT NULL,
            failures INTEGER NOT NULL, up INTEGER NOT NULL, down INTEGER NOT NULL, maintenance INTEGER NOT NULL,
            min INTEGER, p10 INTEGER, p50 INTEGER, p90 INTEGER, max INTEGER, cause INTEGER,
            PRIMARY KEY (slot, target, at)) WITHOUT ROWID;
        CREATE TABLE hours (
            slot INTEGER NOT NULL, target INTEGER NOT NULL, at INTEGER NOT NULL, checks INTEGER NOT NULL,
            failures INTEGER NOT NULL, up INTEGER NOT NULL, down INTEGER NOT NULL, maintenance INTEGER NOT NULL,
            min INTEGER, p10 INTEGER, p50 INTEGER, p90 INTEGER, max INTEGER, cause INTEGER,
            PRIMARY KEY (slot, target, at)) WITHOUT ROWID;
        CREATE TABLE days (
            slot INTEGER NOT NULL, target INTEGER NOT NULL, at INTEGER NOT NULL, checks INTEGER NOT NULL,
            failures INTEGER NOT NULL, up INTEGER NOT NULL, down INTEGER NOT NULL, maintenance INTEGER NOT NULL,
            min INTEGER, p10 INTEGER, p50 INTEGER, p90 INTEGER, max INTEGER, cause INTEGER,
            PRIMARY KEY (slot, target, at)) WITHOUT ROWID;
        CREATE TABLE incident (
            id INTEGER NOT NULL, opened INTEGER NOT NULL, closed INTEGER, document BLOB NOT NULL,
            PRIMARY KEY (id, opened)) WITHOUT ROWID;
        CREATE INDEX incident_closed ON incident (closed);
        CREATE INDEX incident_opened ON incident (opened);
        """
    ])

    /// `netd`, by which file(1) and other programs identify the database (PRAGMA application_id).
    static let applicationID: Int64 = 0x6e65_7464

    /// Migrates the database to the current version, and keeps a copy of the old one next to it.
    ///
    /// - Throws: ``HistoryProblem/newer(_:_:)``, ``HistoryProblem/foreign``; ``SQLiteError``.
    func migrate(_ connection: SQLiteConnection, path: String) throws {
        let found = Int(try connection.rows("PRAGMA user_version").first?.first?.integer ?? 0)
        let application = try connection.rows("PRAGMA application_id").first?.first?.integer ?? 0
        guard application == Self.applicationID || application == 0 && found == 0 else { throw HistoryProblem.foreign }
        if application == 0, try connection.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty == false {
            throw HistoryProblem.foreign
        }
        guard found <= version else { throw HistoryProblem.newer(found, version) }
        guard found < version else { return }
        if found > 0 {
            let copy = "\(path).version-\(found)"
            unlink(copy)
            try connection.backUp(to: copy)
        } else {
            // This must precede the first table, so that freed pages can be returned in small steps.
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try connection.transaction {
            for migration in migrations[found...] { try connection.execute(migration) }
            try connection.execute(
                "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(version)")
        }
    }
}
