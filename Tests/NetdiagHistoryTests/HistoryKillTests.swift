import Foundation
import SQLite
import Testing

@testable import NetdiagHistory

@Suite("A process that is killed while it records")
struct HistoryKillTests {
    /// The program next to the test program.
    private static var program: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("history-load")
    }

    @Test("leaves an intact database with everything that it reported as written")
    func killed() throws {
        let folder = try HistoryFolder()
        var (results, incidents) = (0, 0)
        // Each run continues with the data of the previous one. The process is killed after different amounts of
        // output.
        for round in 0..<25 {
            let process = Process()
            process.executableURL = Self.program
            process.arguments = ["write", folder.database]
            let (output, complaints) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
            var said = ""
            // The process is killed after this many lines, somewhere in the next transaction.
            while said.count(where: { $0 == "\n" }) < 1 + round * 3 {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                said += String(decoding: data, as: UTF8.self)
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let notices = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(notices.isEmpty)
            let last = try #require(said.split(separator: "\n").last(where: { $0.split(separator: " ").count == 2 }))
            let counts = last.split(separator: " ").compactMap { Int($0) }
            let connection = try SQLiteConnection(path: folder.database, mode: .readWrite)
            #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
            let kept = Int(try connection.rows("SELECT count(*) FROM result")[0][0].integer ?? 0)
            let open = Int(try connection.rows("SELECT count(*) FROM incident")[0][0].integer ?? 0)
            // Data of the last commit may be included as well. Runs in the same seconds write the same results.
            #expect(kept >= counts[0] && open >= counts[1], "round \(round)")
            #expect(kept >= results && open >= incidents)
            (results, incidents) = (kept, open)
        }
        #expect(folder.files.allSatisfy { !$0.contains("damaged") })
    }
}
