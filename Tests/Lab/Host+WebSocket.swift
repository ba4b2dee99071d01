extension Host {
    /// Starts a WebSocket server on all addresses of both families. It supports the subprotocols `chat` and `v2.chat`,
    /// and sends no pings.
    ///
    /// | path | behaviour |
    /// | --- | --- |
    /// | `/echo` | sends back each message |
    /// | `/fragments` | sends back each message in fragments of one character, and an empty last one |
    /// | `/close` | closes with 1011 and the reason `lab` after the first message |
    /// | `/huge` | sends a message of 16 MiB |
    /// | `/silent` | reads nothing: it does not respond to messages, pings or close frames |
    /// | `/masked` | sends a masked frame, which a server must not do |
    /// | `/badkey` | accepts with a wrong Sec-WebSocket-Accept |
    /// | `/refused` | responds with 403 |
    ///
    /// - Parameter certificate: The certificate for TLS (`wss`); `nil` for plain `ws`.
    @discardableResult
    public func startWebSocket(port: Int = 80, certificate: Certificate? = nil) async throws -> HostProcess {
        let folder = try await makeFolder(for: "websocket")
        var environment = ["LAB_PORT": String(port)]
        if let certificate {
            (environment["LAB_CERTIFICATE"], environment["LAB_KEY"]) = try await write(certificate, in: folder)
        }
        try await write("\(folder)/server.py", Self.webSocketProgram)
        let server = try spawn(["/usr/bin/python3", "\(folder)/server.py"], environment: environment)
        try await server.output.first("the start of the WebSocket server on \(name)") { $0 == "ready" }
        return server
    }

    private static let webSocketProgram = #"""
        import asyncio, logging, ssl
        from http import HTTPStatus
        from os import environ
        import websockets

        # A client that goes without a farewell is no news.
        logging.disable()

        class Protocol(websockets.WebSocketServerProtocol):
            async def process_request(self, path, headers):
                if path not in places:
                    status = HTTPStatus.FORBIDDEN if path == "/refused" else HTTPStatus.NOT_FOUND
                    return status, [], b"lab\n"

            def write_http_response(self, status, headers, body=None):
                if self.path == "/badkey":
                    del headers["Sec-WebSocket-Accept"]
                    headers["Sec-WebSocket-Accept"] = "bGFiIGxhYiBsYWIgbGFiIGxhYiA="
                super().write_http_response(status, headers, body)

        async def echo(peer):
            async for message in peer:
                await peer.send(message)

        async def fragments(peer):
            async for message in peer:
                await peer.send([message[i:i + 1] for i in range(len(message))] or message)

        async def close(peer):
            await peer.recv()
            await peer.close(1011, "lab")

        async def huge(peer):
            await peer.send(b"x" * (16 << 20))
            await peer.wait_closed()

        async def silent(peer):
            peer.transport.pause_reading()
            await asyncio.Future()

        async def masked(peer):
            mask = b"mask"
            peer.transport.write(b"\x81\x83" + mask + bytes(a ^ b for a, b in zip(b"lab", mask)))
            await peer.wait_closed()

        places = {
            "/echo": echo, "/fragments": fragments, "/close": close, "/huge": huge, "/silent": silent,
            "/masked": masked, "/badkey": echo,
        }

        async def main():
            tls = None
            if "LAB_CERTIFICATE" in environ:
                tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                tls.load_cert_chain(environ["LAB_CERTIFICATE"], environ["LAB_KEY"])
            async with websockets.serve(
                lambda peer: places[peer.path](peer), None, int(environ["LAB_PORT"]), ssl=tls,
                create_protocol=Protocol, subprotocols=["chat", "v2.chat"], ping_interval=None, close_timeout=1,
                max_size=32 << 20,
            ):
                print("ready", flush=True)
                await asyncio.Future()

        asyncio.run(main())

        """#
}
