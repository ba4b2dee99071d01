import NIOCore
import TLSServer

/// HTTP servers without a fault.
package enum HealthyServer {
    package enum Security: Sendable, Hashable {
        case plain, tls
    }

    package static func start(_ context: FaultContext, _ security: Security) async throws -> FaultEndpoint {
        switch security {
        case .plain: return try await HTTPFaultServer.start(context, faults: [])
        case .tls:
            let file = try context.authority.certificateFile()
            return try await HTTPFaultServer.start(
                context, faults: [], checkArguments: ["--ca-file", file], tls: certificate(of: context))
        }
    }

    /// Returns a TLS context with a certificate of the run's authority for all names of the loopback interface.
    static func certificate(of context: FaultContext) throws -> TLSContext {
        let leaf = try context.authority.authority().issue(TLSFault.request())
        do {
            return try TLSContext(chain: leaf.certificate, key: leaf.key)
        } catch {
            throw FaultError.system("OpenSSL does not take the certificate: \(error)")
        }
    }
}
