import Foundation
import SQLite
import Testing

@testable import NetdiagHistory

@Suite("A process that is killed while it records")
struct HistoryKillTests {
    /// Beside the test program itself.
    private static var program: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("history-load")
    }

    @Test("leaves a database that is intact, with all that it said was in it")
    func killed() throws {
        let folder = try HistoryFolder()
        var (results, incidents) = (0, 0)
        // Each run goes on with what the one before has left; the moments differ by what was written until then.
        for round in 0..<25 {
            let process = Process()
            process.executableURL = Self.program
            process.arguments = ["write", folder.database]
            let (output, complaints) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
            var said = ""
            // So many lines in, and somewhere in the transaction after them.
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
            // What was committed as it died may be in it as well; runs of the same seconds write the same results.
            #expect(kept >= counts[0] && open >= counts[1], "round \(round)")
            #expect(kept >= results && open >= incidents)
            (results, incidents) = (kept, open)
        }
        #expect(folder.files.allSatisfy { !$0.contains("damaged") })
    }
}
