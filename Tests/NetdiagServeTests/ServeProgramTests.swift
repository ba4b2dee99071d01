import ArgumentParser
import NIOCore
import NIOPosix
import Testing

@testable import NetdiagServe

/// The program from the point of view of its callers.
@Suite(.serialized)
struct ServeProgramTests {
    private func run(_ arguments: String..., limit: Duration = ProgramPaths.limit) async throws -> ChildProcess {
        try await ChildProcess.run(ProgramPaths.serve, arguments, limit: limit)
    }

    @Test(arguments: [
        [], ["--fault", "http.nothing"], ["--fault", "tcp.host-down"], ["--fault", "http.forbidden=1"],
        ["/nonexistent"],
        ["--fault", "http.forbidden", "--listen", "somewhere"], ["--echo", "--text", "x"], ["--echo", "--writable"],
    ])
    func wrongUsageServesNothing(_ arguments: [String]) async throws {
        let result = try await ChildProcess.run(ProgramPaths.serve, arguments, limit: ProgramPaths.limit)
        #expect(!result.hasTimedOut)
        #expect(result.status == 64, "\(result.status)")
        #expect(result.output.isEmpty)
    }

    @Test(
        "an invalid option is named, with the correct form",
        arguments: [
            (
                ["--idle-timeout", "nope"],
                "'nope' is invalid for '--idle-timeout <duration>': write a time from 100ms to 30d"
            ),
            (["--drain", "1y"], "'1y' is invalid for '--drain <duration>': write a time from 100ms to 30d"),
            (["--port", "65536"], "'65536' is invalid for '--port <port>': write a port from 1 to 65535, or 0"),
            (
                ["--ready-fd", "x"],
                "'x' is invalid for '--ready-fd <descriptor>': write the number of an open descriptor"
            ),
            (["--seed=-1"], "'-1' is invalid for '--seed <number>': write a whole number from 0"),
            (["--port", "-1"], "'-1' is invalid for '--port <port>': write a port from 1 to 65535, or 0"),
            (["--seed", "-1"], "'-1' is invalid for '--seed <number>': write a whole number from 0"),
            (["--idle-timeout", "-1s"], "'-1s' is invalid for '--idle-timeout <duration>': write a time from 100ms"),
            (
                ["expect", "--count", "-1", "GET /"],
                "'-1' is invalid for '--count <count>': write a whole number from 0"
            ),
            (["expect", "--count", "x", "GET /"], "'x' is invalid for '--count <count>': write a whole number from 0"),
        ])
    func unreadableOptions(_ arguments: [String], _ problem: String) async throws {
        let all = arguments.first == "expect" ? arguments : ["--echo"] + arguments
        let line = "\"$0\" \"$@\" 2>&1"
        let result = try await run("-c", line, ProgramPaths.serve, all)
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(result.status == 64 && text.contains(problem), "\(result.status): \(text)")
    }

    /// Runs sh(1).
    private func run(_ first: String, _ script: String, _ program: String, _ rest: [String]) async throws
        -> ChildProcess
    {
        try await ChildProcess.run("/bin/sh", [first, script, program] + rest, limit: ProgramPaths.limit)
    }

