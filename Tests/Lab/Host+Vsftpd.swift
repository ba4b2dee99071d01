extension Host {
    /// Starts a vsftpd on all addresses of both families, with the files and the rights of
    /// ``startFTP(port:certificate:implicitPort:requiresTLS:data:extended:)``. It differs in its requirements for TLS:
    /// data connections must resume the session of the control connection.
    ///
    /// - Parameters:
    ///   - certificate: The certificate after AUTH TLS, which all logins except `anonymous` then require; `nil` for no
    ///     TLS.
    ///   - options: Further lines of vsftpd.conf(5).
    @discardableResult
    public func startVsftpd(
        port: Int = 21, certificate: Certificate? = nil, options: [String] = []
    ) async throws -> FTPServer {
        let folder = try await makeFolder(for: "vsftpd")
        let root = try await makeFTPFiles(in: folder)
        try await addAccount()
        try await run(["chown", "-R", Account.name, root])
        try await run(["mkdir", "\(folder)/empty"])
        var lines = [
            "listen=NO", "anonymous_enable=YES", "anon_root=\(root)", "local_enable=YES", "local_root=\(root)",
            "write_enable=YES", "utf8_filesystem=YES", "secure_chroot_dir=\(folder)/empty",
            "pam_service_name=vsftpd", "pasv_min_port=60000", "pasv_max_port=60099", "ftpd_banner=lab",
            "vsftpd_log_file=\(folder)/log", "xferlog_enable=NO",
        ]
        if let certificate {
            let paths = try await write(certificate, in: folder)
            lines += ["ssl_enable=YES", "rsa_cert_file=\(paths.certificate)", "rsa_private_key_file=\(paths.key)"]
        }
        try await write("\(folder)/vsftpd.conf", (lines + options).map { $0 + "\n" }.joined())
        // vsftpd on its own does not report when it listens.
        let process = try await startInetd(port: port, ["vsftpd", "\(folder)/vsftpd.conf"])
        return FTPServer(process: process, folder: root)
    }

    /// Runs a program for each connection to a port of all addresses of both families, as inetd does: the connection is
    /// its standard input and output.
    @discardableResult
    public func startInetd(port: Int, _ arguments: [String]) async throws -> HostProcess {
        let process = try spawn(["/usr/bin/python3", "-c", Self.inetdProgram, String(port)] + arguments)
        try await process.output.first("the start of inetd on \(name)") { $0 == "ready" }
        return process
    }

    private static let inetdProgram = """
        import os, signal, socket, sys

        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        listener = socket.create_server(
            ("::", int(sys.argv[1])), family=socket.AF_INET6, dualstack_ipv6=True, backlog=128)
        print("ready", flush=True)
        while True:
            peer, _ = listener.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                os.dup2(peer.fileno(), 0)
                os.dup2(peer.fileno(), 1)
                os.execvp(sys.argv[2], sys.argv[2:])
            peer.close()

        """
}
