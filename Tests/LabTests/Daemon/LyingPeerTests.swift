import Lab
import NetworkModel
import Testing

@Suite("Daemons that lie, in the lab", .lab, .tags(.lab))
struct LyingPeerTests {
    private static let ports = 9_000..<9_100

    /// A daemon on each port, which has its name from that and sees nobody; and one of which the answer has no end to speak of.
    private static let program = """
        import json, socket, sys, threading
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                port = self.server.server_address[1]
                body = json.dumps({
                    "schema": "netdiag.peers/1", "host": "evil", "name": f"p{port}", "version": "1",
                    "status": "connectionUp", "code": 2, "looking": True, "peers": []}).encode()
                if port == \(ports.upperBound):
                    body += b" " * (1 << 20)
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass

        for port in range(\(ports.lowerBound), \(ports.upperBound) + 1):
            server = ThreadingHTTPServer(("0.0.0.0", port), Handler)
            threading.Thread(target=server.serve_forever).start()
        print("ready", flush=True)
        """

    @Test("a host of a hundred daemons that answer and see nobody has two in the list, and blames nobody else")
    func hoarder() async throws {
        try await Lab.run { lab in
            let good = try await lab.host("good"), evil = try await lab.host("evil")
            let laptop = try await lab.host("laptop")
            _ = try await lab.segment([good, evil, laptop])
            for host in [good, laptop] { try await host.startDiscovery() }
            let servers = try evil.spawn(["/usr/bin/python3", "-c", Self.program])
            try await servers.output.first("the servers") { $0 == "ready" }
            let address = MulticastPackets.record("evil.local", type: 1, [10, 77, 1, 2])
            let sender = try evil.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.header([0, 1, 0, 0]) + address])
            let daemon = try await laptop.startDaemon()

            func announce(_ port: Int) -> AnnouncedService {
                AnnouncedService("p\(port)", type: "_netdiag._tcp", port: UInt16(port))
            }
            sender.send([AnnouncedService.packet([announce(Self.ports.upperBound)])])
            try await daemon.peers("the long answer") { document in
                document.peers.contains { $0.reason?.hasPrefix("its answer is too long") == true }
            }
            for start in stride(from: Self.ports.lowerBound, to: Self.ports.upperBound, by: 10) {
                sender.send([AnnouncedService.packet((start..<start + 10).map(announce))])
            }
            try await daemon.peers("two liars") { document in
                document.peers.count == 2 && document.peers.allSatisfy { $0.version == "1" }
            }
            // Nobody else is there to say otherwise.
            try await daemon.status("the blockage", within: .seconds(60)) { document in
                document.findings.contains { $0.id == "mdns.blocked" && $0.severity == .warning }
            }
            _ = try await good.startDaemon()
            try await daemon.peers("the good one beside two liars") { document in
                document.peers.count == 3
                    && document.peers.contains { $0.name == "good" && $0.isSeen && $0.view?.isSeen == true }
            }
            try await daemon.status("no blockage here", within: .seconds(60)) { document in
                document.findings.contains {
                    $0.id == "mdns.blocked" && $0.severity == .info && $0.summary.contains("with good it works")
                }
            }
        }
    }
}
