import Foundation
import NetworkFaults
import QuoteClient
import Testing

/// The client against servers that fail. One after the other: the file of trusted authorities is the process's.
@Suite(.serialized) struct QuoteClientTests {
    /// What the client is to trust: URLSession on Linux reads it from the environment.
    private func trust(_ server: FaultyServer) throws {
        setenv("URLSessionCertificateAuthorityInfoFile", try server.authorityCertificateFile(), 1)
    }

    /// A certificate that is good for three more days shows that the authority is trusted: what fails below is the fault.
    @Test func takesACertificateThatExpiresSoon() async throws {
        try await withFaultyServer(.tlsExpiresSoon) { server in
            try trust(server)
            let quote = try await QuoteClient().quote(at: server.url)
            #expect(quote == "netdiag serve\n")
        }
    }

    @Test(arguments: [ServerFault.tlsExpired, .tlsWrongHost, .tlsSelfSigned, .tlsUntrustedIssuer, .tlsNotTLS])
    func takesNoTLSThatIsWrong(_ fault: ServerFault) async throws {
        let server = try await FaultyServer(fault)
        try trust(server)
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
