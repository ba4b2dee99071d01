extension Host {
    /// Starts a Redis without persistence on all addresses of both families.
    ///
    /// - Parameter password: The required password; `nil` for none.
    @discardableResult
    public func startRedis(port: Int = 6379, password: String? = nil) async throws -> HostProcess {
        var arguments = [
            "redis-server", "--port", String(port), "--bind", "*", "-::*", "--protected-mode", "no", "--save", "",
            "--appendonly", "no", "--daemonize", "no", "--dir", "/run",
        ]
        if let password { arguments += ["--requirepass", password] }
        let server = try spawn(arguments)
        try await server.output.first("the start of Redis on \(name)") { $0.contains("Ready to accept connections") }
        return server
    }

    /// Starts an OpenSSH server with its own host key on all addresses of both families. It accepts ``Account`` with
    /// its password.
    @discardableResult
    public func startSSH(port: Int = 22) async throws -> HostProcess {
        let folder = try await makeFolder(for: "ssh")
        try await addAccount()
        try await run(["mkdir", "-p", "/run/sshd"])
        try await run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/key"])
        try await write(
            "\(folder)/sshd_config",
            "Port \(port)\nHostKey \(folder)/key\nPidFile none\nUsePAM no\nPasswordAuthentication yes\n")
        let server = try spawn(["/usr/sbin/sshd", "-D", "-e", "-f", "\(folder)/sshd_config"])
        // The line about the IPv6 address is the last.
        try await server.diagnostics.first("the start of sshd on \(name)") {
            $0.hasPrefix("Server listening on :: port")
        }
        return server
    }

    /// Starts an SMTP server on all addresses of both families. It accepts all messages and prints the sender and the
    /// recipients (`alice@lab.example > bob@lab.example`). ``Account`` can log in.
    ///
    /// - Parameters:
    ///   - certificate: The certificate after STARTTLS; `nil` if STARTTLS is not supported.
    ///   - requiresTLS: Whether messages require TLS.
    ///   - isInTLS: Whether TLS starts with the first byte, without STARTTLS.
    @discardableResult
    public func startSMTP(
        port: Int = 25, certificate: Certificate? = nil, requiresTLS: Bool = false, isInTLS: Bool = false
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "smtp")
        var environment = ["LAB_PORT": String(port), "LAB_ACCOUNT": Account.pair]
        if let certificate {
            (environment["LAB_CERTIFICATE"], environment["LAB_KEY"]) = try await write(certificate, in: folder)
            if requiresTLS { environment["LAB_REQUIRES_TLS"] = "yes" }
            if isInTLS { environment["LAB_IN_TLS"] = "yes" }
        }
        try await write("\(folder)/server.py", Self.smtpProgram)
        let server = try spawn(["/usr/bin/python3", "\(folder)/server.py"], environment: environment)
        try await server.output.first("the start of the SMTP server on \(name)") { $0 == "ready" }
        return server
    }

    /// Starts a Dovecot with IMAP on all addresses of both families. ``Account`` has an empty INBOX.
    ///
    /// - Parameters:
    ///   - certificate: The certificate for TLS; `nil` if TLS is not supported.
    ///   - secure: The port on which TLS starts with the first byte, if there is a certificate.
    @discardableResult
    public func startIMAP(
        port: Int = 143, certificate: Certificate? = nil, secure: Int = 993
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "dovecot")
        try await run(["install", "-d", "-o", "nobody", "\(folder)/mail"])
        var text = """
            base_dir = \(folder)/base
            state_dir = \(folder)/state
            protocols = imap
            listen = *, ::
            log_path = /dev/stderr
            disable_plaintext_auth = no
            auth_failure_delay = 0
            first_valid_uid = 1
            default_internal_user = nobody
            default_login_user = nobody
            mail_location = mbox:\(folder)/mail
            passdb {
              driver = static
              args = user=\(Account.name) password=\(Account.password)
            }
            userdb {
              driver = static
              args = uid=nobody gid=nogroup home=\(folder)/mail
            }
            service imap-login {
              inet_listener imap {
                port = \(port)
              }
              inet_listener imaps {
                port = \(certificate == nil ? 0 : secure)
              }
            }

            """
        if let certificate {
            let paths = try await write(certificate, in: folder)
            text += "ssl = yes\nssl_cert = <\(paths.certificate)\nssl_key = <\(paths.key)\n"
        } else {
            text += "ssl = no\n"
        }
        try await write("\(folder)/dovecot.conf", text)
        let server = try spawn(["dovecot", "-F", "-c", "\(folder)/dovecot.conf"])
        try await server.diagnostics.first("the start of Dovecot on \(name)") { $0.contains("starting up for imap") }
        return server
    }

    private static let smtpProgram = """
        import signal, ssl
        from os import environ
        from aiosmtpd.controller import Controller
        from aiosmtpd.smtp import AuthResult

        account = tuple(part.encode() for part in environ["LAB_ACCOUNT"].split(":"))

        class Handler:
            async def handle_DATA(self, server, session, envelope):
                print(envelope.mail_from, ">", *envelope.rcpt_tos, flush=True)
                return "250 OK"

        def authenticate(server, session, envelope, mechanism, login):
            return AuthResult(success=(login.login, login.password) == account, handled=False)

        tls = None
        if "LAB_CERTIFICATE" in environ:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(environ["LAB_CERTIFICATE"], environ["LAB_KEY"])
        implicit = tls if "LAB_IN_TLS" in environ else None
        tls = None if implicit else tls
        # An empty host name: all addresses.
        Controller(
            Handler(), hostname="", port=int(environ["LAB_PORT"]), server_hostname="lab", tls_context=tls,
            ssl_context=implicit,
            require_starttls="LAB_REQUIRES_TLS" in environ, authenticator=authenticate,
            auth_require_tls=tls is not None,
        ).start()
        print("ready", flush=True)
        signal.pause()

        """
}
