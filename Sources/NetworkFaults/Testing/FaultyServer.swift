import NIOPosix
public import NetworkModel

/// A server with a fault for the test of a client. It listens on the loopback interface, on a port that the kernel chooses.
///
/// ```swift
/// @Test func theClientRefusesAnExpiredCertificate() async throws {
///     try await withFaultyServer(.tlsExpired) { server in
///         await #expect(throws: ClientError.certificate) { try await client.load(server.url) }
///     }
/// }
/// ```
public final class FaultyServer: Sendable {
    /// The cause that `netdiag check` reports for the server.
    public let cause: CauseID
    private let endpoint: FaultEndpoint
    private let directory: RunDirectory
    private let authority: RunAuthority

    /// Starts the server.
    ///
    /// - Throws: ``FaultError`` for an unknown fault or argument, or if the system does not allow it.
    public init(_ fault: ServerFault) async throws {
        guard let definition = FaultCatalogue.definition(fault.cause) else {
            throw FaultError.usage("no server brings \(fault.cause.rawValue) about")
        }
        let arguments = try definition.arguments(fault.arguments)
        let directory = try RunDirectory()
        let authority = RunAuthority(in: directory)
        do {
            endpoint = try await definition.start(
                FaultContext(
                    group: MultiThreadedEventLoopGroup.singleton, arguments: arguments, directory: directory,
                    authority: authority))
        } catch {
            directory.remove()
            throw error
        }
        cause = fault.cause
        (self.directory, self.authority) = (directory, authority)
    }

    /// The URL for clients, as in `https://127.0.0.1:40123/`.
    public var url: String { endpoint.target }

    /// The port of ``url``.
    public var port: Int {
        let authority = endpoint.target.split(separator: "/").dropFirst().first ?? ""
        return authority.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    /// The arguments for `netdiag check` in addition to the URL, as in `--proxy http://127.0.0.1:40124`.
    public var checkArguments: [String] { endpoint.checkArguments }

    /// The environment variables for a client, such as `http_proxy`.
    public var environment: [String: String] { endpoint.environment }

    /// Returns the PEM text of the authority's certificate, which a client must trust to reach the fault.
    ///
    /// - Throws: ``FaultError/system(_:)`` if OpenSSL is missing.
    public func authorityCertificate() throws(FaultError) -> String { try authority.authority().certificate }

    /// Returns the path of a file with the authority's certificate. It is removed with the server.
    ///
    /// - Throws: ``FaultError/system(_:)`` if it cannot be created or written.
    public func authorityCertificateFile() throws(FaultError) -> String { try authority.certificateFile() }

    /// Stops the server and all its connections, and returns when its ports are free.
    public func close() async {
        await endpoint.close()
        directory.remove()
    }
}

/// Starts a server with a fault, and stops it after the body, even if that throws.
///
/// - Throws: ``FaultError``, and what the body throws.
public func withFaultyServer<Result>(
    _ fault: ServerFault, isolation: isolated (any Actor)? = #isolation, _ body: (FaultyServer) async throws -> Result
) async throws -> Result {
    let server = try await FaultyServer(fault)
    do {
        let result = try await body(server)
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}
