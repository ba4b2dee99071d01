import Foundation
import NetworkModel
import Testing
@testable import NetdiagCLI

@Suite("The output of netdiag links")
struct LinksPageTests {
    @Test("routes and neighbours that do not fit become lines, and no address is cut")
    func narrowLinks() throws {
        let gateway = try Fixtures.address("fe80::5054:ff:fe12:3402%eth0")
        let source = try Fixtures.address("2001:db8:1234:5678:5054:ff:fe12:3402")
        let snapshot = NetworkSnapshot(
            links: [],
            routes: [
                Route(
                    family: .ipv6, gateway: gateway, interface: "eth0", metric: 1_024, preferredSource: source,
                    origin: "ra")
            ],
            neighbours: [
                Neighbour(
                    address: source, interface: "eth0", hardwareAddress: "52:54:00:12:34:02", state: .reachable,
                    isRouter: true)
            ])
        let terminal = Terminal(isInteractive: true, columns: 80, hasColour: false, hasUnicode: true)
        var written = Page(for: terminal)
        snapshot.write(to: &written, in: PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        let page = String(decoding: written.bytes, as: UTF8.self)
        #expect(page.contains("  default via fe80::5054:ff:fe12:3402%eth0 dev eth0 src\n"), "\(page)")
        #expect(page.contains("2001:db8:1234:5678:5054:ff:fe12:3402 metric 1024 proto ra\n"), "\(page)")
        #expect(page.contains("  \(source) dev eth0 lladdr 52:54:00:12:34:02"), "\(page)")
        #expect(!page.contains("…") && page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
    }
}
