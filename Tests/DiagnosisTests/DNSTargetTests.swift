import Diagnosis
import NetworkModel
import TargetKinds
import Testing

/// Verdicts on DNS servers that are the target, and not those that this machine is configured with.
@Suite("Targets that are DNS servers")
struct DNSTargetTests {
    private static func finding(_ target: String, _ failure: Resolution.Failure) throws -> Finding {
        var evidence = try Facts.healthy(target)
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([failure], servers: [failure.server].compactMap(\.self))
        return try #require(Verdict(on: evidence).findings.first)
    }

    @Test(
        "what the name does not have is what the server was asked for",
        arguments: [
            ("MX", "no MX record"), ("TXT", "no TXT record"), ("A", "no IPv4 address"), ("AAAA", "no IPv6 address"),
        ])
    func lack(type: String, words: String) throws {
        let found = try Self.finding(
            "dns://192.0.2.53/www.example?type=\(type)", Facts.failure(.noData, type: type))
        #expect(found.id == "dns.no-address" && found.side == .remote)
        #expect(found.summary == "the name www.example exists, but has \(words)")
    }

    @Test("the name of a host lacks addresses")
    func lackOfHost() throws {
        let found = try Self.finding("http://www.example/", Facts.failure(.noData))
        #expect(found.summary == "the name www.example exists, but has no IPv4 or IPv6 address")
    }

    @Test(
        "its failures are on the other side, and another server is no remedy",
        arguments: [Resolution.FailureReason.closed, .timeout, .refused, .servfail, .malformed])
    func side(reason: Resolution.FailureReason) throws {
        let found = try Self.finding("dns://192.0.2.53/www.example", Facts.failure(reason))
        #expect(found.layer == .dns && found.side == .remote, "\(found)")
        #expect(!found.advice.contains { $0.contains("cat /etc/resolv.conf") }, "\(found.advice)")
        #expect(!found.advice.isEmpty)
    }

    @Test("that of this machine is on this side, as a configured one is")
    func others() throws {
        let own = try Self.finding("dns://127.0.0.1/www.example", Facts.failure(.closed, server: "127.0.0.1"))
        #expect(own.id == "dns.server-closed" && own.side == .machine)
        let configured = try Self.finding("http://www.example/", Facts.failure(.closed))
        #expect(configured.id == "dns.server-closed" && configured.side == .network)
        #expect(configured.advice.contains { $0.contains("cat /etc/resolv.conf") })
        // The name of the server itself is looked up with the servers of this machine.
        let ofName = try Self.finding("dns://www.example/a.example", Facts.failure(.closed))
        #expect(ofName.id == "dns.server-closed" && ofName.side == .network)
    }
}
