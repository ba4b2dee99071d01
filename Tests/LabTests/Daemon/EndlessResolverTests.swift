import Lab
import Testing

import struct NetworkModel.StatusDocument

/// getaddrinfo(3) reads messages with other identifiers from a connection without an end, on a thread that cannot be stopped.
@Suite("A resolver whose responses do not end", .lab, .tags(.lab), .timeLimit(.minutes(5)))
struct EndlessResolverTests {
    /// Truncates responses over UDP, and sends messages without an end over TCP. It prints `open` for each connection.
    private static let server = """
        import select, socket, struct
        udp, tcp = socket.socket(type=socket.SOCK_DGRAM), socket.socket()
        udp.bind(("10.77.1.2", 53))
        tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tcp.bind(("10.77.1.2", 53))
        tcp.listen(64)
        foreign = struct.pack("!H", 12) + b"\\x00\\x00\\x81\\x80" + bytes(8)
        print("ready", flush=True)
        held = set()
        while True:
            ready, free, _ = select.select([udp, tcp], list(held), [])
            if udp in ready:
                query, client = udp.recvfrom(4096)
                udp.sendto(query[:2] + b"\\x83\\x80" + query[4:6] + bytes(6) + query[12:], client)
            if tcp in ready:
                connection, _ = tcp.accept()
                connection.setblocking(False)
                held.add(connection)
                print("open", flush=True)
            for connection in free:
                try: connection.send(foreign * 500)
                except BlockingIOError: pass
                except OSError:
                    connection.close()
                    held.discard(connection)
        """

    /// Ends when fewer processes' connections to the server are left than there are targets. The kernel does not report their end.
    private static let awaitEnd =
        "until [ \"$(ss -Htnp dst 10.77.1.2:53 | grep -c users:)\" -lt 8 ]; do sleep 0.2; done"

    @Test("the daemon responds meanwhile, and ends the calls that nobody awaits any more")
    func endless() async throws {
        try await Lab.run { lab in
            let laptop = try await lab.host("laptop"), resolver = try await lab.host("resolver")
            _ = try await lab.link(laptop, resolver)
            let server = try resolver.spawn(["python3", "-uc", Self.server])
            try await server.output.first("the server", where: { $0 == "ready" })
            try await laptop.write("/etc/resolv.conf", "nameserver 10.77.1.2\n")
            let targets = (0..<8).map { "\"http://h\($0).example/\"" }.joined(separator: ", ")
            let daemon = try await laptop.startDaemon(
                "publish: off\nuplink: off\ninterval: 1h\ntimeout: 2s\ntargets: [\(targets)]\n")
            try await server.output.first("a connection", where: { $0 == "open" })
            #expect(try await daemon.get("/healthz") == "ok")
            try await daemon.status("all checked") { $0.targets.allSatisfy { $0.last != nil } }
            #expect(try await daemon.get("/v1/status").contains("h0.example"))
            // Otherwise each target keeps one for good. Those of the daemon's own examination of the resolver may follow at any time.
            let ended = try await laptop.result(of: ["sh", "-c", Self.awaitEnd], within: .seconds(90))
            #expect(ended.status == .exited(0), "\(ended)")
            #expect(daemon.process.status == nil)
        }
    }
}
