import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A DNS server that gives a useless address in one family alone")
struct BlockedFamilyTests {
    /// A check of a name with these addresses, on a machine that has routes in this family alone.
    private static func findings(
        _ addresses: [String], over family: AddressFamily = .ipv4, _ change: (inout Evidence) -> Void = { _ in }
    ) throws -> [String] {
        let evidence = try DNSVerdictTests.page(addresses.map { DNSVerdictTests.answer($0) }) {
            let missing: AddressFamily = family == .ipv4 ? .ipv6 : .ipv4
            $0.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [missing])
            if family == .ipv6 { $0.address?.usable = [Facts.sixthSource] }
            ($0.tcp, $0.tls, $0.http) = (nil, nil, nil)
            change(&$0)
        }
        return Verdict(on: evidence).findings.filter { $0.severity == .error }.map { "\($0.id)" }
    }

    @Test("without a route in the other family, the answer is the cause, and not the missing route")
    func withoutRoute() throws {
        #expect(try Self.findings(["0.0.0.0", "2600:1::10"]) == ["dns.blocked-answer"])
        #expect(try Self.findings(["198.51.100.1", "::"], over: .ipv6) == ["dns.blocked-answer"])
        let disabled = try Self.findings(["0.0.0.0", "2600:1::10"]) { $0.link?.carriers[0].isIPv6Disabled = true }
        #expect(disabled == ["dns.blocked-answer"])
    }

    @Test("a name without addresses in the family that works lacks a route, and one that is reached is not blocked")
    func others() throws {
        #expect(try Self.findings(["2600:1::10"]) == ["gateway.none"])
        // Another machine has one of the addresses.
        let connected = try Self.findings(["0.0.0.0", "2600:1::10"]) {
            $0.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "fe80::1")], isOnLink: false)
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "2600:1::10")])
        }
        #expect(!connected.contains("dns.blocked-answer"), "\(connected)")
    }
}
