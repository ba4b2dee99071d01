import Foundation
import NetworkModel
import TestProcess

/// A loopback pyftpdlib with its own directory, for one test.
final class FTPServerProcess: Sendable {
    enum Kind: String {
        case plain, explicitTLS = "tls", noWrites = "no-writes"
    }

    let directory: URL
    let certificate: String
    let port: UInt16
    private let process: TestProcess

    private static let program = #"""
        import logging, sys
        logging.disable(logging.CRITICAL)
        from pyftpdlib.authorizers import DummyAuthorizer
        from pyftpdlib.handlers import FTPHandler, TLS_FTPHandler
        from pyftpdlib.servers import FTPServer
        kind, directory, certificate = sys.argv[1:4]
        users = DummyAuthorizer()
        users.add_anonymous(directory)
        users.add_user("user", "word", directory, perm="elr" if kind == "no-writes" else "elradfmwMT")
        handler = TLS_FTPHandler if kind == "tls" else FTPHandler
        if kind == "tls":
            handler.certfile = certificate
            handler.tls_control_required = handler.tls_data_required = True
            # Without it, OpenSSL takes no session of the control connection for those of the data.
            handler.ssl_context = handler.get_ssl_context()
            handler.ssl_context.set_session_id(b"netdiag")
        handler.authorizer = users
        handler.auth_failed_timeout = 0
        if kind == "no-writes":
            # An old server, without RFC 3659.
            handler.proto_cmds = {k: v for k, v in handler.proto_cmds.items() if k not in ("MLSD", "MLST")}
        server = FTPServer(("127.0.0.1", 0), handler)
        print(server.socket.getsockname()[1], flush=True)
        server.serve_forever()
        """#

    init(_ kind: Kind = .plain) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "netdiag-ftp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        certificate = directory.path + ".pem"
        if kind == .explicitTLS {
            try await LoopbackCertificate.write(to: certificate)
        }
        process = try TestProcess(["/usr/bin/python3", "-c", Self.program, kind.rawValue, directory.path, certificate])
        var port: UInt16 = 0
        for await line in process.lines {
            port = UInt16(String(decoding: line, as: UTF8.self)) ?? 0
            break
        }
        precondition(port != 0, "pyftpdlib has not started")
        self.port = port
    }

    var address: SocketAddress { SocketAddress(IPAddress("127.0.0.1")!, port: port) }

    func write(_ name: String, _ content: Data = Data("content".utf8)) throws {
        try content.write(to: directory.appending(path: name))
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }

    deinit {
        try? FileManager.default.removeItem(at: directory)
        LoopbackCertificate.remove(certificate)
    }
}
