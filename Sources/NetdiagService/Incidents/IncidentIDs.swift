import Glibc
import NetworkModel
import NetdiagConfiguration
import Probes

/// The ids of incidents, which are reserved on disk before their use, so that a daemon that is killed right after it
/// announced an id does not assign it to another incident.
///
/// The file contains one number, up to which ids may have been announced. It is written for ``ahead`` ids at a time: a
/// thousand incidents that open together cost sixteen writes. After a kill, up to that many ids are skipped.
struct IncidentIDs: Sendable {
    static let ahead = 64

    let path: String
    /// Ids up to this one may be announced.
    private(set) var reserved = 0

    init(directory: String) {
        path = directory + "/incident-ids"
    }

    /// The number that the last run stored; 0 if it stored none, or an invalid one.
    func read() -> Int {
        guard let bytes = try? RegularFile.read(path, maxBytes: 32).bytes,
            let number = Int(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }),
            0..<IncidentRecord.greatest ~= number
        else { return 0 }
        return number
    }

    /// Reserves an id before it is announced.
    mutating func reserve(_ id: Int) throws(AtomicFile.Failure) {
        guard id > reserved else { return }
        try write(id + Self.ahead)
    }

    /// Reserves more ids while nothing waits for them, so that `reserve` rarely has to write.
    mutating func refill(after id: Int) throws(AtomicFile.Failure) {
        guard id + Self.ahead / 2 > reserved else { return }
        try write(id + Self.ahead)
    }

    /// Stores the last id at the end of this run, so that the next run continues without a gap.
    mutating func storeLast(at id: Int) throws(AtomicFile.Failure) {
        try write(id)
    }

    private mutating func write(_ number: Int) throws(AtomicFile.Failure) {
        // After a failed write, the next id tries again; the incident is announced regardless.
        try AtomicFile.write(Array("\(number)\n".utf8), to: path)
        reserved = number
    }
}
