import Foundation
import SQLite
import TestProcess
import Testing

@testable import NetdiagHistory

@Suite("A process that is killed while it records")
struct HistoryKillTests {
    /// The program next to the test program.
    private static var program: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("history-load")
    }

    /// Kills the program after it has printed this many lines, somewhere in the next transaction, and prints all of its lines.
    private static let script = """
        exec 3< <(exec "$0" write "$1")
        process=$!
        for ((count = 0; count < $2; count++)); do read -r line <&3 && echo "$line"; done
        kill -9 $process
        cat <&3
        wait $process
        """

    @Test("leaves an intact database with everything that it reported as written")
    func killed() async throws {
        let folder = try HistoryFolder()
        var (results, incidents) = (0, 0)
        // Each run continues with the data of the previous one. The process is killed after different amounts of
        // output.
        for round in 0..<25 {
            let run = try await TestProcess.run(
                ["bash", "-c", Self.script, Self.program.path, folder.database, "\(1 + round * 3)"])
            #expect(run.complaint.isEmpty)
            let said = String(decoding: run.output, as: UTF8.self)
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
