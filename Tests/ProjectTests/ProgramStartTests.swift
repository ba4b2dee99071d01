import Foundation
import TestProcess
import Testing

/// What the programs do before anything else, under limits of the shell that starts them.
@Suite("The start of the programs")
struct ProgramStartTests {
    private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    private static func run(_ script: String, _ program: String) async throws -> TestProcess.Result {
        try await TestProcess.run(["bash", "-c", script, "\(folder)/\(program)"])
    }

    @Test(
        "too few descriptors are reported in one line, with status 3",
        arguments: [
            ("netdiag", "netdiag: at most", "check --no-daemon --timeout 1 tcp://127.0.0.1:9"),
            ("netdiag-serve", "netdiag serve: at most", "--echo --idle-timeout 100ms"),
            ("netdiagd", "netdiagd: at most", "--socket /nonexistent/s"),
        ], [4, 5, 6, 9])
    func descriptors(_ program: (name: String, line: String, options: String), _ limit: Int) async throws {
        let result = try await Self.run("ulimit -n \(limit); exec \"$0\" \(program.options)", program.name)
        let line = String(decoding: result.complaint, as: UTF8.self)
        #expect(result.exitStatus == 3 && line.hasPrefix("\(program.line) \(limit) files may be open"), "\(line)")
        #expect(line.filter { $0 == "\n" }.count == 1, "\(line)")
    }

    @Test("a soft limit of descriptors is raised")
    func softLimit() async throws {
        let result = try await Self.run("ulimit -S -n 6; exec \"$0\" --echo --idle-timeout 100ms", "netdiag-serve")
        #expect(result.exitStatus == 0, "\(String(decoding: result.complaint, as: UTF8.self))")
    }

    @Test("inherited files count: without room, a server says so instead of crashing or ignoring SIGTERM")
    func inheritedFiles() async throws {
        // 47 files and the standard streams leave 14 of 64.
        let holding = "for file in {10..56}; do eval \"exec $file</dev/null\"; done; "
        let run = "exec \"$0\" --echo --idle-timeout 100ms"
        let result = try await Self.run("\(holding) ulimit -n 64; \(run)", "netdiag-serve")
        let line = String(decoding: result.complaint, as: UTF8.self)
        #expect(result.exitStatus == 3 && line.hasPrefix("netdiag serve: only 14 more files may be open"), "\(line)")
        let raised = try await Self.run("\(holding) ulimit -S -n 64; \(run)", "netdiag-serve")
        #expect(raised.exitStatus == 0, "\(String(decoding: raised.complaint, as: UTF8.self))")
    }

    @Test(
        "idle connections do not stop a server, whether its limit of descriptors can be raised or not",
        arguments: ["ulimit -S -n 64", "ulimit -n 64"])
    func idleConnections(_ limit: String) async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            trap 'kill "$server"; wait; rm -r "$dir"' EXIT
            (\#(limit); exec "$0" --echo --ready-fd 9 9> "$dir/ready" > /dev/null) & server=$!
            url=$(cat "$dir/ready"); port=${url##*:}; port=${port%/}
            for number in $(seq 80); do exec {held}<>"/dev/tcp/127.0.0.1/$port"; all+=("$held"); done
            spent() { read -ra fields < "/proc/$server/stat"; echo $((fields[13] + fields[14])); }
            before=$(spent); sleep 1; after=$(spent)
            # A busy loop takes 100 of these hundredths of a second.
            echo "spent $(((after - before) / 50))"
            [ "\#(limit)" = "ulimit -S -n 64" ] || for held in "${all[@]}"; do exec {held}>&-; done
            for attempt in 1 2 3 4 5; do
                curl -s -o "$dir/answer" --max-time 5 -w '%{http_code}\n' "$url" && break
                sleep 1
            done
            """#
        let result = try await Self.run(script, "netdiag-serve")
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text.hasPrefix("spent 0\n") && text.hasSuffix("200\n"), "\(text)")
    }

    @Test("a write beyond the limit of file sizes is reported, and ends no program by a signal")
    func fileSize() async throws {
        let print = "f=$(mktemp); trap 'rm $f' EXIT; ulimit -f 0;"
        let result = try await Self.run("\(print) \"$0\" explain dns.servfail >$f", "netdiag")
        let line = String(decoding: result.complaint, as: UTF8.self)
        #expect(
            result.exitStatus == 3 && line == "netdiag: cannot write to standard output: File too large\n", "\(line)")
        for program in ["netdiag-serve", "netdiagd"] {
            let result = try await Self.run("\(print) \"$0\" --help >$f; echo $?", program)
            #expect(String(decoding: result.output, as: UTF8.self) == "0\n", "\(program)")
        }
    }

    @Test("programs that are started do not inherit an ignored signal")
    func inheritance() async throws {
        // A child of netdiag itself: the command of `with` is in a namespace, which not every user may create.
        let text = try String(
            decoding: await Self.run("\"$0\" with -- grep SigIgn /proc/self/status 2>/dev/null", "netdiag").output,
            as: UTF8.self)
        guard let mask = text.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt64($0, radix: 16) }) else {
            return
        }
        #expect(mask & 1 << UInt64(SIGXFSZ - 1) == 0, "\(text)")
    }
}
