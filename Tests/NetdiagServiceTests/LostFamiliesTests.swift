import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetdiagService

@Suite("Address families that checks find to lead nowhere")
struct LostFamiliesTests {
    private static let router = ["10.0.0.1"]

    /// A check that names the family, or, if it has no packets that show it, the target's own addresses.
    private static func fail(
        _ story: inout IncidentStory, _ family: AddressFamily, isKnown: Bool, from second: Double
    ) {
        let id: CauseID =
            switch family {
            case .ipv4: isKnown ? "path.ipv4-down" : "tcp.ipv4-broken"
            case .ipv6: isKnown ? "path.ipv6-down" : "tcp.ipv6-broken"
            }
        let finding = IncidentStory.finding(
            id, ["gateway": "10.0.0.1", "interface": "eth0"], severity: .warning)
        let isOverIPv4 = family == .ipv6
        story.check(
            "a", finding, from: second, over: router, reaching: isOverIPv4 ? "198.51.100.1" : nil,
            sixth: ("2600:1::1", isOverIPv4 ? .timeout : .connected))
    }

    @Test("are one incident, also if some checks name the addresses of a target", arguments: AddressFamily.allCases)
    func steady(_ family: AddressFamily) throws {
        let (cause, own) =
            family == .ipv4 ? ("path.ipv4-down", "tcp.ipv4-broken") : ("path.ipv6-down", "tcp.ipv6-broken")
        var story = IncidentStory("a", "b")
        for second in [0.0, 4.0] { Self.fail(&story, family, isKnown: true, from: second) }
        for second in [8.0, 12.0, 16.0, 20.0] { Self.fail(&story, family, isKnown: second == 16, from: second) }
        let open = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && open.id == 1)
        #expect(open.cause.id.rawValue == cause && open.targets == ["a"] && open.reopened == 0)
        #expect(story.told.filter { $0.event == .closed }.isEmpty)
        // A host is reached over it, so that the target's own addresses may be the reason.
        story.check("b", from: 24, over: Self.router, reaching: "198.51.100.9", sixth: ("2600:9::1", .connected))
        for second in [28.0, 32.0, 36.0, 40.0] { Self.fail(&story, family, isKnown: false, from: second) }
        #expect(story.book.openDocuments.map(\.cause.id.rawValue) == [own])
    }

    @Test("are not assumed if no check has found them")
    func unknown() {
        for family in AddressFamily.allCases {
            var story = IncidentStory("a")
            for second in [0.0, 4.0] { Self.fail(&story, family, isKnown: false, from: second) }
            let name = family == .ipv4 ? "tcp.ipv4-broken" : "tcp.ipv6-broken"
            #expect(story.book.openDocuments.map(\.cause.id.rawValue) == [name])
        }
    }

    @Test("become the incident of a target that named its own addresses first")
    func later() throws {
        var story = IncidentStory("a")
        for second in [0.0, 4.0] { Self.fail(&story, .ipv4, isKnown: false, from: second) }
        for second in [8.0, 12.0, 16.0] { Self.fail(&story, .ipv4, isKnown: second == 8, from: second) }
        let open = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && open.cause.id.rawValue == "path.ipv4-down")
    }
}
