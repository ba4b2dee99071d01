import NIOPosix
import NetworkModel
import Testing

@testable import NetworkFaults

extension ServedFaults {
    @Suite("Servers with TLS faults")
    struct TLSFaultTests {
        @Test("one listener shows each client the fault whose name it requests", arguments: TLSFault.allCases)
        func names(_ fault: TLSFault) async throws {
            let directory = try RunDirectory()
            defer { directory.remove() }
            let context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, directory: directory)
            let healthy = try TLSFaults.healthy(context.authority.authority())
            let listener = try await TLSFaults.listen(context, usual: healthy)
            let file = try context.authority.certificateFile()
            var arguments = ["-4", "--ca-file", file]
            if fault == .intercepted { arguments += ["--issuer", "somebody else"] }
            if fault == .handshakeTimeout { arguments += ["--timeout", "2"] }
            let report = try await FaultCheck.report(
                of: "https://\(fault.rawValue).localhost:\(listener.port)/", arguments)
            #expect(report.foremost?.rawValue == "tls.\(fault.rawValue)", "\(report.summaries)")
            await listener.close()
        }

        @Test("there is one authority for a run, and its file is removed with the run")
        func authority() throws {
            let directory = try RunDirectory()
            let authority = RunAuthority(in: directory)
            let file = try authority.certificateFile()
            #expect(try authority.certificateFile() == file && file.hasPrefix(directory.path))
            #expect(try authority.authority().certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
            directory.remove()
        }
    }
}
