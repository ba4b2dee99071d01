import Lab
import Testing

/// getaddrinfo(3) reads messages with other identifiers from a connection without an end, on a thread that cannot be stopped.
@Suite("A resolver whose responses do not end", .lab, .tags(.lab), .timeLimit(.minutes(5)))
struct EndlessResolverTests {
    /// Truncates responses over UDP, and sends messages without an end over TCP. It prints `open` for each connection. A minute after
    /// the first one, it prints `old` if any connection has lasted for half a minute, otherwise `young`: others may have followed.
    private static let server = """
        import select, socket, struct, time
        udp, tcp = socket.socket(type=socket.SOCK_DGRAM), socket.socket()
        udp.bind(("10.77.1.2", 53))
        tcp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tcp.bind(("10.77.1.2", 53))
        tcp.listen(64)
        foreign = struct.pack("!H", 12) + b"\\x00\\x00\\x81\\x80" + bytes(8)
        print("ready", flush=True)
        held, first = {}, None
        while True:
            ready, free, _ = select.select([udp, tcp], list(held), [], 1)
            now = time.monotonic()
            if first and now > first + 60:
                print("old" if any(now > begun + 30 for begun in held.values()) else "young", flush=True)
                first = None
            if udp in ready:
                query, client = udp.recvfrom(4096)
                udp.sendto(query[:2] + b"\\x83\\x80" + query[4:6] + bytes(6) + query[12:], client)
            if tcp in ready:
                connection, _ = tcp.accept()
                connection.setblocking(False)
                first = first or (now if not held else None)
                held[connection] = now
                print("open", flush=True)
            for connection in free:
                try: connection.send(foreign * 500)
                except BlockingIOError: pass
                except OSError:
                    connection.close()
                    del held[connection]
        """

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
            #expect(try await daemon.get("/v1/status").contains("h0.example"))
            let ages = try await server.output.first("the ages", where: { ["old", "young"].contains($0) })
            #expect(ages == "young")
            #expect(daemon.process.status == nil)
        }
    }
}
