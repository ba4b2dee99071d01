import FoundationEssentials
import Lab
import Testing

/// What hostile clients can do to the daemon with connections, and how that affects others.
@Suite("Clients that overload the daemon", .lab, .tags(.lab), .timeLimit(.minutes(10)))
struct OverloadTests {
    private static let base = "http://10.77.1.1:8053"
    /// The maximum private memory of the daemon in bytes, under every load.
    private static let maxMemory = 64 << 20

    /// A daemon, and a host on its link.
    private func withDaemon(
        _ configuration: String = "publish: off",
        _ body: @Sendable (RunningDaemon, _ other: Host) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), other = try await lab.host("other")
            _ = try await lab.link(server, other)
            let daemon = try await server.startDaemon(configuration)
            try await body(daemon, other)
        }
    }

    /// `RssAnon` of proc_pid_status(5), in bytes.
    private func memory(of daemon: RunningDaemon) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(daemon.process.pid)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1])) << 10
    }

    /// Starts a program in Python that holds connections until it is killed, and waits until it has opened them.
    @discardableResult
    private func hold(_ program: String, on host: Host, as user: [String] = []) async throws -> HostProcess {
        let program =
            "import socket, select, signal, resource\n"
            + "resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))\n" + program
            + "\nprint('done', flush=True)\nsignal.pause()\n"
        let process = try host.spawn(user + ["python3", "-c", program])
        do {
            try await process.output.first("the end of the attack", within: .seconds(180)) { $0 == "done" }
        } catch {
            Issue.record("the attack failed: \(process.diagnostics.text)")
            throw error
        }
        return process
    }

    /// Other clients are served, over TCP and over the Unix socket.
    private func expectService(_ daemon: RunningDaemon) async throws {
        for way in [["--unix-socket", RunningDaemon.socket], []] {
            let answer = try await daemon.host.run(["curl", "-sS"] + way + ["http://127.0.0.1:8053/healthz"])
            #expect(answer == "ok", "\(way)")
        }
    }

    @Test(
        "requests that are sent ahead wait in the kernel, whether or not the client is authorised",
        arguments: ["", "\naccess: { networks: ['127.0.0.1'] }"])
    func pipelining(access: String) async throws {
        try await withDaemon("publish: off" + access) { daemon, other in
            // Sends until no connection takes any more data or all are closed.
            try await hold(
                """
                request = b"GET /v1/status HTTP/1.1\\r\\nHost: server\\r\\n\\r\\n" * 500
                held = []
                for _ in range(200):
                    asked = socket.socket()
                    asked.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    try: asked.connect(("10.77.1.1", 8053))
                    except OSError: continue
                    asked.setblocking(False)
                    held.append(asked)
                left, sent = set(held), 0
                while left and sent < 2_000_000_000:
                    _, ready, _ = select.select([], list(left), [], 2)
                    if not ready: break
                    for asked in ready:
                        try: sent += asked.send(request)
                        except BlockingIOError: pass
                        except OSError: left.discard(asked)
                """, on: other)
            let memory = try memory(of: daemon)
            #expect(memory < Self.maxMemory, "\(memory >> 20) MiB")
            try await expectService(daemon)
        }
    }

    @Test("requests that are sent ahead are all answered in order, also if the client has closed its sending side")
    func order() async throws {
        try await withDaemon { daemon, _ in
            let ask = """
                import socket
                paths = [b"/healthz", b"/readyz", b"/nothing"] * 50
                asked = socket.create_connection(("127.0.0.1", 8053))
                asked.sendall(b"".join(b"GET " + path + b" HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n" for path in paths))
                asked.sendall(b"POST /v1/checks HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 4\\r\\n\\r\\n{}\\r\\n"
                    b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
                asked.shutdown(socket.SHUT_WR)
                text = b""
                while more := asked.recv(65536): text += more
                print([part[:3].decode() for part in text.split(b"HTTP/1.1 ")[1:]])
                """
            let codes = try await daemon.host.run(["python3", "-c", ask])
            let wanted = (0..<50).flatMap { _ in ["200", "200", "404"] } + ["403", "200"]
            #expect(codes == "['" + wanted.joined(separator: "', '") + "']", "\(codes)")
        }
    }

    @Test("streams and idle connections over TCP do not keep out the Unix socket and the command line")
    func starvation() async throws {
        try await withDaemon("publish: off\naccess: { read: [10.0.0.0/8, 127.0.0.0/8] }") { daemon, other in
            let streams = """
                held = []
                for path in [b"/v1/events"] * 130 + [None] * 512:
                    asked = socket.create_connection((address, 8053))
                    held.append(asked)
                    request = b"GET /v1/events HTTP/1.1\\r\\nHost: " + address.encode() + b"\\r\\n\\r\\n"
                    try:
                        if path: asked.sendall(request)
                    except OSError: pass
                """
            try await hold("address = '10.77.1.1'\n" + streams, on: other)
            try await hold("address = '127.0.0.1'\n" + streams, on: daemon.host)
            let watch = try daemon.host.spawn(
                [Programs.command, "status", "--watch", "--json"])
            try await watch.output.first("the status") { $0.hasPrefix("{") }
            try await expectService(daemon)
            // The same from another address over TCP.
            try await other.run(["ip", "address", "add", "10.77.1.77/24", "dev", "eth0"])
            let fresh = try await other.run(["curl", "-sS", "--interface", "10.77.1.77", Self.base + "/healthz"])
            #expect(fresh == "ok")
            #expect(try memory(of: daemon) < Self.maxMemory)
        }
    }

    @Test("a user with as many connections as possible does not keep out root and other users")
    func users() async throws {
        try await withDaemon { daemon, _ in
            // Each has requested a stream, so that none is idle.
            let connect = """
                held = []
                for _ in range(768):
                    asked = socket.socket(socket.AF_UNIX)
                    try:
                        asked.connect("\(RunningDaemon.socket)")
                        asked.sendall(b"GET /v1/events HTTP/1.1\\r\\nHost: n\\r\\n\\r\\n")
                    except OSError: pass
                    held.append(asked)
                """
            try await hold(connect, on: daemon.host, as: ["setpriv", "--reuid=1234", "--clear-groups"])
            #expect(try await daemon.get("/healthz") == "ok")
            let other = try await daemon.host.run(
                ["setpriv", "--reuid=1235", "--clear-groups"] + RunningDaemon.curl + ["http://netdiag/healthz"])
            #expect(other == "ok")
            let events = try daemon.host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
            try await events.output.first("the status") { $0 == "event: status" }
        }
    }

    @Test("a request that comes a byte at a time and a response that is not read are aborted")
    func slowness() async throws {
        try await withDaemon { daemon, other in
            // One client sends a byte a second; the other requests more than the kernel buffers and reads nothing.
            let ask = """
                import socket, select, time
                slow = socket.create_connection(("10.77.1.1", 8053))
                slow.sendall(b"GET / HTTP/1.1\\r\\nHost: server\\r\\nX-Slow: ")
                greedy = socket.socket()
                greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                greedy.connect(("10.77.1.1", 8053))
                greedy.setblocking(False)
                ended = select.poll()
                # Only errors and the end of both sides.
                ended.register(greedy, 0)
                seen = set()
                for _ in range(90):
                    try: greedy.send(b"GET /nothing HTTP/1.1\\r\\nHost: server\\r\\n\\r\\n" * 500)
                    except BlockingIOError: pass
                    except OSError: seen.add("greedy")
                    if ended.poll(1000): seen.add("greedy")
                    if select.select([slow], [], [], 0)[0]: seen.add("slow")
                    else:
                        try: slow.send(b"a")
                        except OSError: seen.add("slow")
                    if len(seen) == 2: break
                print(sorted(seen))
                """
            let result = try await other.result(of: ["python3", "-c", ask], within: .seconds(120))
            #expect(result.output == "['greedy', 'slow']", "\(result)")
        }
    }

    @Test("a body without end is not read further, and a request that is not HTTP adds no line to the log")
    func bodies() async throws {
        try await withDaemon("publish: off\naccess: { read: [10.0.0.0/8] }") { daemon, other in
            let ask = """
                import socket
                head = (b"POST /login HTTP/1.1\\r\\nHost: 10.77.1.1\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n"
                    b"Transfer-Encoding: chunked\\r\\n\\r\\n")
                def send(*parts):
                    asked = socket.create_connection(("10.77.1.1", 8053))
                    asked.settimeout(30)
                    sent = 0
                    try:
                        asked.sendall(head)
                        for part in parts:
                            while True:
                                sent += asked.send(part)
                                if len(part) < 50000: break
                                if sent > 64_000_000: return "endless"
                    except OSError: return "ended"
                    try: return asked.recv(100).decode().split(" ")[1]
                    except OSError: return "ended"
                    except IndexError: return "ended"
                # A chunk's extension, chunks of a byte, and trailers.
                print(send(b"1;", b"e" * 65536), send(b"1\\r\\na\\r\\n" * 20000), send(b"0\\r\\n", b"X: y\\r\\n" * 20000))
                for number in range(50): send(b"zz\\r\\n")
                """
            let answer = try await other.result(of: ["python3", "-c", ask], within: .seconds(180))
            #expect(!answer.output.contains("endless") && answer.status == .exited(0), "\(answer)")
            try await expectService(daemon)
            #expect(
                !daemon.process.diagnostics.text.contains("failed"), "\(daemon.process.diagnostics.text.suffix(500))")
        }
    }

    @Test("HTTP/1.0 gets a response that is not chunked, after which the connection is closed")
    func oldVersion() async throws {
        try await withDaemon { daemon, _ in
            let ask = """
                import socket
                asked = socket.create_connection(("127.0.0.1", 8053))
                asked.sendall(b"GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\nConnection: keep-alive\\r\\n\\r\\n")
                print(asked.makefile("rb").read().decode())
                asked = socket.create_connection(("127.0.0.1", 8053))
                asked.sendall(b"GET /v1/events HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n")
                stream = asked.makefile("rb")
                head = b""
                while not head.endswith(b"\\r\\n\\r\\n"): head += stream.readline()
                lines = iter(stream.readline, b"")
                print(head.decode(), next(line for line in lines if line.startswith(b"event")).decode())
                """
            let text = try await daemon.host.run(["python3", "-c", ask])
            #expect(text.contains("ok\n") && text.contains("event: status"), "\(text)")
            #expect(!text.lowercased().contains("transfer-encoding"), "\(text)")
            #expect(
                text.lowercased().split(separator: "connection: close", omittingEmptySubsequences: false).count == 3)
        }
    }

    @Test("a daemon with too low a limit of open files says so instead of starting")
    func descriptors() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            for limit in ["20", "24", "255"] {
                let result = try await host.result(of: ["sh", "-c", "ulimit -n \(limit); exec \"$0\"", Programs.daemon])
                #expect(result.status == .exited(1) && result.diagnostics.contains("netdiagd needs 256"), "\(result)")
            }
            let enough = try host.spawn(["sh", "-c", "ulimit -n 256; exec \"$0\"", Programs.daemon])
            try await enough.diagnostics.first("the start") { $0.contains("listening on /run") }
            // More connections than there are descriptors, from many addresses.
            try await hold(
                """
                held = []
                for index in range(600):
                    asked = socket.socket()
                    asked.bind(("127.0.1." + str(index % 250 + 1), 0))
                    asked.connect(("127.0.0.1", 8053))
                    held.append(asked)
                """, on: host)
            #expect(try await host.run(["curl", "-sS", "http://127.0.0.1:8053/healthz"]) == "ok")
        }
    }
}
