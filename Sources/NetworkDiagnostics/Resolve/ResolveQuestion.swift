import HostResolution
import LinkFacts
package import NetworkModel

/// The query of `netdiag resolve` and `/v1/resolve`, validated before anything is sent.
package struct ResolveQuestion: Sendable {
    /// An invalid query, with the field that is wrong.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let name: String
    private let address: IPAddress?
    private let families: Set<AddressFamily>
    private let servers: [SocketAddress]?
    private let type: DNSRecordType?

    /// Validates a query.
    ///
    /// - Parameters:
    ///   - server: The server to use instead of the configured ones: `ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`.
    ///   - type: A record type such as `MX`, in any case.
    package init(name: String, families: Set<AddressFamily>, server: String? = nil, type: String? = nil) throws(Error) {
        self.name = name
        address = IPAddress(name)
        self.families = families
        servers = try server.map { text throws(Error) in [try Self.server(text)] }
        self.type = try type.map { text throws(Error) in
            guard let type = DNSRecordType(rawValue: text.uppercased()) else {
                let known = DNSRecordType.allCases.map(\.rawValue).joined(separator: ", ")
                throw Error(description: "type: \"\(SafeText.escaped(text))\" is not one of \(known)")
            }
            return type
        }
        if address != nil, let type = self.type, type != .ptr {
            throw Error(description: "type: an address has no \(type.rawValue) records; leave it out, or ask for PTR")
        }
    }

    /// Sends the query.
    ///
    /// - Throws: `CancellationError`; `HostResolutionError` if it is not a valid name.
    package func answer(by engine: DiagnosticEngine) async throws -> Resolution {
        let configuration = try await engine.links.snapshot().resolvers
        if let address {
            return try await engine.resolver.reverse(address, configuration: configuration, servers: servers)
        }
        if let type {
            return try await engine.resolver.records(name, type: type, configuration: configuration, servers: servers)
        }
        return try await engine.resolver.resolve(
            name, families: families, configuration: configuration, servers: servers)
    }

    private static func server(_ text: String) throws(Error) -> SocketAddress {
        if let address = IPAddress(text) { return SocketAddress(address, port: 53) }
        var address = text[...]
        var port: UInt16? = 53
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            address = text[..<colon]
            port = UInt16(text[text.index(after: colon)...])
        }
        if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
        guard let found = IPAddress(String(address)), let port, port > 0 else {
            throw Error(
                description: "server: \"\(SafeText.escaped(text))\" is not ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT")
        }
        return SocketAddress(found, port: port)
    }
}
