import Glibc
import NetworkModel
import Testing

@testable import NetworkFaults

extension ServedFaults {
    @Suite("Faulty servers for tests of clients")
    struct FaultyServerTests {
        @Test("their arguments, and the information that they provide")
        func server() async throws {
            let file = try await withFaultyServer(.tlsExpired.with("days=30")) { server in
                #expect(server.cause == "tls.expired" && server.url == "https://127.0.0.1:\(server.port)/")
                let file = try server.authorityCertificateFile()
                let report = try await FaultCheck.report(of: server.url, ["--ca-file", file])
                #expect(report.foremost == server.cause, "\(report.summaries)")
                #expect(try server.authorityCertificate().hasPrefix("-----BEGIN CERTIFICATE-----"))
                return file
            }
            #expect(access(file, F_OK) != 0)
        }

        @Test("unknown faults are refused with an explanation")
        func unknown() async {
            for fault in [
                ServerFault("tls.nothing"), ServerFault("dns.no-server"), ServerFault("tls.expired", "days=0"),
            ] {
                await #expect(throws: FaultError.self) { _ = try await FaultyServer(fault) }
            }
        }

        @Test("a server ends with its body, even if that throws")
        func ending() async throws {
            struct Thrown: Error {}
            let place = Place()
            await #expect(throws: Thrown.self) {
                try await withFaultyServer(.ftpFailed) { server in
                    place.url = server.url
                    throw Thrown()
                }
            }
            let report = try await FaultCheck.report(of: place.url)
            // The port is free, or used by another test.
            #expect(report.foremost != "ftp.failed", "\(report.summaries)")
        }

        private final class Place {
            var url = ""
        }
    }
}
