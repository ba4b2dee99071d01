import Glibc
import NetworkModel
import NetdiagConfiguration
import Probes

/// The stored form of incidents.
struct IncidentRecord: Sendable, Codable {
    static let schema = "netdiag.incidents/1"

    var schema = Self.schema
    /// The greatest id that was assigned.
    var lastID: Int
    var incidents: [StatusDocument.Incident]

    enum CodingKeys: String, CodingKey {
        case schema, incidents
        case lastID = "last_id"
    }

    init(lastID: Int, incidents: [StatusDocument.Incident]) {
        self.lastID = lastID
        self.incidents = incidents
    }

    /// Whether a reducer can continue from this record. A file on disk may have been damaged or edited, so that no
    /// number may be great enough to overflow, and no id may appear twice.
    var isSound: Bool {
        schema == Self.schema && 0..<Self.greatest ~= lastID && Set(incidents.map(\.id)).count == incidents.count
            && incidents.allSatisfy { incident in
                incident.id > 0 && incident.id <= lastID
                    && incident.targetCount >= incident.targets.count
                    && 0...incident.targetCount ~= incident.degradedCount && incident.targetCount < Self.greatest
                    && 0..<Self.greatest ~= incident.reopened
                    && incident.closed.map { $0 >= incident.opened } ?? true
            }
    }

    static let greatest = Int(Int32.max)
}

/// The file in which incidents are stored from one run of the daemon to the next.
struct IncidentFile: Sendable {
    /// The maximum size that is read, in bytes.
    static let maxBytes = 64 * 1_024 * 1_024

    let path: String

    init(directory: String) {
        path = directory + "/incidents.json"
    }

    /// The reason why the file cannot be used, as one line.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// The stored record; `nil` if there is no file.
    ///
    /// - Throws: ``Broken``.
    func read() throws(Broken) -> IncidentRecord? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        let bytes: [UInt8]
        do {
            bytes = try RegularFile.read(path, maxBytes: Self.maxBytes).bytes
        } catch {
            throw Broken(description: "\(SafeText.escaped(path)) \(error.reason)")
        }
        guard let record = try? JSON.decode(IncidentRecord.self, from: bytes),
            record.isSound
        else { throw Broken(description: "\(SafeText.escaped(path)) is not a record of incidents") }
        return record
    }

    /// Renames the file, so that a new one can be started without losing it.
    ///
    /// - Returns: The new name; `nil` if renaming failed.
    func quarantine() -> String? {
        let other = path + ".broken"
        return rename(path, other) == 0 ? other : nil
    }

    /// Replaces the file atomically: a reader finds the old or the new record, also after a power failure.
    ///
    /// - Throws: ``Broken``.
    func write(_ record: IncidentRecord) throws(Broken) {
        guard let json = try? JSON.line(record) else { throw Broken(description: "incidents cannot be encoded") }
        do {
            try AtomicFile.write(json, to: path)
        } catch {
            throw Broken(description: error.description)
        }
    }
}
