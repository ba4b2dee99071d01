import Foundation
import NetworkModel
import TargetKinds
import TestProcess
import Testing

@Suite("Shell completions")
struct CompletionTests {
    /// The completions of the last word in bash. The words are split as readline does.
    private func answered(
        _ words: [String], by script: Command, environment: [String: String] = [:]
    ) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try script.output.write(toFile: "\(folder)/script", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/netdiag", withDestinationPath: Command.path)
        let driver = """
            source "$1" || exit 9
            shift
            COMP_WORDS=(netdiag "$@") COMP_CWORD=$#
            COMP_LINE="netdiag $*" COMP_POINT=${#COMP_LINE}
            complete -p netdiag >/dev/null || exit 8
            [[ $(complete -p netdiag) =~ -F\\ ([^ ]+) ]] || exit 7
            # Bash itself has it in a completion alone.
            compopt() { echo "compopt $*"; }
            "${BASH_REMATCH[1]}" netdiag "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
            for word in "${COMPREPLY[@]}"; do [ -n "$word" ] || exit 6; done
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let variables = ["PATH": "\(folder):/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
        let arguments = ["/bin/bash", "--norc", "--noprofile", "-c", driver, "bash", "\(folder)/script"] + words
        let result = try await TestProcess.run(arguments, environment: variables)
        #expect(result.exitStatus == 0, "\(String(decoding: result.complaint, as: UTF8.self))")
        return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The completed words, without the options of compopt.
    private func completed(
        _ words: [String], by script: Command, environment: [String: String] = [:]
    ) async throws -> [String] {
        try await answered(words, by: script, environment: environment).filter { !$0.hasPrefix("compopt ") }
    }

    /// The script for bash. Generating it takes a second of a debug build, so that all tests share it.
    private static let bashScript = Task { try await Command(["--generate-completion-script", "bash"]) }

    private func bash() async throws -> Command {
        let script = try await Self.bashScript.value
        try #require(script.exitStatus == 0, "\(script.complaint)")
        return script
    }

    @Test("offer commands, options, ids of causes, and the values of settings")
    func words() async throws {
        let script = try await bash()
        #expect(try await completed(["exp"], by: script) == ["explain"])
        #expect(try await completed(["explain", "dns.servf"], by: script) == ["dns.servfail"])
        #expect(try await completed(["check", "--ntp-max-s"], by: script) == ["--ntp-max-stratum"])
        #expect(try await completed(["check", "--ftp-mode", "pas"], by: script) == ["passive", "pasv"])
        #expect(try await completed(["browse", "_ipp._"], by: script) == ["_ipp._tcp"])
        #expect(try await completed(["break", "lo"], by: script).contains("lo"))
        #expect(try await completed(["resolve", "--type", "M"], by: script) == ["MX"])
        #expect(try await completed(["with", "--profile", "h"], by: script) == ["hotel"])
    }

    @Test(
        "offer files for what takes files, as file names",
        arguments: [
            ["check", "--ca-file"], ["check", "--socket"], ["setup", "--output"], ["doctor", "--config"],
            ["report", "--bundle"], ["report", "--config"], ["diagnose", "--from"], ["ftp", "get", "--netrc-file"],
            ["ftp", "put"], ["serve"], ["serve", "--text"],
        ])
    func files(_ words: [String]) async throws {
        let answer = try await answered(words + ["/etc/pass"], by: try await bash())
        #expect(answer.contains("/etc/passwd"), "\(answer)")
        // Bash then adds a slash to a directory.
        #expect(!answer.contains("compopt +o filenames"), "\(answer)")
    }

    @Test(
        "offer the schemes of all kinds and the daemon's targets, also if bash has split a word at its colons"
    )
    func targets() async throws {
        let script = try await bash()
        let document =
            #"{"targets":[{"target":"https://www.example/"},{"target":"db.example:5432"},{"target":"a\u0007b"}]}"#
        let peer = try Peer(answering: Peer.answer(document))
        let daemon = ["NETDIAG_SOCKET": peer.path]
        #expect(try await completed(["check", "db"], by: script, environment: daemon) == ["db.example:5432"])
        #expect(
            try await completed(["check", "https", ":", "//w"], by: script, environment: daemon) == ["//www.example/"])
        #expect(try await completed(["check", "db.example", ":", "5"], by: script, environment: daemon) == ["5432"])
        #expect(
            try await completed(["check", "nt"], by: script, environment: ["NETDIAG_SOCKET": "/nonexistent"]) == [
                "ntp://"
            ])
        #expect(try await completed(["check", "a"], by: script, environment: daemon) == [])
        let all = try await completed(["check", ""], by: script, environment: daemon)
        for scheme in TargetKinds.builtIn.all.flatMap({ $0.schemes }) {
            #expect(all.contains("\(scheme.name)://"), "\(scheme.name)")
        }
    }

    @Test("offer names and targets once each, and for the history only those that it has")
    func names() async throws {
        let script = try await bash()
        let document =
            #"{"targets":[{"target":"https://www.example/","name":"Shop"},{"target":"https://www.example/","name":"Shelf"},{"target":"db.example"}]}"#
        let peer = try Peer(answering: Peer.answer(document))
        let daemon = ["NETDIAG_SOCKET": peer.path]
        #expect(try await completed(["check", "Sh"], by: script, environment: daemon) == ["Shop", "Shelf"])
        let all = try await completed(["check", ""], by: script, environment: daemon)
        #expect(all.count == Set(all).count && all.count(where: { $0.contains("www.example") }) == 1, "\(all)")
        #expect(
            try await completed(["history", ""], by: script, environment: daemon) == ["Shop", "Shelf", "db.example"])
        let idle = try Peer(answering: Peer.answer(#"{"targets":[]}"#))
        #expect(
            try await completed(["history", ""], by: script, environment: ["NETDIAG_SOCKET": idle.path]) == [])
    }

    @Test("offer the receivers of alerts that the daemon has")
    func receivers() async throws {
        let script = try await bash()
        let document = #"{"host":"a","receivers":[{"name":"pager","kind":"exec"},{"name":"ops"},{"name":"a\u0007"}]}"#
        let peer = try Peer(answering: Peer.answer(document))
        let daemon = ["NETDIAG_SOCKET": peer.path]
        #expect(try await completed(["alerts", "test", ""], by: script, environment: daemon) == ["pager", "ops"])
        #expect(try await completed(["alerts", "test", "p"], by: script, environment: daemon) == ["pager"])
    }

    @Test("quote no URL in bash, continue after a scheme, and quote what needs it")
    func bashQuoting() async throws {
        let script = try await bash()
        let document = #"{"targets":[{"target":"https://www.example/"},{"target":"Web one._http._tcp.local"}]}"#
        let peer = try Peer(answering: Peer.answer(document))
        let daemon = ["NETDIAG_SOCKET": peer.path]
        let (plain, open) = ("compopt +o filenames", "compopt -o nospace")
        #expect(try await answered(["check", "nt"], by: script, environment: daemon) == [plain, open, "ntp://"])
        #expect(try await answered(["check", "https", ":"], by: script, environment: daemon).contains(plain))
        #expect(
            try await answered(["check", "https", ":", "//w"], by: script, environment: daemon) == [
                plain, "//www.example/",
            ])
        #expect(try await answered(["check", "Web"], by: script, environment: daemon) == ["Web one._http._tcp.local"])
        #expect(try await answered(["explain", "dns.servf"], by: script) == [plain, "dns.servfail"])
    }

    @Test(
        "bash executes nothing that stands in the name of a target: names may come from announcements and imported files"
    )
    func bashSubstitution() async throws {
        let script = try await bash()
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = ["Web $(id > \(folder)/a)._http._tcp.local", "Web `id > \(folder)/b`", "Web ${HOME}"]
        let list = names.map { #"{"target":"https://www.example/","name":"\#($0)"}"# }.joined(separator: ",")
        let peer = try Peer(answering: Peer.answer(#"{"targets":[\#(list)]}"#))
        let daemon = ["NETDIAG_SOCKET": peer.path]
        for command in ["check", "history", "diagnose"] {
            #expect(try await completed([command, "Web"], by: script, environment: daemon) == names)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("offer what netdiag serve takes, from its own program: options, faults, commands, files, current runs")
    func serve() async throws {
        let script = try await bash()
        #expect(try await completed(["serve", "--list-f"], by: script) == ["--list-faults"])
        #expect(try await completed(["serve", "--fault", "http.stal"], by: script) == ["http.stalled"])
        #expect(try await completed(["serve", "--fault", "=", "http.stal"], by: script) == ["http.stalled"])
        #expect(try await completed(["serve", "sto"], by: script) == ["stop"])
        #expect(try await completed(["serve", "db", "exp"], by: script) == ["export"])
        #expect(try await completed(["serve", "--text", "/etc/host"], by: script).contains("/etc/hosts"))
        #expect(try await completed(["with", "--dns", "s"], by: script) == ["silent", "servfail", "slow"])
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try TestProcess([
            "/usr/bin/env", "-i", "XDG_RUNTIME_DIR=\(folder)", "PATH=/nonexistent", Command.path, "serve", "--echo",
            "--name", "blue", "--idle-timeout", "60s",
        ])
        defer { kill(run.processIdentifier, SIGTERM) }
        // The first line says that it listens.
        for await _ in run.lines { break }
        let runtime = ["XDG_RUNTIME_DIR": folder]
        #expect(try await completed(["serve", "stop", ""], by: script, environment: runtime) == ["blue"])
        #expect(
            try await completed(["serve", "requests", "--follow", "b"], by: script, environment: runtime) == ["blue"])
    }

    @Test("offer the same in zsh and fish, as far as they are installed")
    func otherShells() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/netdiag", withDestinationPath: Command.path)
        let environment = ["PATH": "\(folder):/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder]
        // Zsh's own commands for completions exist only while it completes, so that others print what they are given.
        let zsh = #"""
            compadd() { print -rl -- "${@[$(( ${@[(i)--]} + 1 )),-1]}" }
            _files() { print -r -- FILES; }
            compdef() { : }
            source "$1"
            command_name=netdiag
            words=("${@[2,-1]}") CURRENT=$#words
            _netdiag_serve
            """#
        let fish = "source $argv[1]; complete -C \"netdiag $(string join ' ' -- $argv[2..])\""
        for (shell, driver) in [("zsh", zsh), ("fish", fish)] {
            guard let path = ["/usr/bin/", "/bin/"].map({ $0 + shell }).first(where: { access($0, X_OK) == 0 }) else {
                continue
            }
            let script = try await Command(["--generate-completion-script", shell])
            try script.output.write(toFile: "\(folder)/script", atomically: true, encoding: .utf8)
            func completed(_ words: String...) async throws -> [String] {
                let name = shell == "zsh" ? ["zsh"] : []
                let result = try await TestProcess.run(
                    [path, shell == "zsh" ? "-fc" : "-Nc", driver] + name + ["\(folder)/script"] + words,
                    environment: environment)
                // Fish prints a description behind a tab.
                return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
                    String($0.prefix { $0 != "\t" })
                }
            }
            #expect(try await completed("serve", "--list-f") == ["--list-faults"], "\(shell)")
            #expect(try await completed("serve", "--fault", "http.stal") == ["http.stalled"], "\(shell)")
            #expect(try await completed("serve", "--fault=http.stal") == ["--fault=http.stalled"], "\(shell)")
            #expect(try await completed("serve", "db", "exp") == ["export"], "\(shell)")
            if shell == "zsh" { #expect(try await completed("serve", "--text", "x") == ["FILES"]) }
            guard shell == "fish" else { continue }
            #expect(try await completed("serve", "--text", "/etc/host").contains("/etc/hosts"))
            #expect(try await completed("setup", "--output", "/etc/host").contains("/etc/hosts"))
            #expect(try await completed("with", "--dns", "n") == ["nxdomain"])
            #expect(try await completed("with", "--profile", "h") == ["hotel"])
        }
    }

    @Test("escape colons for zsh, where a description would stand behind them, and for no other shell")
    func zshColons() async throws {
        for (shell, expected) in [("zsh", #"ntp\://"#), ("bash", "ntp://"), ("fish", "ntp://")] {
            let answer = try await Command(
                ["---completion", "check", "--", "positional@0", "2", "3", "netdiag", "check", "ntp"],
                environment: ["SAP_SHELL": shell, "NETDIAG_SOCKET": "/nonexistent"])
            let word = answer.output.split(separator: "\n").first.map(String.init)
            #expect(word == expected, "\(shell): \(answer.output)")
        }
    }

    @Test("are offered by fish at the position of their argument")
    func fishPlaces() async throws {
        let script = try await Command(["--generate-completion-script", "fish"])
        let places = script.output.matches(of: #/"netdiag (\w+)" -(?:eq|ge) (\d+)'.*positional@(\d+)/#).map {
            ("\($0.1)", Int($0.2), Int($0.3))
        }
        #expect(places.contains { $0.0 == "publish" && $0.1 == 2 }, "\(places)")
        for (command, place, argument) in places { #expect(place == argument.map { $0 + 1 }, "\(command)") }
    }

    @Test("are scripts that the installed shells can read", arguments: ["zsh", "fish"])
    func scripts(shell: String) async throws {
        let script = try await Command(["--generate-completion-script", shell])
        #expect(script.exitStatus == 0 && script.output.contains("netdiag"), "\(script.complaint)")
        guard let path = ["/usr/bin/", "/bin/"].map({ $0 + shell }).first(where: { access($0, X_OK) == 0 }) else {
            return
        }
        let result = try await TestProcess.run(
            [path, "-n", "-c", script.output], environment: ["PATH": "/usr/bin:/bin"])
        #expect(result.exitStatus == 0, "\(String(decoding: result.complaint, as: UTF8.self))")
    }
}
