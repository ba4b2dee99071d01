import NIOPosix
import NetworkModel
import Testing

@testable import NetworkFaults

@Suite("Servers with faults of TLS")
struct TLSFaultTests {
    @Test("one listener shows each client the fault whose name it asks for", arguments: TLSFault.allCases)
    func names(_ fault: TLSFault) async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, directory: directory)
        let healthy = try TLSFaults.healthy(context.authority.authority())
        let listener = try await TLSFaults.listen(context, usual: healthy)
        let file = try context.authority.certificateFile()
        var arguments = ["-4", "--timeout", "2", "--ca-file", file]
        if fault == .intercepted { arguments += ["--issuer", "somebody else"] }
        let report = try await FaultCheck.report(
            of: "https://\(fault.rawValue).localhost:\(listener.port)/", arguments)
        #expect(report.foremost?.rawValue == "tls.\(fault.rawValue)", "\(report.findings.map(\.summary))")
        let sound = try await FaultCheck.report(
            of: "https://healthy.localhost:\(listener.port)/", ["-4", "--ca-file", file])
        #expect(sound.status == .connectionUp && sound.findings.isEmpty, "\(sound.findings.map(\.summary))")
        await listener.close()
    }

    @Test("TLS 1.0 alone is weak for clients that accept it")
    func oldVersion() async throws {
        let definition = try #require(FaultCatalogue.definition("tls.weak"))
        let report = try await FaultCheck.report(of: definition, "version")
        #expect(report.foremost == "tls.weak" && report.status == .connectionUp)
        #expect(report.findings.first?.summary.contains("TLSv1") == true)
    }

    @Test("alerts, by name", arguments: TLSFaultChoices.alerts.keys.sorted())
    func alerts(_ name: String) async throws {
        let definition = try #require(FaultCatalogue.definition("tls.alert"))
        let report = try await FaultCheck.report(of: definition, "alert=\(name)")
        #expect(report.foremost == "tls.alert", "\(report.findings.map(\.summary))")
    }

    @Test("the authority is one for a run, and its file goes with the run")
    func authority() throws {
        let directory = try RunDirectory()
        let authority = RunAuthority(in: directory)
        let file = try authority.certificateFile()
        #expect(try authority.certificateFile() == file && file.hasPrefix(directory.path))
        #expect(try authority.authority().certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
        directory.remove()
    }
}
