import Foundation

/// A run of the program that was built beside the tests.
struct Command {
    let exitStatus: Int32
    let output: String
    let complaint: String

    private static var directory: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        let process = Process()
        process.executableURL = Self.directory.appendingPathComponent("netdiag")
        process.arguments = arguments
        process.environment = ["PATH": "/nonexistent", "LANG": "C.UTF-8", "TZ": "UTC"].merging(environment) { $1 }
        let (output, complaint) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        async let written = Self.text(of: output)
        async let complained = Self.text(of: complaint)
        self.output = try await written
        self.complaint = try await complained
        process.waitUntilExit()
        exitStatus = process.terminationStatus
    }

    private static func text(of pipe: Pipe) async throws -> String {
        let handle = pipe.fileHandleForReading
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self) })
            }
        }
    }
}
