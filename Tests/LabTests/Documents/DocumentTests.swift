import FoundationEssentials
import Lab
import Testing

/// The commands of the documents are run, and their output is compared with the output that the documents show.
@Suite("The documents in the lab", .lab, .tags(.lab))
struct DocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The permitted languages of a fence.
    private static let languages: Set<String> = ["console", "sh", "text", "yaml", "json", "swift"]

    static func text(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)")), as: UTF8.self)
    }

    private static let markdown = Result { try documents(in: "") }

    /// All Markdown files of a folder of the sources, and of its folders.
    private static func documents(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted().flatMap { name -> [String] in
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if name.hasSuffix(".md") { return [path] }
            // What was built, and the history of the sources, are in hidden folders.
            guard name == ".github" || !name.hasPrefix(".") else { return [] }
            // Any other file has no contents.
            return (try? documents(in: path)) ?? []
        }
    }

    private static let manuals = Result {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/docs/man").sorted().map { "docs/man/\($0)" }
    }

    static func written() throws -> [DocumentBlock] {
        try markdown.get().flatMap { DocumentBlock.markdown(try text($0), file: $0) }
            + manuals.get().flatMap { DocumentBlock.manual(try text($0), file: $0) }
    }

    @Test("every block states its language, and no block with commands is left out")
    func marked() throws {
        let documents = try Self.markdown.get()
        #expect(documents.contains("README.md") && documents.contains("docs/use.md"), "\(documents)")
        for file in documents {
            let text = try Self.text(file)
            for fence in DocumentFence.all(in: text) {
                let place = "\(file):\(fence.number)"
                #expect(
                    Self.languages.contains(fence.language),
                    "\(place): \"\(fence.language)\" is none of \(Self.languages.sorted())")
                #expect(
                    fence.language == "console" || !fence.lines.contains { $0.hasPrefix("$ ") },
                    "\(place): commands with their output are marked as console")
            }
            let indented = DocumentFence.indented(in: text)
            #expect(indented.isEmpty, "\(file): code is marked with ```: \(indented)")
        }
        let blocks = try Self.written()
        #expect(blocks.count > 20, "\(blocks.map(\.place))")
        for block in blocks {
            #expect(!block.steps.isEmpty, "\(block.place): a block of commands begins with a command")
            #expect(block.runScenes.contains(block.scene), "\(block.place): no test runs \(block.scene ?? "")")
        }
    }

    @Test("console blocks print what the documents show", arguments: DocumentScene.all)
    func console(scene: String?) async throws {
        let blocks = try Self.written().filter { $0.scene == scene && $0.showsOutput }
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

    @Test("netdiag accepts every command in the documents, the man pages and the help", arguments: [nil, "serve"])
    func commands(name: String?) async throws {
        let written = try Self.written().filter { $0.scene == name && !$0.showsOutput }
        try await DocumentScene.run(name) { scene in
            let tree = try await scene.office.client.run([Programs.command, "--experimental-dump-help"])
            let help = try JSONDecoder().decode(CommandTree.self, from: Data(tree.utf8)).command.all
            #expect(help.count > 20)
            let examples = help.flatMap { DocumentBlock.help($0.discussion ?? "", of: $0.commandName) }
            let blocks = name == nil ? written + examples : written
            #expect(blocks.count > 1)
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
            // A program of the reader's own, and files.
            try await scene.office.client.write("\(folder)/run-tests", "#!/bin/sh\n", mode: 0o755)
            for (name, text) in try Self.files() { try await scene.office.client.write("\(folder)/\(name)", text) }
            if block.steps.contains(where: { $0.command.hasPrefix("scripts/") }) {
                // A copy of the sources that such a script reads and writes.
                let copy = #"mkdir "$2/Sources"; cd "$1"; cp -R scripts "$2"; cp -R Sources/T* "$2/Sources""#
                try await scene.office.client.run(["sh", "-euc", copy, "-", Self.root, folder])
            }
            for step in block.steps {
                guard try await !isBuild(step, of: block, in: scene) else { continue }
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

    /// The reader's files, which examples name.
    private static func files() throws -> [String: String] {
        let order = #"[{"customer": "Gus", "email": "gus@example.org", "total": 5}]"#
        return [
            "site/index.html": "<p>hello</p>\n", "greeting.txt": "hello\n", "all.json": order,
            "more.csv": "customer,email,total\nFay,fay@example.org,1\n",
            "serve.yaml": try text("docs/serve/shop.yaml"), "orders.csv": try text("docs/serve/orders.csv"),
        ]
    }

    /// Whether a command builds something, as was done for these tests. Such a command is not run, but what it builds
    /// or runs must exist.
    private func isBuild(
        _ step: DocumentBlock.Step, of block: DocumentBlock, in scene: DocumentScene
    ) async throws -> Bool {
        // Settings of environment variables come first.
        let words = Array(step.command.split(separator: " ").map(String.init).drop { $0.contains("=") })
        switch words.first {
        case "make":
            let make: [String] =
                ["make", "-C", Self.root, "--dry-run", "SWIFT=true"] + words.dropFirst()
            let result = try await scene.office.client.result(of: make)
            #expect(result.status == .exited(0), "\(block.place): \(step.command)\n\(result)")
            return true
        case "swift":
            let folder = block.file.split(separator: "/").dropLast().joined(separator: "/")
            let package = try Self.text("\(folder)/Package.swift")
            #expect(words.count > 1 && ["run", "test"].contains(words[1]), "\(block.place): \(step.command)")
            let isThere = words.count > 2 && words[1] == "run" ? package.contains("\"\(words[2])\"") : true
            #expect(isThere, "\(block.place): \(step.command)")
            return true
        default:
            return false
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
