import Foundation

/// A file that is removed with the object.
final class TemporaryFile: Sendable {
    let path: String

    init(_ content: String) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("netdiag-\(UUID().uuidString)").path
        try write(content)
    }

    /// Replaces the file as editors do, by a new one with the same name.
    func write(_ content: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
