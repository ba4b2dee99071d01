import Foundation
import Glibc
import NetworkModel
import TestProcess
import Testing

/// A dnsmasq for one test on an ephemeral port of the loopback interface, authoritative for `.test`.
final class Dnsmasq: Sendable {
    let server: SocketAddress
    private let process: TestProcess

    init(_ records: [String]) async throws {
        // The port is free when it is selected. If another program takes it in between, another port is tried.
        for _ in 0..<8 {
            let port = try UDPSocket().address.port
            if let process = try await Self.start(port: port, records) {
                self.process = process
                server = SocketAddress(IPAddress("127.0.0.1")!, port: port)
                return
            }
        }
        throw TestFailure("dnsmasq does not start")
    }

    private static func start(port: UInt16, _ records: [String]) async throws -> TestProcess? {
        let process = try TestProcess(
            [
                "/usr/sbin/dnsmasq", "--keep-in-foreground", "--port=\(port)", "--listen-address=127.0.0.1",
                "--bind-interfaces", "--no-resolv", "--no-hosts", "--conf-file=/dev/null", "--pid-file=",
                "--log-facility=-", "--user=\(NSUserName())", "--group=", "--local=/test/",
            ] + records, linesOf: STDERR_FILENO)
        // dnsmasq reports when it listens. If it cannot, it reports the reason and exits.
        for await line in process.lines where String(decoding: line, as: UTF8.self).contains("started, version") {
            return process
        }
        return nil
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
