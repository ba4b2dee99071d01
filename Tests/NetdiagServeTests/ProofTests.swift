import Foundation
import NetworkFaults
import NetworkModel
import Testing

@testable import NetdiagServe

/// `netdiag serve --prove`, with the program next to it as the monitor.
@Suite(.serialized)
struct ProofTests {
    /// A line of `--json`.
    private struct Line: Decodable {
        struct Probe: Decodable, Equatable {
            var result: String
            var verdict: String
        }
        var expected: String
        var reported: String
        var verdict: String
        var severity: String?
        var otherErrors: [String]
        var probe: Probe?

        enum CodingKeys: String, CodingKey {
            case expected, reported, verdict, severity, probe
            case otherErrors = "other_errors"
        }

        /// Whether netdiag names the fault, and no other error.
        var isRight: Bool { verdict == "right" && reported == expected && otherErrors.isEmpty }
        var words: String { "\(expected): \(reported) \(otherErrors)" }
    }

    private func prove(_ arguments: String..., limit: Duration = ProgramPaths.limit) async throws -> ChildProcess {
        let words = ["--prove", "--netdiag", ProgramPaths.netdiag] + arguments
        // Standard error is included in the output.
        return try await ChildProcess.run(
            "/bin/sh", ["-c", #"exec "$@" 2>&1"#, "sh", ProgramPaths.serve] + words, limit: limit)
    }

    private func lines(_ process: ChildProcess) throws -> [Line] {
        try process.output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: Data($0))
        }
    }

    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        try await body(directory.path)
    }

    @Test("netdiag names every fault, and no other error")
    func everyFault() async throws {
        try await withDirectory { directory in
            let junit = "\(directory)/prove.xml"
            let process = try await prove("--json", "--junit", junit, limit: .seconds(1_200))
            let lines = try lines(process)
            #expect(lines.map { $0.expected } == FaultCatalogue.all.map { $0.cause.rawValue })
            let wrong = lines.filter { !$0.isRight }
            if wrong.isEmpty {
                #expect(process.status == 0)
                let text = try String(contentsOfFile: junit, encoding: .utf8)
                #expect(text.contains("tests=\"\(lines.count)\" failures=\"0\" skipped=\"0\""))
            }
            // Checks of servers that are silent end after 2 s, which may be over on a busy machine before the silence begins. So
            // few of them are repeated, and one after the other.
            #expect(wrong.count <= 4, "\(wrong.map(\.words))")
            for line in wrong.prefix(4) {
                let again = try await prove("--json", "--fault", line.expected)
                let repeated = try self.lines(again)
                let isRight = repeated.allSatisfy(\.isRight)
                #expect(isRight, "\((wrong + repeated).map(\.words))")
                #expect(again.status == 0)
            }
        }
    }

    @Test("a monitor that notices nothing is wrong if something is broken, and is not judged for a warning")
    func blindMonitor() async throws {
        let process = try await prove(
            "--fault", "http.forbidden", "--fault", "http.client-error=418", "--fault", "tls.expires-soon", "--json",
            "--probe", "true {url}")
        let lines = try lines(process)
        #expect(lines.allSatisfy { $0.verdict == "right" } && lines.map(\.severity) == ["error", "error", "warning"])
        #expect(lines.map(\.probe?.verdict) == ["wrong", "wrong", "unknown"])
        #expect(process.status == 2)
    }

    @Test("curl notices a status and a certificate, and is not judged for protocols that it does not support")
    func curl() async throws {
        let process = try await prove(
            "--fault", "http.forbidden", "--fault", "tls.expired", "--fault", "dns.servfail", "--fault",
            "http.redirect-loop", "--json", "--probe", "curl -fsS --max-time 60 --cacert {ca} '{url}'")
        let lines = try lines(process)
        #expect(lines.map(\.probe?.verdict) == ["right", "right", "unknown", "wrong"])
        #expect(lines.first?.probe?.result == "exit 22" && process.status == 2)
    }

    @Test("a monitor that names another cause is wrong")
    func mistakenMonitor() async throws {
        try await withDirectory { directory in
            let monitor = "\(directory)/monitor"
            let report = #"{"cause":{"id":"http.not-found","severity":"error"},"findings":[]}"#
            // The file is written by a shell: if this process opened it for writing, a child that another test forks
            // might still have it open, and it could not be executed (ETXTBSY, execve(2)).
            let written = try await ChildProcess.run(
                "/bin/sh",
                ["-c", #"printf '#!/bin/sh\necho '"'%s'"'\n' "$1" > "$2"; chmod 700 "$2""#, "sh", report, monitor],
                limit: ProgramPaths.limit)
            #expect(written.status == 0)
            let process = try await prove("--fault", "http.forbidden", "--json", "--netdiag", monitor)
            let line = try #require(try lines(process).first)
            #expect(line.verdict == "wrong" && line.reported == "http.not-found" && process.status == 2)
        }
    }

    @Test("running servers are proven by the description of their run, or by --fault")
    func urls() async throws {
        try await withDirectory { directory in
            let script = #"""
                export XDG_RUNTIME_DIR="$1"; serve=$2; netdiag=$3
                mkfifo "$1/ready"
                "$serve" --fault http.forbidden --fault tls.expired --fault dns.servfail --ready-fd 3 3> "$1/ready" > "$1/log" &
                server=$!
                urls=$(cat "$1/ready")
                # Each URL is a word; none holds a blank.
                "$serve" --prove --json --netdiag "$netdiag" $urls
                status=$?
                "$serve" --prove --json --netdiag "$netdiag" --fault http.not-found ${urls%%
                *}
                [ $? = 2 ] || status=1
                kill "$server"; wait "$server"
                exit "$status"
                """#
            let process = try await ChildProcess.run(
                "/bin/sh", ["-c", script, "sh", directory, ProgramPaths.serve, ProgramPaths.netdiag],
                limit: ProgramPaths.limit)
            let lines = try lines(process)
            #expect(lines.map(\.expected) == ["http.forbidden", "tls.expired", "dns.servfail", "http.not-found"])
            #expect(lines.map(\.verdict) == ["right", "right", "right", "wrong"])
            #expect(process.status == 0)
        }
    }

    @Test("a signal ends the monitor and the servers, and leaves nothing behind")
    func signal() async throws {
        try await withDirectory { directory in
            let script = #"""
                mkfifo "$1/started"; mkdir "$1/temporary"; export TMPDIR="$1/temporary"
                printf '#!/bin/sh\necho $$ > "%s"\nexec sleep 600\n' "$1/started" > "$1/monitor"; chmod 700 "$1/monitor"
                "$2" --prove --fault http.forbidden --netdiag "$1/monitor" &
                proof=$!
                read -r monitor < "$1/started"
                kill -0 "$monitor" && kill -TERM "$proof"
                wait "$proof"
                echo "status $?"
                kill -0 "$monitor" 2> /dev/null && echo "the monitor runs"
                ls "$TMPDIR"
                """#
            let process = try await ChildProcess.run(
                "/bin/sh", ["-c", script, "sh", directory, ProgramPaths.serve], limit: ProgramPaths.limit)
            #expect(String(decoding: process.output, as: UTF8.self) == "status 143\n")
        }
    }

    @Test(
        "wrong usage is reported in one line",
        arguments: [
            (["--fault", "http.nothing"], "there is no fault \"http.nothing\""),
            (["--fault", "http.stalld"], "did you mean http.stalled?"),
            (["--fault", "tcp.host-down"], "no server brings tcp.host-down about"),
            (["--fault", "http.forbidden=1"], "http.forbidden takes no arguments"),
            (["--probe", ""], "--probe is empty"),
            (["--probe", "true"], "write {url} where the URL belongs"),
            (["--probe", "curl {url} | grep x"], "without a shell, which | would need"),
            (["--probe", "curl '{url}"], "a quote that is not closed"),
            (["--probe", "/nonexistent/monitor {url}"], "cannot be started: No such file or directory"),
            (["--probe", "false {url}"], "the probe fails with healthy servers too (http: exit 1)"),
            (["--probe", "curl -fsS --max-time 60 {url}"], "have it trust {ca}"),
            (["--junit", "/nonexistent/results.xml"], "\"/nonexistent/results.xml\" cannot be written"),
            (["http://127.0.0.1:9/"], "no run of this user serves \"http://127.0.0.1:9/\""),
            (["--fault", "tcp.refused", "http://127.0.0.1:port/"], "netdiag check does not take"),
        ])
    func wrongUsage(_ arguments: [String], _ words: String) async throws {
        let process = try await ChildProcess.run(
            "/bin/sh",
            ["-c", #"exec "$@" 2>&1"#, "sh", ProgramPaths.serve, "--prove", "--netdiag", ProgramPaths.netdiag]
                + arguments, limit: ProgramPaths.limit)
        let text = String(decoding: process.output, as: UTF8.self)
        #expect(process.status == 64, "\(text)")
        #expect(text.hasPrefix("netdiag serve: ") && text.contains(words), "\(text)")
        #expect(text.split(separator: "\n").count == 1, "\(text)")
    }

    @Test(
        "conflicting options are refused",
        arguments: [
            ["--prove", "site/"], ["--prove", "--echo"], ["--prove", "--text", "x"], ["--junit", "x"],
            ["--probe", "true {url}"], ["one", "two"],
            ["--prove", "http://a/", "http://b/", "http://c/", "--fault", "tcp.refused", "--fault", "tcp.reset"],
        ])
    func unfitting(_ arguments: [String]) async throws {
        let process = try await ChildProcess.run(ProgramPaths.serve, arguments, limit: ProgramPaths.limit)
        #expect(process.status == 64 && process.output.isEmpty)
    }
}

struct MonitorCommandTests {
    @Test(
        "words are split as in sh(1)",
        arguments: [
            ("curl  -fsS\t{url} ", ["curl", "-fsS", "{url}"]),
            (#"a 'b c' "d e"f \g\ h"#, ["a", "b c", "d ef", "g h"]),
            (#"'' "" x"#, ["", "", "x"]),
            (#"a "\"\\\n" '\n'"#, ["a", #""\\n"#, #"\n"#]),
            ("'|' \"&\" \\;", ["|", "&", ";"]),
        ])
    func words(_ line: String, _ words: [String]) throws {
        #expect(try MonitorCommand.words(line) == words)
    }

    @Test(arguments: ["'", "\"a", "a\\", "a|b", "a > b", "$(b)", "$B", "`b`", "a & b", "a; b"])
    func refused(_ line: String) {
        #expect(throws: FaultError.self) { try MonitorCommand.words(line) }
    }
}
