import Foundation
import NetdiagService
import NetworkModel
import Testing
@testable import NetdiagConfiguration

@Suite("The example configuration")
struct ConfigurationExampleTests {
    private let example: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        example = try String(contentsOf: root.appendingPathComponent("etc/netdiag.yaml"), encoding: .utf8)
    }

    @Test("sets nothing as it is shipped")
    func shipped() throws {
        #expect(try parsedConfiguration(example) == Configuration())
        #expect(example.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("is valid with every setting uncommented, and has the defaults")
    func uncommented() throws {
        let folder = try ConfigurationFolder()
        let token = try folder.write("0123456789abcdef0123456789abcdef\n", to: "token")
        let authority = try folder.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem")
        let text = example.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("# ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
            .replacingOccurrences(of: "token_file: /etc/netdiag/token", with: "token_file: \(token)")
            .replacingOccurrences(of: "ca_file: /etc/netdiag/ca.pem", with: "ca_file: \(authority)")
        var configuration = try parsedConfiguration(text)
        #expect(configuration.targets.count == 12 + KindDocumentTests.examples.count)
        #expect(configuration.publish.name == "Network diagnostics")
        #expect(
            configuration.services.map(\.check?.target.text) == [
                "http://localhost:8080/healthz", "tcp://printer.local:631",
            ])
        #expect(configuration.access.token?.count == 32)
        #expect(configuration.access.hosts == ["netdiag.example.org"])
        #expect(configuration.access.read.map(\.length) == [24])
        #expect(configuration.access.owner == 0 && configuration.access.group == 0)

        // The remaining values must be those that the comments call the default.
        configuration.targets = []
        configuration.publish.name = nil
        (configuration.publish.isAskedFor, configuration.discovery.isAskedFor) = (false, false)
        configuration.services = []
        configuration.access.token = nil
        configuration.access.tokenFile = nil
        configuration.access.hosts = []
        configuration.access.read = []
        (configuration.access.owner, configuration.access.group) = (nil, nil)
        #expect(configuration.alerts.receivers.count == 5 && configuration.alerts.routes.count == 2)
        configuration.alerts = .init()
        // The programs of the example are not on this machine.
        configuration.warnings = []
        #expect(configuration == Configuration())
    }

    @Test("is valid with any single top-level setting uncommented")
    func single() throws {
        for line in example.split(separator: "\n") where line.hasPrefix("# ") && !line.hasPrefix("#  ") {
            #expect(try parsedConfiguration(String(line.dropFirst(2))) == Configuration(), "\(line)")
        }
    }
}
