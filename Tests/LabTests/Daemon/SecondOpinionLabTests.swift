import Lab
import Testing

import struct NetworkModel.FaultScope
import enum NetworkModel.JSON
import struct NetworkModel.StatusDocument

@Suite("A second opinion from peers, in the lab", .lab, .tags(.lab))
struct SecondOpinionLabTests {
    /// The server, with one of four ports open.
    private static let server = "10.77.1.4"
    private static let here = "tcp://\(server):8001"
    private static let everywhere = "tcp://\(server):8002"
    private static let unwatched = "tcp://\(server):8003"
    private static let disputed = "tcp://\(server):8004"

    private static func configuration(_ targets: String...) -> String {
        """
        interval: 2s
        timeout: 1s
        access: { read: [10.77.1.0/24] }
        targets: [\(targets.joined(separator: ", "))]
        """
    }

    /// A daemon that reports that one target works now, or one whose status never ends.
    private static func program(_ name: String, isEndless: Bool) -> String {
        """
        import json, sys, time
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                try:
                    if self.path == "/v1/peers":
                        self.wfile.write(json.dumps({
                            "schema": "netdiag.peers/1", "host": "\(name)", "name": "\(name)", "version": "1",
                            "status": "connectionUp", "code": 2, "looking": False, "peers": []}).encode())
                    elif \(isEndless ? "True" : "False"):
                        while True:
                            self.wfile.write(b'{"targets":[' * 4096)
                    else:
                        self.wfile.write(json.dumps({
                            "schema": "netdiag.status/1", "status": "connectionUp", "targets": [
                                {"target": "\(disputed)", "status": "connectionUp", "last": str(time.time())}]}).encode())
                except OSError:
                    pass

        server = ThreadingHTTPServer(("0.0.0.0", 8053), Handler)
        print("ready", flush=True)
        server.serve_forever()
        """
    }

    /// Starts the program and announces it.
    private func lie(on host: Host, at address: String, isEndless: Bool) async throws {
        let server = try host.spawn(["/usr/bin/python3", "-c", Self.program(host.name, isEndless: isEndless)])
        try await server.output.first("the server") { $0 == "ready" }
        let bytes = address.split(separator: ".").compactMap { UInt8($0) }
        let record = MulticastPackets.record("\(host.name).local", type: 1, bytes)
        let sender = try host.startMulticastSender(
            address, answers: [MulticastPackets.header([0, 1, 0, 0]) + record])
        let service = AnnouncedService(
            host.name, type: "_netdiag._tcp", target: "\(host.name).local", port: 8053)
        sender.send([AnnouncedService.packet([service])])
    }

    private static func scope(of target: String, in status: StatusDocument) -> FaultScope? {
        status.targets.first { $0.target == target }?.cause?.scope
    }

    @Test("only here, the whole link and nobody else are distinguished; false reports change the text, but no status")
    func verdicts() async throws {
        try await Lab.run { lab in
            var hosts: [Host] = []
            for name in ["h1", "h2", "h3", "server", "liar", "endless"] { hosts.append(try await lab.host(name)) }
            _ = try await lab.segment(hosts)
            let web = try hosts[3].spawn(["/usr/bin/python3", "-um", "http.server", "8001"])
            try await web.output.first("the server") { $0.contains("Serving HTTP") }
            for host in hosts.prefix(3) { try await host.startDiscovery() }
            try await hosts[3].filter(
                """
                table inet lab {
                    chain in { type filter hook input priority 0; ip saddr 10.77.1.1 tcp dport 8001 reject with tcp reset; }
                }
                """)
            for host in hosts[1...2] {
                _ = try await host.startDaemon(Self.configuration(Self.here, Self.everywhere, Self.disputed))
            }
            let daemon = try await hosts[0].startDaemon(
                Self.configuration(Self.here, Self.everywhere, Self.unwatched, Self.disputed))
            try await lie(on: hosts[4], at: "10.77.1.5", isEndless: false)
            try await lie(on: hosts[5], at: "10.77.1.6", isEndless: true)

            let status = try await daemon.status("every verdict") { status in
                Self.scope(of: Self.here, in: status)?.well == 2
                    && Self.scope(of: Self.everywhere, in: status)?.same == 2
                    && Self.scope(of: Self.disputed, in: status)?.well == 1
                    && Self.scope(of: Self.unwatched, in: status)?.asked == 4
            }
            let scopes = [Self.here, Self.everywhere, Self.unwatched, Self.disputed].map {
                Self.scope(of: $0, in: status)
            }
            #expect(scopes.map { $0?.verdict } == [.onlyHere, .thisLink, .unwatched, .someHosts])
            #expect(scopes.map { $0?.same } == [0, 2, 0, 2])
            // Whatever the peer reports, a target that failed here is down.
            #expect(status.targets.allSatisfy { $0.status == .connectionDown } && status.status == .connectionDown)
            let text = try await hosts[0].netdiag("status").output
            for words in [
                "only here: 2 other machines on this link reach it", "the whole link: 2 of 2 others cannot reach it",
                "not only here: 2 of 3 others", "nobody else on this link monitors it",
            ] {
                #expect(text.lowercased().contains(words), "\(text)")
            }
            let incidents = try await hosts[0].netdiag("incidents", "--json").output
            #expect(incidents.contains(#""verdict":"only-here""#), "\(incidents)")
            // A peer that responds slowly is left out until it responds.
            var page = try await daemon.get("/")
            for _ in 0..<5 where !page.contains("2 other machines on this link reach it") {
                try await daemon.status("both others") {
                    Self.scope(of: Self.here, in: $0)?.well == 2
                }
                page = try await daemon.get("/")
            }
            #expect(page.contains("2 other machines on this link reach it"))
            let diagnosis = try await hosts[0].netdiag("diagnose", "--yes", Self.everywhere).output
            #expect(diagnosis.contains("2 of 2 others cannot reach it"), "\(diagnosis)")
        }
    }

    @Test("a closed resolver and a missing gateway are reported as faults of the whole link")
    func shared() async throws {
        try await Lab.run { lab in
            var hosts: [Host] = []
            for name in ["h1", "h2", "h3", "router"] { hosts.append(try await lab.host(name)) }
            _ = try await lab.segment(hosts)
            let router = hosts[3], address = "10.77.1.4"
            let resolver = try await router.startDNSMasq([])
            for host in hosts.prefix(3) {
                try await host.run(["ip", "route", "add", "default", "via", address])
                try await host.useDNS([address])
                try await host.startDiscovery()
            }
            var daemons: [RunningDaemon] = []
            for host in hosts.prefix(3) {
                daemons.append(try await host.startDaemon("interval: 2s\naccess: { read: [10.77.1.0/24] }\n"))
            }
            func verdict(_ subject: FaultScope.Subject, on daemon: RunningDaemon) async throws -> FaultScope? {
                let status = try await daemon.status("what the others say of the \(subject)") {
                    $0.cause?.scope?.subject == subject && $0.cause?.scope?.same == 2
                }
                return status.cause?.scope
            }
            try await daemons[0].status("both peers") { $0.gateways.first?.status == .connectionUp }
            _ = try await resolver.stop()
            #expect(try await verdict(.resolver, on: daemons[0])?.verdict == .thisLink)
            try await router.run(["ip", "link", "set", "eth0", "down"])
            #expect(try await verdict(.gateway, on: daemons[0])?.verdict == .thisLink)
        }
    }
}
