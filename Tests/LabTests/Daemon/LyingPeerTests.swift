import Lab
import NetworkModel
import Testing

@Suite("Daemons that send false information, in the lab", .lab, .tags(.lab))
struct LyingPeerTests {
    private static let ports = 8_900..<9_000

    /// A daemon on each port, which takes its name from the port and sees no peers; and one with an endless response.
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

    @Test("a host with a hundred false daemons has two in the list, and cannot cause a finding beside an honest peer")
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
            // No other peer is there to contradict them.
            try await daemon.status("the blockage") { document in
                document.findings.contains { $0.id == "mdns.blocked" && $0.severity == .warning }
            }
            _ = try await good.startDaemon()
            try await daemon.peers("the good one beside two liars") { document in
                document.peers.count == 3
                    && document.peers.contains { $0.name == "good" && $0.isSeen && $0.view?.isSeen == true }
            }
            try await daemon.status("no blockage here") { document in
                document.findings.contains {
                    $0.id == "mdns.blocked" && $0.severity == .info && $0.summary.contains("with good it works")
                }
            }
        }
    }

    @Test("announcements that name a printer cause no packets to it, and any other server is queried once")
    func namedHost() async throws {
        try await Lab.run { lab in
            let printer = try await lab.host("printer"), evil = try await lab.host("evil")
            let laptop = try await lab.host("laptop")
            _ = try await lab.segment([printer, evil, laptop])
            try await laptop.startDiscovery()
            // Each packet that opens a connection is counted at its destination.
            let ports = [9_100, 9_200]
            try await printer.filter(
                """
                table inet lab {
                    chain in {
                        type filter hook input priority 0
                        \(ports.map { "tcp dport \($0) tcp flags & (syn | ack) == syn counter" }.joined(separator: "\n"))
                    }
                }
                """)
            for port in ports {
                let server = try printer.spawn(["/usr/bin/python3", "-um", "http.server", "\(port)"])
                try await server.output.first("the server") { $0.contains("Serving HTTP") }
            }
            let address = MulticastPackets.record("evil.local", type: 1, [10, 77, 1, 1])
            let sender = try evil.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.header([0, 1, 0, 0]) + address])
            let daemon = try await laptop.startDaemon("interval: 1s")

            let seen = try laptop.spawn(
                RunningDaemon.curl + ["-N", "http://x/v1/services?type=_netdiag._tcp&resolve=true&follow=true"])
            defer { seen.killGroup() }
            // Announces ten names one after the other, each as if it were new.
            for round in 0..<10 {
                let names = ports.map { "p\(round)-\($0)" }
                sender.send([
                    AnnouncedService.packet(
                        zip(names, ports).map { AnnouncedService($0, type: "_netdiag._tcp", port: UInt16($1)) })
                ])
                for name in names {
                    try await seen.output.first("\(name)") {
                        $0.contains("\"\(name)\"") && $0.contains("10.77.1.1")
                    }
                }
                guard round == 0 else { continue }
                try await daemon.peers("what the server is") { document in
                    document.peers.contains { $0.reason == "it answers with HTTP status 404" }
                }
            }
            let rules = try await printer.run(["nft", "list", "ruleset"])
            func count(_ port: Int) -> Int? {
                let line = rules.split(separator: "\n").first { $0.contains("dport \(port) ") } ?? ""
                let words = line.split(separator: " ")
                return words.firstIndex(of: "packets").flatMap { Int(words[$0 + 1]) }
            }
            #expect(count(9_100) == 0 && count(9_200) == 1, "\(rules)")
        }
    }
}
