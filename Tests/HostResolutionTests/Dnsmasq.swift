import Foundation
import Glibc
import NetworkModel
import Testing

/// A dnsmasq of the test's own on an ephemeral port of loopback, authoritative for `.test`.
final class Dnsmasq: Sendable {
    let server: SocketAddress
    private let process: Process
    /// Kept open: what it says later, which is little, stays unread.
    private let log: Pipe

    init(_ records: [String]) throws {
        // The port is free when it is chosen; where another program comes in between, a new one is.
        for _ in 0..<8 {
            let port = try UDPSocket().address.port
            if let (process, log) = try Self.start(port: port, records) {
                self.process = process
                self.log = log
                server = SocketAddress(IPAddress("127.0.0.1")!, port: port)
                return
            }
        }
        throw TestFailure("dnsmasq does not start")
    }

    private static func start(port: UInt16, _ records: [String]) throws -> (Process, Pipe)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/dnsmasq")
        process.arguments =
            [
                "--keep-in-foreground", "--port=\(port)", "--listen-address=127.0.0.1", "--bind-interfaces",
                "--no-resolv", "--no-hosts", "--conf-file=/dev/null", "--pid-file=", "--log-facility=-",
                "--user=\(NSUserName())", "--group=", "--local=/test/",
            ] + records
        let log = Pipe()
        process.standardError = log
        try process.run()
        // It says so once it listens; where it cannot, it says why and ends.
        var said = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !said.contains("started, version") {
            let count = read(log.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            said += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return (process, log)
    }

    deinit { process.terminate() }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
