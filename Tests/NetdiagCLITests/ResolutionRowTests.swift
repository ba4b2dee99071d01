import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("Rows of a resolution")
struct ResolutionRowTests {
    private func row(_ reason: Resolution.FailureReason, server: String?, end: Resolution.FailureReason? = nil)
        -> String
    {
        var failure = Resolution.Failure(
            source: server == nil ? .system : .dns, server: server, type: server == nil ? nil : "A", reason: reason,
            duration: .milliseconds(1))
        failure.aliases = end == nil ? nil : ["gone.example.org"]
        failure.aliasEnd = end
        return PageTests().text(Resolution(name: "example.org", answers: [], failures: [failure]))
    }

    @Test("a closed port is named")
    func closed() {
        #expect(row(.closed, server: "10.0.0.53").contains("no A: nothing listens on port 53  dns"))
        #expect(row(.closed, server: "10.0.0.53:5353").contains("no A: nothing listens on port 5353  dns"))
        #expect(row(.closed, server: nil).contains("no DNS server listens  system"))
    }

    @Test("without avahi-daemon, an address without a name gets a sentence, and no row")
    func withoutAvahi() {
        let wire = Resolution.Failure(
            source: .dns, server: "10.0.0.53", type: "PTR", reason: .nxdomain, duration: .milliseconds(1))
        let link = Resolution.Failure(source: .mdns, type: "PTR", reason: .closed, duration: .zero)
        let text = PageTests().text(Resolution(name: "192.0.2.1", answers: [], failures: [wire, link]))
        #expect(text.contains("multicast DNS was not queried") && text.contains("no PTR: nxdomain"), "\(text)")
        #expect(!text.contains("no DNS server listens"), "\(text)")
        #expect(!PageTests().text(Resolution(name: "192.0.2.1", answers: [], failures: [wire])).contains("multicast"))
    }

    @Test("an empty answer for an alias of a name that does not exist is that the name does not exist")
    func alias() {
        #expect(row(.noData, server: "10.0.0.53").contains("no A: no-data"))
        #expect(row(.noData, server: "10.0.0.53", end: .nxdomain).contains("no A: nxdomain"))
    }
}
