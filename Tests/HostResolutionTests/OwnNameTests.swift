import NetworkModel
import Testing

@testable import HostResolution

@Suite("Names that lead to this machine without a question to others")
struct OwnNameTests {
    /// A line of nsswitch.conf(5), the addresses of `h1` in the hosts file, and whether the name leads here.
    struct Case: Sendable {
        let services: String
        var listed: [String] = []
        var host = "H1"
        var isInstalled = true
        let leadsHere: Bool
    }

    private static let cases = [
        Case(services: "files dns", leadsHere: false),
        Case(services: "files dns", listed: ["127.0.1.1"], leadsHere: true),
        Case(services: "files dns", listed: ["192.0.2.1", "fe80::1"], leadsHere: true),
        // The other host can serve a page under this name.
        Case(services: "files dns", listed: ["127.0.1.1", "192.0.2.2"], leadsHere: false),
        Case(services: "files myhostname dns", listed: ["192.0.2.2"], leadsHere: false),
        Case(services: "dns files", listed: ["127.0.1.1"], leadsHere: false),
        Case(services: "mdns files", listed: ["127.0.1.1"], leadsHere: false),
        Case(services: "files myhostname resolve [!UNAVAIL=return] dns", leadsHere: true),
        Case(services: "mymachines resolve [!UNAVAIL=return] files myhostname dns", leadsHere: true),
        Case(services: "files mdns4_minimal [NOTFOUND=return] myhostname dns", leadsHere: true),
        Case(services: "files mdns4_minimal [NOTFOUND=return] dns myhostname", leadsHere: false),
        Case(services: "files [NOTFOUND=return] myhostname", leadsHere: false),
        Case(services: "files myhostname dns", isInstalled: false, leadsHere: false),
        // nss-myhostname has the whole host name alone.
        Case(services: "files myhostname dns", host: "h1.lab.example", leadsHere: false),
    ]

    @Test("the first service that has the name, or asks others, decides", arguments: cases)
    func order(_ expected: Case) {
        let services = NameServices.hosts(of: "hosts: \(expected.services)", file: "f")
        let leadsHere = services.leadHere(
            "h1", host: expected.host, listed: expected.listed.compactMap { IPAddress($0) },
            addresses: ["192.0.2.1", "fe80::1%lo"].compactMap { IPAddress($0) },
            isInstalled: { _ in expected.isInstalled })
        #expect(leadsHere == expected.leadsHere)
    }
}
