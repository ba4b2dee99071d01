import NIOCore
import NIOPosix
import NetworkModel
import Testing

@testable import NetworkFaults

extension ServedFaults {
    /// The same servers without a fault, to show that the other results are because of the faults.
    @Suite("Servers without a fault")
    struct HealthyTests {
        private let directory: RunDirectory
        private let context: FaultContext

        init() throws {
            directory = try RunDirectory()
            context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, directory: directory)
        }

        /// Checks a target, and expects that it is up.
        private func expectUp(
            _ target: String, _ arguments: [String] = [], _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let report = try await FaultCheck.report(of: target, arguments)
            #expect(report.status == .connectionUp, "\(report.summaries)", sourceLocation: location)
        }

        @Test("TLS, by address and by name")
        func tls() async throws {
            defer { directory.remove() }
            let healthy = try TLSFaults.healthy(context.authority.authority())
            let listener = try await TLSFaults.listen(context, usual: healthy)
            let arguments = ["-4", "--ca-file", try context.authority.certificateFile()]
            try await expectUp("https://127.0.0.1:\(listener.port)/", arguments)
            try await expectUp("https://healthy.localhost:\(listener.port)/", arguments)
            try await expectUp("https://localhost:\(listener.port)/", arguments)
            await listener.close()
        }

        @Test("DNS over UDP, and over TCP if an answer is too long")
        func dns() async throws {
            defer { directory.remove() }
            let long = (0..<40).map { "long.example.test TXT number \($0) of some texts that no datagram has room for" }
            let zone = try DNSZone(
                [
                    "www.example.test A 192.0.2.1", "alias.example.test. 300 IN CNAME www.example.test",
                    "*.wild.example.test AAAA 2001:db8::7", "mail.example.test MX 10 www.example.test",
                ] + long)
            let server = try await DNSServer.start(.answers, zone, context)
            let place = "dns://127.0.0.1:\(server.port)"
            try await expectUp("\(place)/www.example.test?type=A", ["--record", "192.0.2.1"])
            try await expectUp("\(place)/alias.example.test?type=A", ["--record", "192.0.2.1"])
            try await expectUp("\(place)/any.wild.example.test?type=AAAA", ["--record", "2001:db8::7"])
            try await expectUp("\(place)/mail.example.test?type=MX", ["--record", "10 www.example.test"])
            try await expectUp("\(place)/long.example.test?type=TXT")
            await server.close()
        }

        /// The route to the client prefers 127.0.0.1.
        @Test("DNS at each address of the machine, from which it replies", arguments: ["0.0.0.0", "::"])
        func eachAddress(host: String) async throws {
            defer { directory.remove() }
            let everywhere = FaultContext(group: context.group, host: host, directory: directory)
            let zone = try DNSZone(["www.example.test A 192.0.2.1"])
            let server = try await DNSServer.start(.answers, zone, everywhere)
            for address in ["127.0.0.1", "127.0.0.2"] {
                let target = "dns://\(address):\(server.port)/www.example.test?type=A"
                try await expectUp(target, ["--record", "192.0.2.1"])
            }
            await server.close()
        }

        @Test("an echoing WebSocket")
        func webSocket() async throws {
            defer { directory.remove() }
            let listener = try await WebSocketServer.start(.opens(.echoes), context)
            try await expectUp(
                "ws://127.0.0.1:\(listener.port)/", ["--websocket-send", "hello", "--websocket-expect", "^hello$"])
            await listener.close()
        }

        @Test("proxies connect to their destinations and to no others", arguments: ProxyServer.Kind.allCases)
        func proxy(_ kind: ProxyServer.Kind) async throws {
            defer { directory.remove() }
            let web = try await ProxyFaults.web(context)
            let tls = try await TLSFaults.listen(context, usual: TLSFaults.healthy(context.authority.authority()))
            let proxy = try await ProxyServer.start(
                kind, .passes,
                to: [
                    "127.0.0.1:\(web.port)": try SocketAddress(ipAddress: "127.0.0.1", port: web.port),
                    "127.0.0.1:\(tls.port)": try SocketAddress(ipAddress: "127.0.0.1", port: tls.port),
                ], context)
            let through = ["--proxy", "\(kind.rawValue)://127.0.0.1:\(proxy.port)"]
            try await expectUp("http://127.0.0.1:\(web.port)/", through)
            try await expectUp(
                "https://127.0.0.1:\(tls.port)/", through + ["--ca-file", try context.authority.certificateFile()])
            let other = try await FaultCheck.report(of: "http://127.0.0.1:\(proxy.port)/", through)
            #expect(other.foremost == "proxy.refused", "\(other.summaries)")
            for listener in [proxy, tls, web] { await listener.close() }
        }

        @Test("FTP: reading and writing, passive and active", arguments: ["passive", "pasv", "active"])
        func ftp(_ mode: String) async throws {
            defer { directory.remove() }
            let server = try await FTPFileServer.start(.serves, context)
            let url = "ftp://127.0.0.1:\(server.listener.port)/"
            try await expectUp(url, ["--ftp-mode", mode])
            try await expectUp("\(url)readme.txt", ["--ftp-mode", mode, "--ftp-write-in", "/"])
            await server.close()
        }

        @Test("a script of a mail server")
        func script() async throws {
            defer { directory.remove() }
            let script = try ServerScript([
                "# RFC 5321 appendix D.1", "send 220 mail.example.test ESMTP", "wait 1ms", "expect ehlo ",
                "send 250 mail.example.test", "expect QUIT", "send 221 bye", "close",
            ])
            let listener = try await ScriptServer.start(script, context)
            try await expectUp("smtp://127.0.0.1:\(listener.port)")
            await listener.close()
        }
    }
}
