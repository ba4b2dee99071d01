import Diagnosis
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Which peers to ask about a failure, and the scope that results")
struct OpinionTableTests {
    private static let start = ContinuousClock.now
    private static let target = SharedDependency.target("https://example.org/")

    private static func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private static func source(_ number: Int, port: UInt16 = 8053) -> OpinionTable.Source {
        .init(
            place: SocketAddress(IPAddress("10.0.\(number / 250).\(number % 250 + 1)")!, port: port),
            interfaces: ["eth0"])
    }

    private static func statement(_ word: PeerStatusExcerpt.Word?) -> PeerStatusExcerpt {
        var statement = PeerStatusExcerpt()
        statement.words[target] = word
        return statement
    }

    /// A round in which each peer makes the given statement.
    private static func round(
        _ table: inout OpinionTable, at second: Int, _ words: [PeerStatusExcerpt.Word?],
        failing: [SharedDependency] = [target]
    ) -> FaultScope? {
        let sources = words.indices.map { source($0) }
        table.update(failing, sources: sources, isLooking: true, at: at(second))
        let asked = table.beginRound(at: at(second))
        #expect(asked == sources)
        for (source, word) in zip(sources, words) {
            table.record(word.map { statement($0) }, from: source.place, at: at(second))
        }
        table.endRound(at: at(second))
        return table.opinions(at: at(second))?.scope(ofTarget: "https://example.org/")
    }

    @Test("if all others fail, the scope is known at once; if all others work, once they have checked since then")
    func verdicts() throws {
        var table = OpinionTable()
        let all = try #require(Self.round(&table, at: 0, [.fails, .fails, .fails]))
        #expect(all.verdict == .thisLink && all.same == 3 && all.well == 0 && all.asked == 3)
        var other = OpinionTable()
        // The peers' last check may be older than the failure.
        #expect(Self.round(&other, at: 0, [.works(last: "a"), .works(last: "a")]) == nil)
        #expect(other.nextRound == Self.at(10))
        let here = try #require(Self.round(&other, at: 10, [.works(last: "b"), .works(last: "b")]))
        #expect(here.verdict == .onlyHere && here.well == 2)
        #expect(other.nextRound == Self.at(40))
        let mixed = try #require(Self.round(&other, at: 40, [.fails, .works(last: "c")]))
        #expect(mixed.verdict == .someHosts && mixed.same == 1 && mixed.well == 1)
    }

    @Test("a peer's earlier check counts after a minute, if no peer has reported otherwise")
    func oldCheck() {
        var table = OpinionTable()
        for second in stride(from: 0, to: 60, by: 10) {
            #expect(Self.round(&table, at: second, [.works(last: "a")]) == nil)
        }
        #expect(Self.round(&table, at: 60, [.works(last: "a")])?.verdict == .onlyHere)
    }

    @Test("without peers, nothing is said; without their responses, the fault is monitored by nobody else")
    func nobody() throws {
        var table = OpinionTable()
        table.update([Self.target], sources: [], isLooking: false, at: Self.at(0))
        #expect(table.opinions(at: Self.at(0)) == nil && table.nextRound == nil)
        table.update([Self.target], sources: [], isLooking: true, at: Self.at(5))
        let alone = try #require(table.opinions(at: Self.at(5)))
        #expect(alone.things.contains(.target("https://example.org/")))
        #expect(alone.scope(ofTarget: "https://example.org/") == nil)
        let silent = try #require(Self.round(&table, at: 6, [nil, nil]))
        #expect(silent.verdict == .unwatched && silent.asked == 2)
    }

    @Test("rounds are at least ten seconds apart, whatever begins to fail")
    func rate() {
        var table = OpinionTable()
        _ = Self.round(&table, at: 0, [.fails])
        for second in 1..<10 {
            table.update(
                [.target("tcp://\(second).example:1")], sources: [Self.source(0)], isLooking: true, at: Self.at(second))
            #expect(table.beginRound(at: Self.at(second)).isEmpty)
        }
        #expect(table.beginRound(at: Self.at(10)) == [Self.source(0)])
        // Only one round runs at a time.
        #expect(table.nextRound == nil && table.beginRound(at: Self.at(60)).isEmpty)
    }

    @Test("no peer is asked while nothing fails, and results are forgotten with the failure")
    func recovery() {
        var table = OpinionTable()
        _ = Self.round(&table, at: 0, [.fails])
        table.update([], sources: [Self.source(0)], isLooking: true, at: Self.at(20))
        #expect(table.nextRound == nil && table.opinions(at: Self.at(20)) == nil)
        table.update([Self.target], sources: [Self.source(0)], isLooking: true, at: Self.at(30))
        #expect(table.opinions(at: Self.at(30))?.scope(ofTarget: "https://example.org/") == nil)
    }

    @Test("a host with many daemons is asked once; of many hosts, always the same sixteen are")
    func crowd() {
        var table = OpinionTable()
        let daemons = (0..<50).map { Self.source(1, port: UInt16(9_000 + $0)) }
        table.update([Self.target], sources: daemons, isLooking: true, at: Self.at(0))
        #expect(table.beginRound(at: Self.at(0)) == [daemons[0]])
        table.endRound(at: Self.at(0))
        let hosts = (0..<500).map { Self.source($0) }
        table.update([Self.target], sources: hosts, isLooking: true, at: Self.at(10))
        let asked = table.beginRound(at: Self.at(10))
        #expect(asked.count == OpinionTable.maxPeers)
        table.endRound(at: Self.at(10))
        table.update([Self.target], sources: hosts.reversed(), isLooking: true, at: Self.at(40))
        #expect(table.beginRound(at: Self.at(40)) == asked)
    }

    @Test("a peer that is gone, or that responds without having been asked, is ignored")
    func gone() {
        var table = OpinionTable()
        _ = Self.round(&table, at: 0, [.fails, .fails])
        table.record(Self.statement(.works(last: nil)), from: Self.source(0).place, at: Self.at(9))
        table.record(Self.statement(.works(last: nil)), from: Self.source(7).place, at: Self.at(9))
        #expect(table.opinions(at: Self.at(9))?.scope(ofTarget: "https://example.org/")?.same == 2)
        table.update([Self.target], sources: [Self.source(1)], isLooking: true, at: Self.at(9))
        #expect(table.opinions(at: Self.at(9))?.scope(ofTarget: "https://example.org/")?.same == 1)
        // Statements are valid for a minute.
        #expect(table.opinions(at: Self.at(70))?.scope(ofTarget: "https://example.org/")?.verdict == .unwatched)
    }
}
