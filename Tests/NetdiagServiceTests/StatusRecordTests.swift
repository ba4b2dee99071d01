import Foundation
import Logging
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The time of the last status change, over restarts")
struct StatusRecordTests {
    private static let minute: Int64 = 60_000

    private static func before(_ milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: Timestamp().millisecondsSince1970 - milliseconds)
    }

    @Test(
        "the same status continues from the last run, even after a different one at the start; a status that has ended does not"
    )
    func goesOn() {
        let began = Self.before(3_600_000)
        let record = StatusRecord(status: .connectionDown, since: began, seen: Self.before(Self.minute))
        func earlier(until seconds: Int = 60) -> RestoredStatus? {
            RestoredStatus(record: record, until: .now + .seconds(seconds))
        }
        func since(
            _ earlier: inout RestoredStatus?, from old: ConnectionStatus, to new: ConnectionStatus
        ) -> Timestamp {
            RestoredStatus.since(&earlier, from: DisplayedStatus(status: old), to: DisplayedStatus(status: new))
        }
        var known = earlier()
        // Before the targets are checked, the machine seems to work.
        #expect(since(&known, from: .noErr, to: .connectionUp) > began)
        #expect(since(&known, from: .connectionUp, to: .connectionDown) == began)
        // It has ended, so that the next fault is another one.
        #expect(since(&known, from: .connectionDown, to: .connectionUp) > began && known == nil)
        #expect(since(&known, from: .connectionUp, to: .connectionDown) > began)
        var late = earlier(until: -1)
        #expect(since(&late, from: .noErr, to: .connectionDown) > began && late == nil)
    }

    @Test("a change between working and partly working counts, a short doubt in between does not")
    func doubt() {
        let start = ContinuousClock.now
        var clock = StatusAge()
        let up = DisplayedStatus(status: .connectionUp)
        let partly = DisplayedStatus(status: .connectionUp, isPartly: true)
        let unclear = DisplayedStatus(status: .connectionIndeterminate)
        let down = DisplayedStatus(status: .connectionDown)
        clock.restore(StatusRecord(status: .connectionUp, since: Self.before(9_000), seen: Self.before(5_000)))
        clock.update(up, at: start)
        let since = clock.since
        #expect(since < Self.before(8_000))
        clock.update(unclear, at: start + .seconds(1))
        #expect(clock.since > since)
        clock.update(up, at: start + .seconds(5))
        #expect(clock.since == since)
        for (between, seconds) in [(unclear, 31), (down, 1)] {
            clock.update(between, at: start + .seconds(10))
            clock.update(up, at: start + .seconds(10 + seconds))
            #expect(clock.since > since)
        }
        clock = StatusAge()
        clock.restore(
            StatusRecord(status: .connectionUp, isPartly: true, since: Self.before(9_000), seen: Self.before(5_000)))
        clock.update(up)
        #expect(clock.since > Self.before(8_000))
        clock.update(partly)
        #expect(clock.since < Self.before(8_000) && clock.record(seen: Timestamp()).isPartly == true)
    }

    @Test("working is not claimed for a gap without the daemon; a fault continues with its incident")
    func gap() {
        let (now, since) = (Timestamp(), Self.before(100 * Self.minute))
        func goesOn(_ status: ConnectionStatus, seen: Int64) -> Bool {
            StatusRecord(status: status, since: since, seen: Self.before(seen * Self.minute)).goesOn(at: now)
        }
        #expect(goesOn(.connectionUp, seen: 14) && !goesOn(.connectionUp, seen: 16))
        #expect(goesOn(.connectionDown, seen: 60) && !goesOn(.noErr, seen: 1))
        // The clock was set back.
        #expect(!goesOn(.connectionDown, seen: -5))
    }

    @Test("the file contains the last record, and anything else in it is ignored")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keeper = StatusFile(directory: folder, logger: Logger(label: "test"))
        #expect(keeper.read() == nil)
        let record = StatusRecord(
            status: .connectionDown, since: Timestamp(millisecondsSince1970: 1_000),
            seen: Timestamp(millisecondsSince1970: 2_000))
        keeper.write(record, isNewsOnly: true)
        #expect(keeper.read() == record)
        var later = record
        later.seen = Timestamp(millisecondsSince1970: 3_000)
        keeper.write(later, isNewsOnly: true)
        #expect(keeper.read() == record, "nothing has changed")
        keeper.write(later, isNewsOnly: false)
        #expect(keeper.read() == later)
        later.status = .noErr
        keeper.write(later, isNewsOnly: false)
        #expect(keeper.read()?.status == .connectionDown, "nothing was observed yet")
        try "{}".write(toFile: folder + "/since.json", atomically: true, encoding: .utf8)
        #expect(keeper.read() == nil)
    }

    @Test("the response time of a host that only gets echo requests is their round trip")
    func roundTrip() {
        func time(_ target: String, _ outcome: EchoEvidence.Outcome) -> Double {
            var echo = EchoEvidence(
                address: IPAddress("192.0.2.1")!, outcome: outcome, sent: 5, received: 5, roundTrip: .microseconds(100))
            echo.medianRoundTrip = Milliseconds(.microseconds(200))
            return Report(
                target: target, started: Timestamp(), duration: .milliseconds(163), status: .connectionUp, findings: [],
                layers: [
                    LayerReport(
                        layer: EchoEvidence.layer, status: .connectionUp, duration: .milliseconds(163),
                        evidence: .init(echo))
                ]
            ).responseTime.value
        }
        #expect(time("icmp://192.0.2.1", .reply) == 0.2 && time("ICMP://192.0.2.1", .reply) == 0.2)
        #expect(time("icmp://192.0.2.1", .timeout) == 163 && time("http://192.0.2.1/", .reply) == 163)
    }
}
