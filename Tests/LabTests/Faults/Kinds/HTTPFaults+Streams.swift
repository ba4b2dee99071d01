import Lab
import NetworkModel

extension HTTPFaults {
    /// A server that negotiates HTTP/2, and refuses each request without a response (RFC 9113 section 8.7).
    static let streams: [Fault] = [
        Fault(
            "http.failed", .connectionDown, "https://www.lab.example:444/", ["REFUSED_STREAM"],
            name: "a server that refuses each HTTP/2 stream", options: ["-4"]
        ) { try await $0.refuseStreams() },
        // libcurl connects again for each refused stream, while the other address is checked as well.
        Fault(
            "http.failed", .connectionDown, "https://www.lab.example:444/", ["REFUSED_STREAM"],
            name: "a server that refuses each HTTP/2 stream over both families"
        ) { try await $0.refuseStreams() },
    ]
}

extension OfficeAtWork {
    fileprivate func refuseStreams() async throws {
        let certificate = try await self.certificate()
        try await office.server.write("/run/h2.pem", certificate.certificate + "\n" + certificate.key + "\n")
        let server = try office.server.spawn(["/usr/bin/env", "python3", "-uc", Self.refusing])
        for await line in server.output.lines where line == "ready" { break }
    }

    /// It answers the preface with SETTINGS, and each HEADERS with RST_STREAM.
    private static let refusing = """
        import socket, ssl, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("/run/h2.pem")
        context.set_alpn_protocols(["h2"])
        def frame(kind, stream, payload): return bytes([0, 0, len(payload), kind, 0]) + stream + payload
        def serve(peer):
            try:
                peer = context.wrap_socket(peer, server_side=True)
                data = peer.makefile("rb")
                data.read(24)
                peer.send(frame(4, bytes(4), b""))
                while head := data.read(9):
                    data.read(int.from_bytes(head[:3], "big"))
                    if head[3] == 1: peer.send(frame(3, head[5:9], bytes([0, 0, 0, 7])))
            except OSError: pass
        listener = socket.create_server(("", 444), family=socket.AF_INET6, dualstack_ipv6=True)
        print("ready")
        while True: threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
        """
}
