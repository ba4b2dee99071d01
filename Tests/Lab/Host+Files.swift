extension Host {
    /// Writes a file on the host, with its folder; `/etc`, `/run` and `/var` are the host's own.
    public func write(_ path: String, _ text: String, mode: String = "0644") async throws {
        try await run(
            ["sh", "-euc", "mkdir -p \"$(dirname \"$1\")\"; cat >\"$1\"; chmod \"$2\" \"$1\"", "-", path, mode],
            input: text)
    }

    /// Reads a file of the host.
    public func read(_ path: String) async throws -> String { try await run(["cat", path]) }

    /// Makes a folder for the files of a server, which servers that drop their privileges can read too.
    func makeFolder(for server: String) async throws -> String {
        try await run([
            "sh", "-euc", "folder=$(mktemp -d \"/run/$1.XXXXXX\"); chmod 755 \"$folder\"; echo \"$folder\"", "-",
            server,
        ])
    }

    /// Writes a certificate and its key into a folder, and returns the paths of both.
    func write(_ certificate: Certificate, in folder: String) async throws -> (certificate: String, key: String) {
        let paths = (certificate: "\(folder)/certificate.pem", key: "\(folder)/key.pem")
        try await write(paths.certificate, certificate.certificate + "\n")
        try await write(paths.key, certificate.key + "\n", mode: "0600")
        return paths
    }

    /// Names the DNS servers in its `/etc/resolv.conf`.
    public func useDNS(_ servers: [String], options: String = "timeout:1 attempts:1") async throws {
        let lines = servers.map { "nameserver \($0)\n" }.joined()
        try await write("/etc/resolv.conf", lines + "options \(options)\n")
    }
}
