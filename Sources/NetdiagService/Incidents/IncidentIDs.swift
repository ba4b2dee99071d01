import Glibc
import NetworkModel
import NetdiagConfiguration
import Probes

/// The ids that may be given to incidents: written down ahead of their use, so that a daemon that was killed right after it
/// announced one does not give it to another incident.
///
/// A file of one number, up to which ids may have been announced. It is written for ``ahead`` ids at once: a thousand
/// incidents that open together cost sixteen writes. After a kill, up to that many ids are skipped.
struct IncidentIDs: Sendable {
    static let ahead = 64

    let path: String
    /// Ids up to this one may be announced.
    private(set) var reserved = 0

    init(directory: String) {
        path = directory + "/incident-ids"
    }

    /// The number that the last run left; 0 where it left none, or something else.
    func read() -> Int {
        guard let bytes = try? RegularFile.read(path, maximum: 32).bytes,
            let number = Int(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }),
            0..<IncidentRecord.greatest ~= number
        else { return 0 }
        return number
    }

    /// Before an id is announced.
    mutating func reserve(_ id: Int) throws(AtomicFile.Failure) {
        guard id > reserved else { return }
        try write(id + Self.ahead)
    }

    /// While nobody waits: so that `reserve` seldom has anything to do.
    mutating func refill(after id: Int) throws(AtomicFile.Failure) {
        guard id + Self.ahead / 2 > reserved else { return }
        try write(id + Self.ahead)
    }

    /// No more ids will be announced in this run: the next one goes on without a gap.
    mutating func settle(at id: Int) throws(AtomicFile.Failure) {
        try write(id)
    }

    private mutating func write(_ number: Int) throws(AtomicFile.Failure) {
        // What cannot be written is tried again with the next id; the incident is announced all the same.
        try AtomicFile.write(Array("\(number)\n".utf8), to: path)
        reserved = number
    }
}
