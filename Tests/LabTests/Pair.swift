import Lab

/// A client and a server on one cable. The server's name at the client is `www.lab.example`, and the client trusts
/// ``authority``.
struct Pair: Sendable {
    let client: Host
    let server: Host
    /// The cable from the client (`a`) to the server (`b`).
    let cable: Cable
    let authority: CertificateAuthority

    /// The server's IPv4 address.
    var address: String { cable.b.ipv4 }

    static func run(_ body: @Sendable (Pair) async throws -> Void) async throws {
        try await Lab.run { lab in
            let client = try await lab.host("client"), server = try await lab.host("server")
            let cable = try await lab.link(client, server)
            let authority = try await CertificateAuthority.shared(on: server)
            try await client.trust(authority)
            try await client.write("/etc/hosts", "127.0.0.1 localhost\n\(cable.b.ipv4) www.lab.example\n")
            try await body(Pair(client: client, server: server, cable: cable, authority: authority))
        }
    }

    /// A certificate that the client accepts.
    func certificate() async throws -> Certificate { try await authority.issue(["www.lab.example"], on: server) }
}

extension Host {
    /// The output of curl.
    func curl(_ options: [String]) async throws -> String { try await run(["curl", "-sS", "-m", "10"] + options) }

    func curl(_ options: String...) async throws -> String { try await curl(options) }

    /// curl's exit code, -1 after a signal.
    func curlExit(_ options: [String]) async throws -> Int32 {
        let result = try await result(of: ["curl", "-s", "-m", "10", "-o", "/dev/null"] + options)
        return if case .exited(let code) = result.status { code } else { -1 }
    }

    /// The status code of an HTTP server or of the proxy before it.
    func status(_ options: [String]) async throws -> String {
        try await result(of: ["curl", "-s", "-m", "10", "-o", "/dev/null", "-w", "%{http_code}"] + options).output
    }

    /// The schemes, in lower case, that a server offers to an unauthenticated client.
    func challenges(of url: String) async throws -> [String] {
        let headers = try await curl("-o", "/dev/null", "-D", "-", url).split(whereSeparator: \.isNewline)
        return headers.compactMap { header in
            let words = header.split(whereSeparator: \.isWhitespace)
            return words.first?.lowercased() == "www-authenticate:" ? words.dropFirst().first?.lowercased() : nil
        }
    }
}
