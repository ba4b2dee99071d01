import Glibc
import NetworkFaults
import NetworkModel
import Testing

@testable import NetdiagServe

@Suite("Completions after netdiag serve")
struct ServeCompletionTests {
    private func offer(_ words: String..., typed: String) throws -> ServeCompletion.Offer {
        let command = try #require(CommandDescription.serve)
        return ServeCompletion(command: command) { ["blue", "green"] }.offer(after: words, typed: typed)
    }

    private func lines(_ shell: String, _ words: String...) throws -> [String] {
        let command = try #require(CommandDescription.serve)
        return ServeCompletionCommand.lines(
            [shell, "\(words.count - 1)"] + words, ServeCompletion(command: command) { ["blue", "green"] })
    }

    @Test("the first word is a command, or a file to serve; options are those of a run")
    func first() throws {
        let all = try offer(typed: "")
        #expect(all.hasFiles)
        for command in try #require(CommandDescription.serve?.subcommands) {
            #expect(all.words.contains(command.commandName))
        }
        #expect(try offer(typed: "re") == .init(words: ["resume", "requests", "reset"], hasFiles: true))
        #expect(try offer("run", typed: "").words.isEmpty && offer("run", typed: "").hasFiles)
        #expect(try offer(typed: "--fa").words == ["--fault"])
        #expect(try offer("site/", typed: "--wri").words == ["--writable"])
        #expect(try offer("run", typed: "--wri").words == ["--writable"])
        #expect(try !offer(typed: "--").words.contains("--follow"))
    }

    @Test("an option is offered once, unless it may be repeated; after -- there are none")
    func once() throws {
        #expect(try offer("--port", "80", typed: "--por").words.isEmpty)
        #expect(try offer("--port=80", typed: "--por").words.isEmpty)
        #expect(try offer("--fault", "tls.expired", typed: "--fau").words == ["--fault"])
        #expect(try offer("--", typed: "--fau").words.isEmpty)
        #expect(try offer("-h", typed: "--hel").words.isEmpty)
    }

    @Test("every fault is offered, and what can be given to it")
    func faults() throws {
        #expect(try offer("--fault", typed: "").words == FaultCatalogue.all.map(\.cause.rawValue))
        #expect(try offer("--fault", typed: "http.stal").words == ["http.stalled"])
        #expect(try offer(typed: "--fault=http.stal").words == ["--fault=http.stalled"])
        #expect(try offer("--fault", "tls.expired", "--fault", typed: "http.stal").words == ["http.stalled"])
        for fault in FaultCatalogue.all {
            for word in try offer("--fault", typed: "\(fault.cause)=").words {
                let text = word.dropFirst(fault.cause.rawValue.utf8.count + 1)
                guard !text.hasSuffix("=") else {
                    #expect(fault.arguments.contains { "\($0.name)=" == text }, "\(word)")
                    continue
                }
                #expect(throws: Never.self, "\(word)") { try fault.arguments(String(text)) }
            }
        }
    }

    @Test(
        "commands for runs offer the runs",
        arguments: ["pause", "resume", "faults", "requests", "reset", "stop", "ca", "sessions"])
    func runs(command: String) throws {
        #expect(try offer(command, typed: "") == .init(words: ["blue", "green"]))
        #expect(try offer(command, "--json", typed: "g").words == ["green"])
        #expect(try offer(command, "blue", typed: "").words.isEmpty)
        #expect(try offer(command, typed: "--j").words == ["--json"])
    }

    @Test("arguments before the run have their own completions")
    func places() throws {
        #expect(try offer("expect", typed: "") == .init())
        #expect(try offer("expect", "GET /", typed: "").words == ["blue", "green"])
        #expect(try offer("expect", "--count", "3", "GET /", typed: "b").words == ["blue"])
        #expect(try offer("db", typed: "").words.sorted() == ["export", "import", "reset"])
        #expect(try offer("db", "import", "orders", typed: "") == .init(words: [], hasFiles: true))
        #expect(try offer("db", "import", "orders", "a.csv", typed: "").words == ["blue", "green"])
        #expect(try offer("db", "export", "--format", typed: "").words.sorted() == ["csv", "json"])
        #expect(try offer("list", typed: "").words.isEmpty)
        #expect(try offer("--publish", typed: "--ec").words == ["--echo"])
    }

    @Test("after --publish comes the source, unless something else is served: then the word is a name")
    func publication() throws {
        #expect(try offer("--publish", typed: "si") == .init(hasFiles: true))
        #expect(try offer("run", "--publish", typed: "").hasFiles)
        #expect(try offer("--publish", "Shop", typed: "").hasFiles)
        for word in ["--echo", "--text=a", "--openapi=a", "--fault=http.stalled"] {
            #expect(try offer(word, "--publish", typed: "S") == .init())
        }
        #expect(try offer("site/", "--publish", typed: "") == .init())
    }

    @Test("files are offered after an equals sign as well")
    func filesOfOptions() throws {
        for option in ["--text", "--openapi", "--junit"] {
            #expect(try offer(option, typed: "a").hasFiles)
            #expect(try offer(typed: "\(option)=a") == .init(hasFiles: true))
            #expect(try lines("bash", option, "=", "a") == ["---files"])
            #expect(try lines("zsh", "\(option)=") == ["---files"])
        }
        #expect(try !offer(typed: "--port=").hasFiles)
    }

    @Test("bash takes words apart at equals signs and colons, and gets what follows the last one")
    func bash() throws {
        #expect(try lines("bash", "--fault", "http.stal") == ["http.stalled"])
        #expect(try lines("bash", "--fault", "=", "http.stal") == ["http.stalled"])
        #expect(try lines("bash", "--fault", "=") == FaultCatalogue.all.map(\.cause.rawValue))
        #expect(try lines("zsh", "--fault=http.stal") == ["--fault=http.stalled"])
        #expect(try lines("fish", "stop", "bl") == ["blue"])
        #expect(try lines("bash", "--text", "a") == ["---files"])
        let command = try #require(CommandDescription.serve)
        for arguments in [[], ["bash"], ["bash", "x"], ["bash", "-1"], ["bash", "7", "a"]] {
            let completion = ServeCompletion(command: command) { [] }
            #expect(ServeCompletionCommand.lines(arguments, completion).isEmpty, "\(arguments)")
        }
    }
}
