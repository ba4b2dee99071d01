import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("Addresses to which announcements lead")
struct AnnouncedAddressTests {
    private static func scope(own: String) throws -> LinkScope {
        func link(_ index: UInt32, _ name: String, _ address: String) throws -> Link {
            Link(
                index: index, name: name, isLoopback: name == "lo", isAdminUp: true, hasCarrier: true,
                operationalState: .up, mtu: 1_500,
                addresses: [.init(address: try #require(IPAddress(address)), prefixLength: 16, scope: .global)])
        }
        return LinkScope(
            snapshot: NetworkSnapshot(links: [try link(1, "lo", "127.0.0.1"), try link(2, "eth0", own)], routes: []))
    }

    @Test(
        "a host on the link leads to neither loopback nor a metadata service",
        arguments: ["127.0.0.1", "::1", "0.0.0.0", "::ffff:127.0.0.1", "169.254.169.254", "::ffff:169.254.169.254"])
    func refused(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(try !Self.scope(own: "192.0.2.1").mayBeAnnounced(address, on: "eth0"))
        // Services of this machine are announced on loopback as well, where no other host is.
        #expect(try Self.scope(own: "192.0.2.1").mayBeAnnounced(address, on: "lo"))
    }

    @Test("other addresses, and those of a link without DHCP, are followed")
    func followed() throws {
        for text in ["192.0.2.1", "192.0.2.2", "fe80::1%eth0", "169.254.7.7"] {
            let address = try #require(IPAddress(text))
            #expect(try Self.scope(own: "192.0.2.1").mayBeAnnounced(address, on: "eth0"), "\(text)")
        }
        let linkLocal = try #require(IPAddress("169.254.169.7"))
        #expect(try Self.scope(own: "169.254.3.3").mayBeAnnounced(linkLocal, on: "eth0"))
        #expect(try !Self.scope(own: "192.0.2.1").mayBeAnnounced(linkLocal, on: "eth0"))
    }
}