    @Test("a descriptor that cannot be written to is refused before anything listens")
    func readyDescriptor() async throws {
        let script =
            #""$0" --echo --idle-timeout 100ms --ready-fd 9 2>&1; echo $?; "$0" --echo --ready-fd 9 9</dev/null 2>&1"#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        #expect(
            String(decoding: result.output, as: UTF8.self) == """
                netdiag serve: --ready-fd 9 is not open; open it before the command, as in 9>urls
                64
                netdiag serve: --ready-fd 9 is not open for writing

                """)
    }

    @Test("the help has the options of a run, and the subcommands", arguments: ["--help", "-h", "help"])
    func help(_ argument: String) async throws {
        let result = try await run(argument)
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(result.status == 0)
        for words in ["--port <port>", "--echo ", "--fault <id[=arguments]>", "SUBCOMMANDS:", "  expect "] {
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test("every command for runs has --json, and every object has a schema")
    func schemas() async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            printf 'routes:\n  - {resource: /a, fields: {b: text}}\n  - {route: /b, text: x, faults: [http.stalled]}\n' > "$dir/serve.yaml"
            echo '[{"b": "x"}]' > "$dir/a.json"
            "$0" "$dir/serve.yaml" --json --ui --ready-fd 9 9> "$dir/ready" &
            cat "$dir/ready" > /dev/null
            for words in list pause resume faults reset sessions requests ca "db import a $dir/a.json" "db reset"; do
                "$0" $words --json
            done
            "$0" expect --json 'GET /a'
            "$0" --list-faults --json | head -n 1
            "$0" stop --json
            wait
            rm -r "$dir"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").filter { $0 != "[]" }
        // Two lines of the run, 8 of the loop (there are no sessions and no requests), and three.
        #expect(result.status == 0 && lines.count == 13, "\(lines.joined(separator: "\n"))")
        for line in lines { #expect(line.contains("\"schema\":\"netdiag."), "\(line)") }
    }

    @Test(
        "--publish has a name or none, and does not take the only source for one",
        arguments: [
            (["--publish", "site"], ["site"], ""),
            (
                ["--publish", "/a/long/path/\(String(repeating: "x", count: 60))"],
                ["/a/long/path/\(String(repeating: "x", count: 60))"], ""
            ),
            (["--publish", "site", "--writable"], ["site"], ""),
            (["--publish", "Shop", "site"], ["site"], "Shop"), (["site", "--publish", "Shop"], ["site"], "Shop"),
            (["site", "--publish"], ["site"], ""), (["--echo", "--publish"], [], ""),
            (["--publish", "--echo"], [], ""), (["--publish", "Shop", "--echo"], [], "Shop"),
            (["--publish", "Shop", "--fault", "http.stalled"], [], "Shop"),
            (["--publish", "--port", "8080", "site"], ["site"], ""), (["--publish=", "site"], ["site"], ""),
            (["--publish", "", "site"], ["site"], ""), (["--publish=Shop, one", "site"], ["site"], "Shop, one"),
        ] as [([String], [String], String)])
    func publish(arguments: [String], sources: [String], name: String) throws {
        let command = try RunCommand.parse(arguments)
        #expect(command.sources == sources && command.place.publish == name)
    }

    @Test("--publish=NAME is always a name, so that something to serve is missing")
    func publishedName() async throws {
        for arguments in ["--publish=Shop", "--publish"] {
            let result = try await run("-c", "\"$0\" \"$@\" 2>&1", ProgramPaths.serve, [arguments])
            let text = String(decoding: result.output, as: UTF8.self)
            #expect(result.status == 64 && !text.contains("Shop"), "\(text)")
        }
        let result = try await run("-c", "\"$0\" \"$@\" 2>&1", ProgramPaths.serve, ["--publish", "nowhere"])
        #expect(result.status == 64 && String(decoding: result.output, as: UTF8.self).contains("nowhere"))
    }

    @Test("listeners that forward to each other are named")
    func circle() async throws {
        let script = #"""
            file=$(mktemp)
            printf 'listeners:\n  - {name: a, port: 18473, to: "http://127.0.0.1:18474"}\n' > "$file"
            printf '  - {name: b, port: 18474, to: "http://localhost:18473"}\n' >> "$file"
            "$0" "$file" --idle-timeout 1s 2>&1 > /dev/null; echo $?
            "$0" "$file" --check 2>&1; echo $?
            printf 'port: 18475\nto: "http://127.0.0.1:18475"\n' > "$file"
            "$0" "$file" --check 2>&1; echo $?
            rm "$file"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        #expect(
            String(decoding: result.output, as: UTF8.self) == """
                netdiag serve: listeners a and b forward to each other (http://localhost:18473); change to: of one of them
                64
                netdiag serve: listeners a and b forward to each other (http://localhost:18473); change to: of one of them
                64
                netdiag serve: http://127.0.0.1:18475 is this very listener, which would ask itself without end
                64

                """)
    }

    @Test("the echo states the TLS of the connection, and a run that does not exist is named with those that do")
    func echoOfTLS() async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            printf 'tls: on\nroutes:\n  - {route: /*, echo: on}\n' > "$dir/serve.yaml"
            "$0" "$dir/serve.yaml" --name blue --ready-fd 9 9> "$dir/ready" > /dev/null &
            url=$(cat "$dir/ready")
            "$0" ca > "$dir/ca.pem"
            curl -s --max-time 60 --cacert "$dir/ca.pem" --tls-max 1.2 "https://localhost:${url##*:}"
            "$0" requests green 2>&1; echo $?
            "$0" stop > /dev/null
            wait
            "$0" requests green 2>&1; echo $?
            rm -r "$dir"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.first?.contains(#""server_name":"localhost","version":"TLSv1.2"}}"#) == true, "\(lines)")
        #expect(
            lines.dropFirst() == [
                "netdiag serve: no run is called green; running: blue", "64",
                "netdiag serve: no run is called green; none is running for this user", "64",
            ], "\(lines)")
    }

    @Test("the printed check of a healthy TLS listener succeeds, whatever the names of its certificate are")
    func printedCheck() async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            printf 'tls: {names: [www.example.test]}\nroutes:\n  - {route: /*, text: hello}\n' > "$dir/serve.yaml"
            "$0" "$dir/serve.yaml" --ready-fd 9 9> "$dir/ready" > "$dir/out" &
            cat "$dir/ready" > /dev/null
            sed -n 's/.*(netdiag check \(.*\))$/\1/p' "$dir/out" > "$dir/arguments"
            eval "\"$1\" check --no-daemon $(cat "$dir/arguments")"; echo $?
            "$0" stop > /dev/null; wait
            rm -r "$dir"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [ProgramPaths.netdiag])
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text.hasSuffix("\n0\n") && !text.contains("tls.wrong-host"), "\(text)")
    }

    @Test("the seed of random decisions is shown if it was chosen at random, and listed")
    func seed() async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            printf 'routes:\n  - {route: /*, random: 10}\n' > "$dir/serve.yaml"
            "$0" "$dir/serve.yaml" --ready-fd 9 9> "$dir/ready" > /dev/null 2> "$dir/err" &
            cat "$dir/ready" > /dev/null
            "$0" list --json | sed 's/.*"seed":\([0-9]*\).*/\1/'
            "$0" stop > /dev/null; wait
            cat "$dir/err"
            "$0" "$dir/serve.yaml" --seed 7 --idle-timeout 100ms 2>&1 > /dev/null
            "$0" "$dir/serve.yaml" --seed 1000000000 2>&1 | head -n 1
            rm -r "$dir"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let number = lines.first ?? ""
        #expect(UInt64(number) != nil && lines.count == 3, "\(lines)")
        #expect(
            lines.dropFirst().first
                == "netdiag serve: the seed of random decisions is \(number); --seed \(number) repeats them", "\(lines)"
        )
        #expect(lines.last?.contains("write a whole number from 0 to 999999999") == true, "\(lines)")
    }

    @Test("the command that stops a run gets its response, even if the run ends at once")
    func stopIsAnswered() async throws {
        let script = #"""
            dir=$(mktemp -d); export XDG_RUNTIME_DIR="$dir"; mkfifo "$dir/ready"
            trap 'kill $! 2> /dev/null; rm -r "$dir"' EXIT
            for number in 1 2 3; do
                "$0" --echo --ready-fd 9 9> "$dir/ready" > /dev/null &
                cat "$dir/ready" > /dev/null
                "$0" stop 2>&1
                wait
            done
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let expected = #"{"schema":"netdiag.serve-stop/1","state":"draining"}"#
        #expect(lines == Array(repeating: expected, count: 3), "\(lines)")
    }

    @Test("a port in use is reported in one line, with exit status 3")
    func portInUse() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let other = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let result = try await run("-c", "\"$0\" \"$@\" 2>&1", ProgramPaths.serve, ["--echo", "--port", "\(port)"])
        try await other.close()
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(result.status == 3, "\(result.status): \(text)")
        #expect(
            text.hasPrefix("netdiag serve: 127.0.0.1:\(port) cannot be listened on: Address already in use; choose ")
                && text.split(separator: "\n").count == 1, "\(text)")
    }

    @Test("a limit of open files that is too low for all connections is reported at the start")
    func fewFiles() async throws {
        let script = #"ulimit -n 512; "$0" --echo --idle-timeout 100ms 2>&1 >/dev/null"#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(
            text == "netdiag serve: at most 384 connections at once, for all listeners together: this process may open "
                + "512 files, and each connection takes one; for 16384 connections, raise the hard limit: ulimit -Hn 16512\n",
            "\(text)")
    }

    @Test("a signal right after the URLs ends the run like any other, and leaves nothing behind")
    func earlySignal() async throws {
        let script = #"""
            dir=$(mktemp -d); mkdir "$dir/tmp" "$dir/run"; mkfifo "$dir/ready"
            export XDG_RUNTIME_DIR="$dir/run" TMPDIR="$dir/tmp"
            for i in 1 2 3 4 5 6 7 8 9 10; do
                "$0" --echo --ready-fd 9 9> "$dir/ready" > /dev/null &
                read -r url < "$dir/ready"
                kill -TERM $!; wait $!
                echo "$? $(ls "$dir/tmp" "$dir/run/"* 2> /dev/null | grep -v :)"
            done
            rm -r "$dir"
            """#
        let result = try await run("-c", script, ProgramPaths.serve, [])
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text == String(repeating: "0 \n", count: 10), "\(text)")
    }

    @Test func endsWhenNobodyAsks() async throws {
        let result = try await run("--echo", "--json", "--idle-timeout", "100ms", limit: ProgramPaths.limit)
        #expect(!result.hasTimedOut && result.status == 0)
        #expect(String(decoding: result.output, as: UTF8.self).contains(#""url":"http://127.0.0.1:"#))
    }

    @Test("a text whose file does not exist yet is reported at the start")
    func missingText() async throws {
        let script = """
            file=$(mktemp -u)
            "$0" --text "$file" --idle-timeout 100ms 2>&1 >/dev/null | sed "s|$file|FILE|"
            "$0" --text /nonexistent/a.txt 2>&1; echo $?
            """
        let result = try await run("-c", script, ProgramPaths.serve, [])
        #expect(
            String(decoding: result.output, as: UTF8.self) == """
                netdiag serve: "FILE" does not exist yet: / is empty until a text is saved at /edit, which creates the file
                netdiag serve: "/nonexistent/a.txt" does not exist, and cannot be created: "/nonexistent": No such file or directory
                64

                """)
    }

    @Test("requests --follow ends with the run, whether it was stopped or killed", arguments: ["stop", "kill -9"])
    func followedToTheEnd(_ way: String) async throws {
        let script = """
            export XDG_RUNTIME_DIR=$(mktemp -d)
            trap 'rm -r "$XDG_RUNTIME_DIR"' EXIT
            mkfifo "$XDG_RUNTIME_DIR/ready"
            "$0" --echo --name run --ready-fd 9 9> "$XDG_RUNTIME_DIR/ready" > /dev/null &
            run=$!
            url=$(cat "$XDG_RUNTIME_DIR/ready")
            "$0" requests --follow run > "$XDG_RUNTIME_DIR/lines" 2>&1 &
            follow=$!
            # It follows the run as soon as it prints a request.
            until [ -s "$XDG_RUNTIME_DIR/lines" ]; do curl -s --max-time 60 "$url" > /dev/null; done
            case "$1" in stop) "$0" stop run >/dev/null ;; *) kill -9 $run ;; esac
            wait $follow
            echo $?
            tail -n 1 "$XDG_RUNTIME_DIR/lines"
            """
        let result = try await run("-c", script, ProgramPaths.serve, [way])
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text == "0\nnetdiag serve: the run has ended\n", "\(text)")
    }
}
