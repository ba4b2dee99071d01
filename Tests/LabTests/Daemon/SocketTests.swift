import Foundation
import Lab
import Testing

import enum Lab.ExitStatus
import class Lab.Host

@Suite("The WebSocket, with Python's websockets and a browser", .lab, .tags(.lab))
struct SocketTests {
    private static let configuration = """
        publish: off
        uplink: off
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:9", name: Shop }
        """

    private static let frames = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/WebSocket/frames.py").path

    private static let begin = """
        import asyncio, json, sys, websockets
        URL = "ws://127.0.0.1:8053/v1/socket"
        async def closed(ws):
            try:
                while True: await ws.recv()
            except websockets.ConnectionClosed as e: return e.code
        async def event(ws, name):
            while True:
                message = json.loads(await ws.recv())
                if message["event"] == name: return message

        """

    private func withDaemon(
        _ body: @Sendable (_ host: Host, _ daemon: RunningDaemon) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            try await body(host, try await host.startDaemon(Self.configuration))
        }
    }

    private func python(_ script: String, on host: Host) async throws -> [String] {
        let result = try await host.result(of: ["/usr/bin/python3", "-c", Self.begin + script])
        #expect(result.status == .exited(0), "\(result.diagnostics)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("subscribed topics come with ids, and missed events are sent again")
    func subscriptions() async throws {
        try await withDaemon { host, daemon in
            let lines = try await python(
                """
                async def main():
                    async with websockets.connect(URL) as ws:
                        await ws.send('{"subscribe": ["targets", "status"]}')
                        print((await event(ws, "subscribed"))["topics"])
                        print((await event(ws, "status"))["data"]["schema"])
                        report = await event(ws, "report")
                        print(report["data"]["name"], report["id"] != "")
                        await (await ws.ping())
                        # One subscription takes the place of another.
                        await ws.send('{"subscribe": ["incidents"]}')
                        await event(ws, "subscribed")
                    async with websockets.connect(URL) as ws:
                        await ws.send(json.dumps({"subscribe": ["targets"], "after": report["id"]}))
                        print((await event(ws, "subscribed"))["complete"])
                        first = (await event(ws, "report"))["id"].split("-")
                        last = report["id"].split("-")
                        print(first[0] == last[0] and int(first[1]) > int(last[1]))
                        await ws.send(json.dumps({"subscribe": ["targets"], "after": "other-1"}))
                        print((await event(ws, "subscribed"))["complete"])
                asyncio.run(main())
                """, on: host)
            #expect(
                lines == ["['targets', 'status']", "netdiag.status/1", "Shop True", "True", "True", "False"], "\(lines)"
            )
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("errors are reported and close the connection with their code; the daemon's end closes it with 1001")
    func closes() async throws {
        try await withDaemon { host, daemon in
            let lines = try await python(
                """
                async def main():
                    async with websockets.connect(URL) as ws:
                        await ws.send('{"subscribe": ["target"]}')
                        print((await event(ws, "error"))["detail"])
                        for _ in range(7): await ws.send("nonsense")
                        print(await closed(ws))
                    async with websockets.connect(URL) as ws:
                        await ws.send(b"binary")
                        print(await closed(ws))
                    async with websockets.connect(URL) as ws:
                        await ws.send("x" * 70000)
                        print(await closed(ws))
                    async with websockets.connect(URL) as ws:
                        await ws.send(("x" * 40000 for _ in range(3)).__iter__())
                        print(await closed(ws))
                    for fields in [{"Origin": "http://evil.test"}, {"Sec-Fetch-Site": "cross-site"}]:
                        try:
                            await websockets.connect(URL, extra_headers=fields)
                        except websockets.InvalidStatusCode as e: print(e.status_code)
                asyncio.run(main())
                """, on: host)
            #expect(
                lines == [
                    "subscribe: \"target\" is not a topic; did you mean \"targets\"? there are: status, targets, incidents, "
                        + "links, services, peers", "1008", "1003", "1009", "1009", "403", "403",
                ], "\(lines)")
            let plain = try await host.run(
                RunningDaemon.curl + ["-o", "/dev/null", "-w", "%{http_code}", "http://x/v1/socket"])
            #expect(plain == "426")
            let waiting = try host.spawn([
                "/usr/bin/python3", "-uc",
                Self.begin + """
                    async def main():
                        async with websockets.connect(URL) as ws:
                            await ws.send('{"subscribe": []}')
                            await event(ws, "subscribed")
                            print("ready")
                            print(await closed(ws))
                    asyncio.run(main())
                    """,
            ])
            try await waiting.output.first("a subscription") { $0.contains("ready") }
            #expect(try await daemon.stop() == .exited(0))
            try await waiting.output.first("the end") { $0.contains("1001") }
        }
    }

    @Test("frames of every kind, as Autobahn sends them: fragments, UTF-8, closes, masks, reserved bits, lengths")
    func frames() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon("publish: off\nuplink: off")
            let result = try await host.result(
                of: ["/usr/bin/python3", Self.frames, "127.0.0.1", "8053"], within: .seconds(120))
            #expect(result.status == .exited(0), "\(result.output)\n\(result.diagnostics)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("strangers are refused")
    func access() async throws {
        try await Pair.run { pair in
            let daemon = try await pair.server.startDaemon(Self.configuration)
            let code = try await pair.client.curl(
                "-o", "/dev/null", "-w", "%{http_code}", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket", "-H",
                "Sec-WebSocket-Version: 13", "-H", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "http://\(pair.address):8053/v1/socket")
            #expect(code == "403")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("the daemon's own page opens it, in Chromium")
    func browser() async throws {
        try await withDaemon { host, daemon in
            var session = BrowserSession()
            session.open("/")
            session.untilLive()
            session.evaluate(
                """
                window.socket = new WebSocket('ws://localhost:8053/v1/socket');
                socket.onopen = () => socket.send(JSON.stringify({subscribe: ['status']}));
                socket.onmessage = (message) => {
                    const told = JSON.parse(message.data);
                    const mark = document.createElement('p');
                    mark.className = 'told-' + told.event;
                    document.body.append(mark);
                };
                'begun'
                """)
            session.until("document.querySelector('.told-status') && 'told'")
            session.problems()
            let answers = try await session.run(on: host)
            #expect(answers[3].text == "told" && answers[4].texts == [], "\(answers)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
