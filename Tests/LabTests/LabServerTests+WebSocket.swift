import Lab
import Testing

extension LabServerTests {
    @Test("the WebSocket server behaves as its paths say", arguments: [false, true])
    func webSocket(inTLS: Bool) async throws {
        try await Pair.run { pair in
            try await pair.server.startWebSocket(port: 8080, certificate: inTLS ? try await pair.certificate() : nil)
            let said = try await pair.client.run(
                [
                    "/usr/bin/python3", "-c", Self.webSocketClient,
                    "\(inTLS ? "wss" : "ws")://www.lab.example:8080",
                ])
            #expect(
                said.split(separator: "\n") == [
                    "echo: hello v2.chat, pong", "no subprotocol: None", "fragments: hello in 6", "close: 1011 lab",
                    "huge: 16777216", "silent", "masked: 1002", "badkey: InvalidHeaderValue",
                    "refused: InvalidStatusCode 403", "nowhere: InvalidStatusCode 404",
                ])
        }
    }

    private static let webSocketClient = """
        import asyncio, sys, websockets

        def to(path, **options):
            return websockets.connect(sys.argv[1] + path, max_size=None, compression=None, **options)

        class Counting(websockets.WebSocketClientProtocol):
            frames = 0

            async def read_frame(self, size):
                frame = await super().read_frame(size)
                self.frames += 1
                return frame

        async def main():
            async with to("/echo", subprotocols=["other", "v2.chat"]) as peer:
                await peer.send("hello")
                answer = await peer.recv()
                await (await peer.ping())
                print(f"echo: {answer} {peer.subprotocol}, pong")
            async with to("/echo", subprotocols=["other"]) as peer:
                print("no subprotocol:", peer.subprotocol)
            async with to("/fragments", create_protocol=Counting) as peer:
                await peer.send("hello")
                print("fragments:", await peer.recv(), "in", peer.frames)
            async with to("/close") as peer:
                await peer.send("hello")
                await peer.wait_closed()
                print("close:", peer.close_code, peer.close_reason)
            async with to("/huge") as peer:
                print("huge:", len(await peer.recv()))
            async with to("/silent", close_timeout=0.2) as peer:
                pong = await peer.ping()
                await asyncio.wait([pong], timeout=0.5)
                print("answered" if pong.done() else "silent")
            async with to("/masked") as peer:
                try:
                    await peer.recv()
                except websockets.ConnectionClosed as error:
                    print("masked:", error.sent.code)
            for path in ["badkey", "refused", "nowhere"]:
                try:
                    async with to("/" + path):
                        print(path, "accepted")
                except Exception as error:
                    print(f"{path}:", type(error).__name__, *([error.status_code] if path != "badkey" else []))

        asyncio.run(main())

        """
}
