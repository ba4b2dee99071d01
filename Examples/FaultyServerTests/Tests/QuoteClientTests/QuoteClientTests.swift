import NetworkFaults
import QuoteClient
import Testing

/// The client against servers that fail.
@Suite struct QuoteClientTests {
    /// What nobody should accept, whomever the machine trusts. URLSession on Linux cannot be told to trust the authority of a faulty
    /// server (``FaultyServer/authorityCertificateFile()``), so that the other faults of certificates are for clients that can.
    @Test(arguments: [ServerFault.tlsSelfSigned, .tlsUntrustedIssuer, .tlsNotTLS, .httpTruncated, .tcpReset])
    func takesNothingThatIsWrong(_ fault: ServerFault) async throws {
        let server = try await FaultyServer(fault)
        await #expect(throws: QuoteClient.Failure.unreachable) { try await QuoteClient().quote(at: server.url) }
        await server.close()
    }

    @Test func tellsAServerThatFails() async throws {
        try await withFaultyServer(.httpServerError) { server in
            await #expect(throws: QuoteClient.Failure.status(500)) { try await QuoteClient().quote(at: server.url) }
        }
    }

    @Test func givesUpOnAServerThatIsSilent() async throws {
        try await withFaultyServer(.httpNoAnswer) { server in
            await #expect(throws: QuoteClient.Failure.unreachable) {
                try await QuoteClient(timeout: 1).quote(at: server.url)
            }
        }
    }
}
