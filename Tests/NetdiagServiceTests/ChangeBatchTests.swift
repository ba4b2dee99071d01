import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Batches of network changes")
struct ChangeBatchTests {
    private func change(_ subject: NetworkChange.Subject, _ number: Int) -> NetworkChange {
        NetworkChange(
            subject: subject, interface: "eth0", summary: "\(subject.rawValue) \(number)",
            monotonicNanoseconds: UInt64(number))
    }

    @Test("a few are reported one by one, in order")
    func few() {
        var batch = ChangeBatch()
        #expect(batch.isEmpty)
        let changes = (0..<ChangeBatch.maxTold).map { change($0 % 2 == 0 ? .route : .link, $0) }
        for change in changes { batch.add(change) }
        #expect(batch.changes == changes)
    }

    @Test(
        "10,000 routes are a few individual lines and one for all others, and do not hide a link that lost its carrier")
    func burst() throws {
        var batch = ChangeBatch()
        for number in 0..<10_000 { batch.add(change(.route, number)) }
        batch.add(change(.link, 10_000))
        batch.add(change(.address, 10_001))
        let told = batch.changes
        #expect(told.count == ChangeBatch.maxTold + 1)
        #expect(told.suffix(3).prefix(2).map(\.summary) == ["link 10000", "address 10001"])
        let last = try #require(told.last)
        #expect(last.subject == .resynchronised && last.monotonicNanoseconds == 10_001)
        #expect(last.summary == "9970 more changes came at once and are not listed: 9970 of routes")
    }
}
