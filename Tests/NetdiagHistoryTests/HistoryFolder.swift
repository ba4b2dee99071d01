import Foundation

/// A directory with a database for one test, which is removed with the object.
final class HistoryFolder: Sendable {
    let path: String
    var database: String { path + "/history.db" }

    init() throws {
        // In memory if there is such a place: with a thousand transactions, each of which waits for a busy disk, a test has
        // taken minutes.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : NSTemporaryDirectory()
        var template = Array((parent + "netdiag-history-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
