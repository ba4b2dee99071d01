/// The destination of an FTP server's passive data connections.
public enum FTPData: String, Sendable {
    /// The server.
    case reachable
    /// The server, whose packet filter drops packets to the data ports.
    case dropped
    /// 192.0.2.1, which the response to PASV contains instead of the server's address. EPSV has no address: see
    /// `extended`.
    case elsewhere
}

/// A running FTP server.
public struct FTPServer: Sendable {
    /// The server process.
    public let process: HostProcess
    /// The served directory, as a path on the host.
    public let folder: String
}

extension Host {
    /// Starts an FTP server on all addresses of both families. ``Account`` has full access, `anonymous` may read.
    ///
    /// It serves `readme.txt` with the text `lab`, `with space.txt`, `grüße.txt`, `100%#?.txt`, `empty.txt`, `big.bin`
    /// of 8 MiB, and `folder` with `inner.txt`. Data connections use the ports from 60000 to 60099.
    ///
    /// - Parameters:
    ///   - certificate: The certificate after AUTH TLS; `nil` if AUTH is not supported.
    ///   - implicitPort: Another port, on which TLS starts with the first byte.
    ///   - requiresTLS: Whether login and data transfers require TLS.
    ///   - extended: Whether EPSV and EPRT are supported.
    @discardableResult
    public func startFTP(
        port: Int = 21, certificate: Certificate? = nil, implicitPort: Int? = nil, requiresTLS: Bool = false,
        data: FTPData = .reachable, extended: Bool = true
    ) async throws -> FTPServer {
        let folder = try await makeFolder(for: "ftp")
        let root = try await makeFTPFiles(in: folder)
        var environment = ["LAB_ROOT": root, "LAB_PORT": String(port), "LAB_ACCOUNT": Account.pair]
        if let certificate {
            (environment["LAB_CERTIFICATE"], environment["LAB_KEY"]) = try await write(certificate, in: folder)
            if let implicitPort { environment["LAB_IMPLICIT_PORT"] = String(implicitPort) }
            if requiresTLS { environment["LAB_REQUIRES_TLS"] = "yes" }
        }
        if !extended { environment["LAB_NOT_EXTENDED"] = "yes" }
        switch data {
        case .reachable: break
        case .dropped:
            try await filter(
                "table inet ftp {\n chain i {\n type filter hook input priority 0\n tcp dport 60000-60099 drop\n }\n}\n"
            )
        case .elsewhere: environment["LAB_ADDRESS"] = "192.0.2.1"
        }
        try await write("\(folder)/server.py", Self.ftpProgram)
        let server = try spawn(["/usr/bin/python3", "\(folder)/server.py"], environment: environment)
        try await server.output.first("the start of the FTP server on \(name)") { $0 == "ready" }
        return FTPServer(process: server, folder: root)
    }

    func makeFTPFiles(in folder: String) async throws -> String {
        try await run([
            "sh", "-euc",
            """
            mkdir -p "$1/root/folder"
            cd "$1/root"
            for file in readme.txt 'with space.txt' grüße.txt '100%#?.txt'; do echo lab >"$file"; done
            echo inner >folder/inner.txt
            : >empty.txt
            head -c 8388608 /dev/zero >big.bin
            """, "-", folder,
        ])
        return "\(folder)/root"
    }

    private static let ftpProgram = """
        from os import environ
        from pyftpdlib.authorizers import DummyAuthorizer
        from pyftpdlib.handlers import FTPHandler, TLS_DTPHandler, TLS_FTPHandler
        from pyftpdlib.servers import FTPServer

        users = DummyAuthorizer()
        users.add_user(*environ["LAB_ACCOUNT"].split(":"), environ["LAB_ROOT"], perm="elradfmwMT")
        users.add_anonymous(environ["LAB_ROOT"])

        # The library takes a channel that is readable before it is asked for data for one that has ended; in TLS it
        # is readable for the handshake.
        class Data(TLS_DTPHandler):
            def readable(self):
                return self._ssl_accepting or super().readable()

            def writable(self):
                return not self._ssl_accepting and super().writable()

        class Handler(TLS_FTPHandler if "LAB_CERTIFICATE" in environ else FTPHandler):
            authorizer = users
            banner = "lab"
            auth_failed_timeout = 0
            passive_ports = range(60000, 60100)
            masquerade_address = environ.get("LAB_ADDRESS")

        if "LAB_NOT_EXTENDED" in environ:
            Handler.proto_cmds = {k: v for k, v in Handler.proto_cmds.items() if k not in ("EPSV", "EPRT")}
        if "LAB_CERTIFICATE" in environ:
            Handler.dtp_handler = Data
            Handler.certfile = environ["LAB_CERTIFICATE"]
            Handler.keyfile = environ["LAB_KEY"]
            Handler.tls_control_required = Handler.tls_data_required = "LAB_REQUIRES_TLS" in environ
            Handler.get_ssl_context().set_session_id(b"lab")

        class Implicit(Handler):
            def handle(self):
                self.secure_connection(self.ssl_context)

            def handle_ssl_established(self):
                super().handle()

        servers = [FTPServer(("::", int(environ["LAB_PORT"])), Handler)]
        if "LAB_IMPLICIT_PORT" in environ:
            servers.append(FTPServer(("::", int(environ["LAB_IMPLICIT_PORT"])), Implicit))
        print("ready", flush=True)
        servers[0].serve_forever()

        """
}
