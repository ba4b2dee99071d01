/// A port of an nginx server.
public struct Site: Sendable {
    /// The port, on all addresses of both families.
    public var port: Int
    /// The certificate for TLS; `nil` for plain HTTP.
    public var certificate: Certificate?
    /// Further lines of the `server` block. Its log may use the format `shown`: the path and the port of a request, the
    /// subject of the client certificate, and the name in SNI.
    public var options: [String]

    /// Creates a site with plain HTTP, or with TLS if there is a certificate.
    public init(port: Int, certificate: Certificate? = nil, options: [String] = []) {
        self.port = port
        self.certificate = certificate
        self.options = options
    }
}

extension Host {
    /// Starts an nginx. Each site has:
    ///
    /// | path | answer |
    /// | --- | --- |
    /// | `/` | 200 with the text `lab` |
    /// | `/status/200` … `/status/504` | that status |
    /// | `/redirect` | 302 to `/` |
    /// | `/login` | 401 with a Basic challenge |
    /// | `/never` | none: the request is accepted and never answered |
    @discardableResult
    public func startNginx(_ sites: [Site] = [Site(port: 80)]) async throws -> HostProcess {
        let folder = try await makeFolder(for: "nginx")
        let never = try startTCPServer(.silent, address: "127.0.0.1")
        let statuses = [200, 204, 400, 401, 403, 404, 405, 407, 408, 410, 418, 429, 500, 501, 502, 503, 504]
        let common =
            statuses.map { "location = /status/\($0) { return \($0); }\n" }.joined()
                + """
                default_type text/plain;
                location = / { return 200 "lab\\n"; }
                location = /redirect { return 302 /; }
                location = /login { add_header WWW-Authenticate 'Basic realm="lab"' always; return 401; }
                location = /never { proxy_pass http://127.0.0.1:\(never.port); proxy_read_timeout 1h; }

                """
        try await write("\(folder)/common", common)
        var servers = ""
        for (index, site) in sites.enumerated() {
            let tls = site.certificate == nil ? "" : " ssl"
            servers += "server {\nlisten \(site.port)\(tls);\nlisten [::]:\(site.port)\(tls);\n"
            if let certificate = site.certificate {
                try await write("\(folder)/\(index).pem", certificate.certificate + "\n")
                try await write("\(folder)/\(index).key", certificate.key + "\n", mode: 0o600)
                servers += "ssl_certificate \(folder)/\(index).pem;\nssl_certificate_key \(folder)/\(index).key;\n"
            }
            servers += site.options.map { $0 + "\n" }.joined() + "include \(folder)/common;\n}\n"
        }
        try await write(
            "\(folder)/nginx.conf",
            """
            daemon off;
            user root;
            worker_processes 1;
            pid \(folder)/pid;
            error_log stderr notice;
            events { worker_connections 512; }
            http {
            log_format shown '$uri $server_port $ssl_client_s_dn $ssl_server_name';
            access_log off;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            \(servers)
            }

            """)
        let server = try spawn(["nginx", "-e", "stderr", "-c", "\(folder)/nginx.conf"])
        try await server.diagnostics.first("the start of nginx on \(name)") { $0.contains("start worker process ") }
        return server
    }
}
