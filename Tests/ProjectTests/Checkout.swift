import Foundation
import TestProcess
import Testing

/// A git repository with the scripts of this one, in a directory that is removed with the object.
final class Checkout: Sendable {
    /// The source tree from which these tests were built.
    static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    let path = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path

    init() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // If this process wrote the copy, children that other tests fork at that moment would have it open for writing,
        // and a script that is open for writing cannot be executed (ETXTBSY, execve(2)).
        let copied = try await TestProcess.run(["cp", "-R", "\(Self.source)/scripts", "\(path)/scripts"])
        try #require(copied.exitStatus == 0, "\(String(decoding: copied.complaint, as: UTF8.self))")
        try await git("init", "--quiet", "--initial-branch=main")
        try write("README.md", "A project.\n")
        try await commit("Begin")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ file: String, _ text: String) throws {
        let target = URL(fileURLWithPath: "\(path)/\(file)")
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: target, atomically: true, encoding: .utf8)
    }

    func git(_ words: String...) async throws {
        let result = try await TestProcess.run(["git", "-C", path] + words, environment: Self.variables)
        try #require(result.exitStatus == 0, "\(words): \(String(decoding: result.complaint, as: UTF8.self))")
    }

    func commit(_ subject: String) async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "--allow-empty", "--message", subject)
    }

    /// Runs a script of this repository in the copy: the exit code, standard output and standard error.
    func run(_ words: String..., variables: [String: String] = [:]) async throws -> (
        code: Int32, text: String, complaint: String
    ) {
        let result = try await TestProcess.run(
            ["/usr/bin/env", "-C", path] + words, environment: Self.variables.merging(variables) { $1 })
        return (
            result.exitStatus, String(decoding: result.output, as: UTF8.self),
            String(decoding: result.complaint, as: UTF8.self)
        )
    }

    /// The environment excludes the user's settings, and has the same times in each run.
    private static let variables = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    ]
}
