import Foundation
import NetworkModel
import TestProcess

/// A server of each scheme on loopback, each of which does what its protocol says: Python's own, pyftpdlib and websockets.
final class CorrectServers: Sendable {
    let certificate: String
    private let ports: [String: UInt16]
    private let process: TestProcess

    private static let program = #"""
        import asyncio, logging, socket, ssl, struct, sys, tempfile, threading
        logging.disable(logging.CRITICAL)
        import websockets
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from pyftpdlib.authorizers import DummyAuthorizer
        from pyftpdlib.handlers import FTPHandler, TLS_DTPHandler, TLS_FTPHandler
        from pyftpdlib.servers import FTPServer
        certificate = sys.argv[1]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)

        class Page(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *words): pass

        # The library takes a channel that is readable before it is asked for data for one that has ended; in TLS it
        # is readable for the handshake.
        class Data(TLS_DTPHandler):
            def readable(self): return self._ssl_accepting or super().readable()
            def writable(self): return not self._ssl_accepting and super().writable()

        class Implicit(TLS_FTPHandler):
            dtp_handler = Data
            def handle(self): self.secure_connection(self.ssl_context)
            def handle_ssl_established(self): FTPHandler.handle(self)

        def tell(name, port): print(name, port, flush=True)

        def page(name, secure):
            server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
            if secure: server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            tell(name, server.server_address[1])
            threading.Thread(target=server.serve_forever, daemon=True).start()

        def files(name, handler):
            users = DummyAuthorizer()
            users.add_anonymous(tempfile.mkdtemp(prefix="netdiag-ftp-"))
            handler.authorizer = users
            if handler is Implicit:
                handler.certfile = certificate
                handler.ssl_context = handler.get_ssl_context()
                handler.ssl_context.set_session_id(b"netdiag")
            server = FTPServer(("127.0.0.1", 0), handler)
            tell(name, server.socket.getsockname()[1])
            return server

        def names():
            server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            server.bind(("127.0.0.1", 0))
            tell("dns", server.getsockname()[1])
            while True:
                query, client = server.recvfrom(4096)
                end = 12
                while query[end]: end += query[end] + 1
                question = query[12:end + 5]
                answer = struct.pack(">HHHIH", 0xc00c, 1, 1, 60, 4) + bytes([192, 0, 2, 7])
                server.sendto(query[:2] + struct.pack(">HHHHH", 0x8580, 1, 1, 0, 0) + question + answer, client)

        async def sockets():
            async def echo(peer, *_):
                async for message in peer: await peer.send(message)
            for name, settings in (("ws", {}), ("wss", {"ssl": context})):
                server = await websockets.serve(echo, "127.0.0.1", 0, **settings)
                tell(name, list(server.sockets)[0].getsockname()[1])
            await asyncio.Future()

        page("http", False)
        page("https", True)
        page("tcp", False)
        page("tls", True)
        # One loop of pyftpdlib serves both.
        files("ftp", FTPHandler)
        server = files("ftps", Implicit)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        threading.Thread(target=names, daemon=True).start()
        asyncio.run(sockets())
        """#

    init() async throws {
        certificate = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString).pem").path
        try LoopbackCertificate.write(to: certificate)
        process = try TestProcess(["/usr/bin/python3", "-c", Self.program, certificate])
        var ports: [String: UInt16] = [:]
        let wanted = Scheme.allCases.filter { $0 != .icmp }.map(\.rawValue)
        for await line in process.lines {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            if words.count == 2 { ports[String(words[0])] = UInt16(words[1]) }
            if wanted.allSatisfy({ ports[$0] != nil }) { break }
        }
        precondition(wanted.allSatisfy { ports[$0] != nil }, "no server of \(wanted.filter { ports[$0] == nil })")
        self.ports = ports
    }

    /// Nothing but a scheme without ports has none.
    func port(of scheme: Scheme) -> UInt16? { ports[scheme.rawValue] }

    deinit {
        LoopbackCertificate.remove(certificate)
    }
}
