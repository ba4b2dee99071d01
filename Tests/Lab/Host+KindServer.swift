import Foundation

extension Host {
    private static let servers = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/Servers").path

    /// Starts the server of a registered kind of target on all addresses (`Tests/Support/Servers`).
    ///
    /// - Parameters:
    ///   - fault: What is wrong with it, in its own words.
    ///   - certificate: What it shows in TLS, for those that speak it.
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

    /// Starts a server of HTTP at a local socket, which `root` and its group may connect to.
    ///
    /// - Parameter fault: What is wrong with it, in its own words.
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
