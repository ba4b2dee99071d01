import Foundation
import TestProcess

/// A run of the program, which is built next to the tests.
struct Command {
    let exitStatus: Int32
    let output: String
    let complaint: String

    static var path: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("netdiag").path
    }

    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        let path = Self.path
        let variables = ["PATH": "/nonexistent", "LANG": "C.UTF-8", "TZ": "UTC"].merging(environment) { $1 }
        let result = try await TestProcess.run([path] + arguments, environment: variables)
        exitStatus = result.exitStatus
        output = String(decoding: result.output, as: UTF8.self)
        complaint = String(decoding: result.complaint, as: UTF8.self)
    }
}
