extension Host {
    /// An account of a broker.
    public struct BrokerAccount: Sendable {
        let name: String
        let password: String
        /// The topics that the account may read.
        let topic: String

        public init(_ name: String, password: String, topic: String) {
            self.name = name
            self.password = password
            self.topic = topic
        }
    }

    /// Starts a mosquitto on port 1883 of all addresses, with the retained message `on` of `lab/lamp`.
    ///
    /// - Parameters:
    ///   - certificate: The certificate for TLS on port 8883; `nil` if TLS is not supported.
    ///   - account: The account that may log in; `nil` for everybody.
    @discardableResult
    public func startMosquitto(
        certificate: Certificate? = nil, account: BrokerAccount? = nil
    ) async throws -> HostProcess {
        let folder = try await makeFolder(for: "mosquitto")
        var lines = ["user root", "persistence false", "log_dest stderr", "allow_anonymous \(account == nil)"]
        lines.append("listener 1883")
        if let certificate {
            let paths = try await write(certificate, in: folder)
            lines += ["listener 8883", "certfile \(paths.certificate)", "keyfile \(paths.key)"]
        }
        var login: [String] = []
        if let account {
            try await run([
                "/usr/bin/mosquitto_passwd", "-b", "-c", "\(folder)/accounts", account.name, account.password,
            ])
            // mosquitto accepts a subscription without the right to read, and delivers nothing.
            try await write(
                "\(folder)/rights", "user \(account.name)\ntopic write lab/lamp\ntopic read \(account.topic)\n")
            lines += ["password_file \(folder)/accounts", "acl_file \(folder)/rights"]
            login = ["-u", account.name, "-P", account.password]
        }
        try await write("\(folder)/mosquitto.conf", lines.map { $0 + "\n" }.joined())
        let server = try spawn(["/usr/sbin/mosquitto", "-c", "\(folder)/mosquitto.conf"])
        try await server.diagnostics.first("the start of mosquitto on \(name)") { $0.hasSuffix(" running") }
        try await run(
            ["/usr/bin/mosquitto_pub", "-h", "127.0.0.1", "-q", "1", "-r", "-t", "lab/lamp", "-m", "on"] + login)
        return server
    }
}
