import Glibc
import NetworkModel
import NetdiagConfiguration
import Probes

/// The stored form of incidents.
struct IncidentRecord: Sendable, Codable {
    static let schema = "netdiag.incidents/1"

    var schema = Self.schema
    /// Ids up to this one have been given away.
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

    /// Whether a book can go on from it. What is on a disk may have been damaged or edited: no number is so great that
    /// counting on overflows, no id stands there twice.
    var isSound: Bool {
        schema == Self.schema && 0..<Self.greatest ~= lastID && Set(incidents.map(\.id)).count == incidents.count
            && incidents.allSatisfy { incident in
                incident.id > 0 && incident.id <= lastID
                    && incident.targetCount >= incident.targets.count && incident.targetCount < Self.greatest
                    && 0..<Self.greatest ~= incident.reopened
                    && incident.closed.map { $0 >= incident.opened } ?? true
            }
    }

    static let greatest = Int(Int32.max)
}

/// The file that incidents are kept in from one run of the daemon to the next.
struct IncidentFile: Sendable {
    /// Bytes that are read.
    static let longest = 64 * 1_024 * 1_024

    let path: String

    init(directory: String) {
        path = directory + "/incidents.json"
    }

    /// Why the file is of no use, in a line.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// What was kept; `nil` if there is no file.
    ///
    /// - Throws: ``Broken``.
    func read() throws(Broken) -> IncidentRecord? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        let bytes: [UInt8]
        do {
            bytes = try RegularFile.read(path, maximum: Self.longest).bytes
        } catch {
            throw Broken(description: "\(SafeText.escaped(path)) \(error.reason)")
        }
        guard let record = try? JSON.decode(IncidentRecord.self, from: bytes),
            record.isSound
        else { throw Broken(description: "\(SafeText.escaped(path)) is no record of incidents") }
        return record
    }

    /// Gives the file another name, so that a new one can be begun and nothing is lost.
    ///
    /// - Returns: The other name; `nil` if it could not be given.
    func setAside() -> String? {
        let other = path + ".broken"
        return rename(path, other) == 0 ? other : nil
    }

    /// Writes all of it or nothing: a reader, and a machine that loses its power, find the old one or the new one.
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
