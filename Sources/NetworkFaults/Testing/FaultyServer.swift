import NIOPosix
public import NetworkModel

/// A server with a fault, for the test of a client, on loopback and a port that the kernel picks.
///
/// ```swift
/// @Test func theClientRefusesAnExpiredCertificate() async throws {
///     try await withFaultyServer(.tlsExpired) { server in
///         await #expect(throws: ClientError.certificate) { try await client.load(server.url) }
///     }
/// }
/// ```
public final class FaultyServer: Sendable {
    /// The cause that `netdiag check` reports of it.
    public let cause: CauseID
    private let endpoint: FaultEndpoint
    private let directory: RunDirectory
    private let authority: RunAuthority

    /// Starts it.
    ///
    /// - Throws: ``FaultError`` for a fault or an argument that there is not, and for what this machine refuses.
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

    /// What clients are given: `https://127.0.0.1:40123/`.
    public var url: String { endpoint.target }

    /// The port of ``url``.
    public var port: Int {
        let authority = endpoint.target.split(separator: "/").dropFirst().first ?? ""
        return authority.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    /// What `netdiag check` is given beside the URL: `--proxy http://127.0.0.1:40124`.
    public var checkArguments: [String] { endpoint.checkArguments }

    /// The variables of the environment that a client is given: `http_proxy`.
    public var environment: [String: String] { endpoint.environment }

    /// The certificate that clients trust who are to get as far as the fault, as PEM text.
    ///
    /// - Throws: ``FaultError/system(_:)`` where OpenSSL is missing.
    public func authorityCertificate() throws(FaultError) -> String { try authority.authority().certificate }

    /// The same as a file, which is removed with the server.
    ///
    /// - Throws: ``FaultError/system(_:)`` where it cannot be made or written.
    public func authorityCertificateFile() throws(FaultError) -> String { try authority.certificateFile() }

    /// Ends the server and all its connections; returns when its ports are free.
    public func close() async {
        await endpoint.close()
        directory.remove()
    }
}

/// Starts a server with a fault, and ends it behind the body, however that ends.
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
