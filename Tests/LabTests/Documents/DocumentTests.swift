import FoundationEssentials
import Lab
import Testing

/// The commands of the documents are run, and their output is compared with the output that the documents show.
@Suite("The documents in the lab", .lab, .tags(.lab))
struct DocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The maximum number of blocks that may be marked as not to be run.
    private static let maxMarked = 4
    /// The scenes of ``DocumentScene``, and the host of UnitTests.
    private static let scenes = ["unplugged", "systemd"]
    /// The permitted languages of a fence.
    private static let languages: Set<String> = ["console", "sh", "text", "yaml", "json", "swift"]

    private static func files(_ folder: String, _ isWanted: (String) -> Bool) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter(isWanted).sorted()
            .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }

    private static func text(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)")), as: UTF8.self)
    }

    private static let markdown = Result {
        try files("") { $0.hasSuffix(".md") } + files("docs") { $0.hasSuffix(".md") }
            + files("Examples") { !$0.hasPrefix(".") }.map { "\($0)/README.md" }
    }

    static func written() throws -> [DocumentBlock] {
        try markdown.get().flatMap { DocumentBlock.markdown(try text($0), file: $0) }
            + files("docs/man") { $0.hasPrefix("netdiag") }.flatMap { DocumentBlock.manual(try text($0), file: $0) }
    }

    @Test("every block states its language, and few blocks with commands are skipped, each with a reason")
    func marked() throws {
        for file in try Self.markdown.get() {
            var isInside = false
            for (index, line) in try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            where line.hasPrefix("```") {
                isInside.toggle()
                guard isInside else { continue }
                let language = String(line.dropFirst(3))
                #expect(
                    Self.languages.contains(language),
                    "\(file):\(index + 1): \"\(language)\" is none of \(Self.languages.sorted())")
            }
        }
        let blocks = try Self.written()
        let marked = blocks.filter { $0.reason != nil }
        #expect(marked.allSatisfy { ($0.reason?.count ?? 0) > 8 })
        #expect(marked.count <= Self.maxMarked, "\(marked.map(\.place))")
        let unknown = blocks.filter { block in block.scene.map { !Self.scenes.contains($0) } ?? false }
        #expect(unknown.isEmpty, "\(unknown.map(\.place))")
        #expect(blocks.count - marked.count >= 8, "\(blocks.map(\.place))")
    }

    @Test("console blocks print what the documents show", arguments: [nil, "unplugged"])
    func console(scene: String?) async throws {
        let blocks = try Self.written().filter { $0.reason == nil && $0.scene == scene }
            .filter { $0.steps.contains { $0.output != nil } }
        #expect(!blocks.isEmpty)
        let other = try Self.text("Tests/Support/Imports/gatus.yaml")
        try await DocumentScene.run(scene) { scene in
            // The configuration of another program, which is converted.
            try await scene.office.client.write("/run/gatus.yaml", other)
            for block in blocks {
                for step in block.steps {
                    let result = try await scene.run(step.command, in: "/run", isOnTerminal: false)
                    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                    let difference = OutputPattern.difference(
                        Array(lines.reversed().drop { $0.isEmpty }.reversed()), from: step.output ?? [])
                    #expect(
                        difference == nil,
                        "\(block.place): $ \(step.command)\nthe document has: \(difference ?? "")\nit prints:\n\(result.output)"
                    )
                }
            }
        }
    }

    @Test("netdiag accepts every command in the documents, the man pages and the help")
    func commands() async throws {
        let written = try Self.written().filter { block in
            block.reason == nil && block.scene == nil && block.steps.allSatisfy { $0.output == nil }
        }
        try await DocumentScene.run(nil) { scene in
            let tree = try await scene.office.client.run([Programs.command, "--experimental-dump-help"])
            let help = try JSONDecoder().decode(CommandTree.self, from: Data(tree.utf8)).command.all
            #expect(help.count > 20)
            let blocks = written + help.flatMap { DocumentBlock.help($0.discussion ?? "", of: $0.commandName) }
            #expect(blocks.count > 15)
            await withTaskGroup(of: Void.self) { group in
                var rest = blocks.makeIterator()
                func next() {
                    guard let block = rest.next() else { return }
                    group.addTask { await check(block, in: scene) }
                }
                for _ in 0..<6 { next() }
                for await _ in group { next() }
            }
        }
    }

    private func check(_ block: DocumentBlock, in scene: DocumentScene) async {
        do {
            let folder = try await scene.office.client.run(["mktemp", "-d", "/run/document.XXXXXX"])
            // A program of the reader's own.
            try await scene.office.client.write("\(folder)/run-tests", "#!/bin/sh\n", mode: 0o755)
            if block.steps.contains(where: { $0.command.hasPrefix("scripts/") }) {
                // A copy of the sources that such a script reads and writes.
                let copy = #"mkdir "$2/Sources"; cd "$1"; cp -R scripts "$2"; cp -R Sources/T* "$2/Sources""#
                try await scene.office.client.run(["sh", "-euc", copy, "-", Self.root, folder])
            }
            for step in block.steps {
                if step.command.contains("netdiag setup") {
                    // The command is for users without a configuration; the daemon continues with the one that it has
                    // read.
                    try await scene.office.client.run(["rm", "-f", "/etc/netdiag/netdiag.yaml"])
                }
                let result = try await scene.run(step.command, in: folder, isOnTerminal: true)
                // Up, degraded, down, not possible here; or it runs until it is interrupted.
                let isOfCommand = step.command.hasPrefix("netdiag with ")
                let isTaken =
                    isOfCommand
                    ? ![64, 126, 127].contains { result.status == .exited($0) }
                    : [0, 1, 2, 3, 124, 130].contains { result.status == .exited($0) }
                #expect(isTaken, "\(block.place): \(step.command)\n\(result)")
                let isUnknown =
                    result.output.contains("there is no command") || result.output.contains("unknown option")
                #expect(!isUnknown, "\(block.place): \(step.command)\n\(result.output)")
            }
        } catch {
            Issue.record("\(block.place): \(error)")
        }
    }
}

/// What `--experimental-dump-help` of swift-argument-parser prints.
private struct CommandTree: Decodable {
    struct Command: Decodable {
        let commandName: String
        let discussion: String?
        let subcommands: [Command]?

        var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
    }

    let command: Command
}
