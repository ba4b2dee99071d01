import Foundation
import Testing

/// A directory that is removed with its last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "linkfacts-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
    }

    /// Replaces a file as most programs write their configuration: by renaming a new one.
    func replace(_ name: String, _ text: String) throws {
        try write(name + ".new", text)
        try #require(rename(path + "/" + name + ".new", path + "/" + name) == 0)
    }

    func makeLink(_ name: String, to target: String) throws {
        try #require(symlink(target, path + "/" + name) == 0)
    }

    func makeFIFO(_ name: String) throws {
        try #require(mkfifo(path + "/" + name, 0o600) == 0)
    }
}
