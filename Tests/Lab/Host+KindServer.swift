import Foundation

extension Host {
    private static let servers = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/Servers").path

    /// Starts the server of a registered kind of target on all addresses (`Tests/Support/Servers`).
    ///
    /// - Parameters:
    ///   - fault: The fault of the server, by the server's own name for it.
    ///   - certificate: The certificate, for servers with TLS.
    @discardableResult
    public func startServer(
        of kind: String, port: Int, fault: String = "", certificate: Certificate? = nil
    ) async throws -> HostProcess {
        var environment = ["LAB_PORT": "\(port)", "LAB_FAULT": fault]
        if let certificate {
            let folder = try await makeFolder(for: kind)
            (environment["LAB_CERTIFICATE"], environment["LAB_KEY"]) = try await write(certificate, in: folder)
        }
        return try await startServer(of: kind, environment)
    }

    /// Starts an HTTP server on a Unix socket to which `root` and its group may connect.
    ///
    /// - Parameter fault: The fault of the server, by the server's own name for it.
    @discardableResult
    public func startServer(at path: String, fault: String = "") async throws -> HostProcess {
        try await startServer(of: "unix", ["LAB_PATH": path, "LAB_FAULT": fault])
    }

    private func startServer(of kind: String, _ environment: [String: String]) async throws -> HostProcess {
        let server = try spawn(["/usr/bin/python3", "\(Self.servers)/\(kind).py"], environment: environment)
        try await server.output.first("the start of the \(kind) server on \(name)") { $0.hasPrefix("\(kind) ") }
        return server
    }
}
