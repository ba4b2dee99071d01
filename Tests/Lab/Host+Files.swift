public import Glibc

extension Host {
    /// Writes a file on the host, and creates its directory. `/etc`, `/run` and `/var` belong to the host.
    ///
    /// The test process writes the file through the host's root directory. Files in `/proc` and `/sys` refer to the
    /// process that opens them, so that these paths are not accepted.
    public func write(_ path: String, _ text: String, mode: mode_t = 0o644) async throws {
        precondition(!path.isOfKernel, "\(path) would be this process's own")
        try place.write(path, text, mode: mode)
    }

    /// Reads a file of the host, without its last newline.
    public func read(_ path: String) async throws -> String {
        if path.isOfKernel { return try await run(["cat", path]) }
        let text = try place.read(path)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Creates a directory for the files of a server, which servers without privileges can read as well.
    func makeFolder(for server: String) async throws -> String { try place.makeFolder(for: server) }

    /// Writes a certificate and its key to files in a directory, and returns both paths.
    func write(_ certificate: Certificate, in folder: String) async throws -> (certificate: String, key: String) {
        let paths = (certificate: "\(folder)/certificate.pem", key: "\(folder)/key.pem")
        try await write(paths.certificate, certificate.certificate + "\n")
        try await write(paths.key, certificate.key + "\n", mode: 0o600)
        return paths
    }

    /// Writes the DNS servers to the host's `/etc/resolv.conf`.
    public func useDNS(_ servers: [String], options: String = "timeout:1 attempts:1") async throws {
        let lines = servers.map { "nameserver \($0)\n" }.joined()
        try await write("/etc/resolv.conf", lines + "options \(options)\n")
    }
}

extension String {
    /// Whether a path is in `/proc` or `/sys`.
    fileprivate var isOfKernel: Bool { hasPrefix("/proc/") || hasPrefix("/sys/") }
}
