import Lab
import Testing

extension LabServerTests {
    @Test("the Secret Service stores a secret, and returns it unless it is locked")
    func secretService() async throws {
        try await Lab.run { lab in
            let session = try await lab.host("client").startSession()
            let lookup = ["secret-tool", "lookup", "service", "lab", "account", Account.name]
            #expect(try await session.result(of: lookup).status == .exited(1))
            let service = try await session.startSecretService()
            #expect(try await session.result(of: lookup).status == .exited(1))
            let attributes = ["service": "lab", "account": Account.name]
            try await session.store("grüße, secret", label: "lab", attributes: attributes)
            #expect(try await session.run(lookup) == "grüße, secret")
            try await session.lock()
            #expect(try await session.result(of: lookup).status == .exited(1))
            _ = try await service.stop()
        }
    }
}
