import Glibc
import Lab
import Testing

import enum NetworkModel.AuthenticationScheme
import struct NetworkModel.CauseID
import struct NetworkModel.HTTPEvidence
import struct NetworkModel.StatusDocument

@Suite("Logins with Kerberos whose KDC is silent", .lab, .tags(.lab))
struct ProtocolTicketTests {
    private static let ticketed = "http://www.lab.example/negotiate"
    private static let unticketed = "http://other.lab.example/negotiate"

    /// A client with a ticket for one of two names of a web server, whose KDC has then become silent.
    private func withSilentKDC(_ body: @escaping @Sendable (Pair) async throws -> Void) async throws {
        try await Pair.run { pair in
            let realm = try await pair.server.startKerberos(
                address: pair.address, services: ["www.lab.example", "other.lab.example"])
            try await pair.server.startApache(kerberos: realm)
            try await pair.client.write(
                "/etc/hosts", "\(pair.address) www.lab.example other.lab.example\n127.0.0.1 localhost\n")
            try await pair.client.useKerberos(realm)
            try await pair.client.logIn(to: realm)
            try await pair.client.ask(Self.ticketed, ["--kerberos"]).report(nil)
            // Its sockets stay open, so that no ICMP error ends the library's wait.
            try await realm.process.suspend()
            try await body(pair)
        }
    }

    @Test("a check ends at its time limit, with what the server required, and other checks log in meanwhile")
    func timeLimit() async throws {
        try await withSilentKDC { pair in
            let result = try await pair.client.result(
                of: [
                    Programs.command, "check", "--no-daemon", "--json", "--timeout", "10", "--kerberos", Self.ticketed,
                    Self.unticketed,
                ])
            let reports = Answer(target: "both", result: result).reports
            try #require(reports.count == 2, "\(result)")
            let served = try #require(reports.first { $0.cause == nil })
            #expect(served.http?.authentication?.used == .negotiate, "\(result)")
            let failed = try #require(reports.first { $0.cause != nil })
            #expect(failed.cause?.id == "http.auth-unavailable")
            #expect(failed.cause?.summary.contains("no Kerberos ticket in time") == true, "\(result)")
            #expect(failed.http?.status == 401 && failed.http?.authentication?.offered == ["Negotiate"], "\(result)")
        }
    }

    @Test("a daemon that waits for a ticket ends at once, and starts no second wait for the same server")
    func daemon() async throws {
        try await withSilentKDC { pair in
            let daemon = try await pair.client.startDaemon(
                """
                publish: off
                interval: 5s
                timeout: 2s
                targets:
                - { target: \(Self.unticketed), credentials: { kerberos: on } }
                """)
            try await daemon.status("an earlier request that still waits") { status in
                status.targets.contains { target in
                    target.cause?.summary.contains("an earlier request for a Kerberos ticket") == true
                }
            }
            let begun = ContinuousClock.now
            #expect(try await daemon.stop() == .exited(0))
            #expect(begun.duration(to: .now) < .seconds(5))
        }
    }
}
