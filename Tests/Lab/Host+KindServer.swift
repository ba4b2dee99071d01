import Foundation

extension Host {
    private static let servers = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/Servers").path

    /// Starts the server of a registered kind of target on all addresses (`Tests/Support/Servers`).
    ///
    /// - Parameter fault: What is wrong with it, in its own words.
    @discardableResult
    public func startServer(of kind: String, port: Int, fault: String = "") async throws -> HostProcess {
        let server = try spawn(
            ["/usr/bin/python3", "\(Self.servers)/\(kind).py"],
            environment: ["LAB_PORT": "\(port)", "LAB_FAULT": fault])
        try await server.output.first("the start of the \(kind) server on \(name)") { $0.hasPrefix("\(kind) ") }
        return server
    }
}
