import Foundation
import Testing

@Suite("Rules that every source file must follow")
struct SourceRuleTests {
    private static func sources(below folder: String) throws -> [(path: String, text: String)] {
        let root = "\(Checkout.source)/\(folder)"
        let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        return try files.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }.sorted().map { path in
            let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
            // Comments name functions as well.
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            return (path: path, text: code.joined(separator: "\n"))
        }
    }

    @Test("every place that starts a program closes the descriptors that it must not inherit")
    func inheritance() throws {
        let sources = try Self.sources(below: "Sources")
        let starting = sources.filter { $0.text.contains(/posix_spawnp?\(/) }
        #expect(
            starting.map(\.path) == [
                "HostResolution/System/SystemProcess.swift", "NetdiagCLI/Break/SystemCommand.swift",
                "NetdiagServe/Prove/ChildProcess.swift", "NetdiagService/Alerts/AlertProgram.swift",
            ])
        for source in starting {
            #expect(source.text.contains("InheritedDescriptors.closeAll(in: &actions"), "\(source.path)")
        }
        // `netdiag with` and `netdiag serve` become another program, which gets what their caller gave them.
        let others = sources.filter { $0.text.contains(/\b(?:v?fork|popen|exec[lv][a-z]*)\(|\bProcess\(\)/) }
        #expect(others.map(\.path) == ["CNamespace/cable.c", "NetdiagCLI/Commands/ServeCommand.swift"])
    }

    @Test("every endpoint that has the history waits for its turn")
    func historyTurns() throws {
        let endpoints = try Self.sources(below: "Sources/NetdiagService/API/Endpoints")
        let having = endpoints.filter { $0.text.contains("let history: HistorySource") }
        #expect(having.count >= 5)
        for endpoint in having {
            let (fields, turns) = (
                endpoint.text.matches(of: /let history: HistorySource/).count,
                endpoint.text.matches(of: /let queriesHistory = true/).count
            )
            #expect(fields == turns, "\(endpoint.path)")
        }
    }
}
