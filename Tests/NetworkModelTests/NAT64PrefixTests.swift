import NetworkModel
import Testing

@Suite("The prefix of NAT64 (RFC 6052, RFC 7050)")
struct NAT64PrefixTests {
    @Test(
        "it is derived from the addresses of ipv4only.arpa, and contains IPv4 addresses (RFC 6052 section 2.4)",
        arguments: [
            ("2001:db8:c000:aa::", "2001:db8::/32", "2001:db8:c000:221::"),
            ("2001:db8:1c0:0:aa::", "2001:db8:100::/40", "2001:db8:1c0:2:21::"),
            ("2001:db8:122:c000:0:aa00::", "2001:db8:122::/48", "2001:db8:122:c000:2:2100::"),
            ("2001:db8:122:3c0:0:aa::", "2001:db8:122:300::/56", "2001:db8:122:3c0:0:221::"),
            ("2001:db8:122:344:c0:0:aa00:0", "2001:db8:122:344::/64", "2001:db8:122:344:c0:2:2100:0"),
            ("64:ff9b::c000:aa", "64:ff9b::/96", "64:ff9b::c000:221"),
            ("2001:db8:122:344::192.0.0.171", "2001:db8:122:344::/96", "2001:db8:122:344::192.0.2.33"),
        ])
    func lengths(answer: String, prefix: String, translated: String) throws {
        let known = try #require(IPAddress(answer)), own = try #require(IPAddress("192.0.2.33"))
        let found = try #require(NAT64Prefix(fromKnownName: known))
        #expect("\(found)" == prefix)
        #expect(found.address(for: own) == IPAddress(translated))
    }

    @Test("other addresses contain none", arguments: ["2001:db8::1", "192.0.0.170", "::", "64:ff9b::c000:ac"])
    func others(answer: String) throws {
        let address = try #require(IPAddress(answer))
        #expect(NAT64Prefix(fromKnownName: address) == nil)
    }
}
