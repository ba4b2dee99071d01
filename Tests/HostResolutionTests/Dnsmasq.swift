import Foundation
import Glibc
import NetworkModel
import TestProcess
import Testing

/// A dnsmasq of the test's own on an ephemeral port of loopback, authoritative for `.test`.
final class Dnsmasq: Sendable {
    let server: SocketAddress
    private let process: TestProcess

    init(_ records: [String]) async throws {
        // The port is free when it is chosen; where another program comes in between, a new one is.
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
        // It says so once it listens; where it cannot, it says why and ends.
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
