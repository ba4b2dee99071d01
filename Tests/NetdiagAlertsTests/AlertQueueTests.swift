import Foundation
import NetworkModel
import SQLite
import Testing

@testable import NetdiagAlerts

@Suite("The queue of alerts")
final class AlertQueueTests {
    private let folder: String
    private var path: String { folder + "/alerts.db" }

    init() throws {
        var template = Array("/tmp/netdiag-alerts-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func incident(_ id: Int, closed: Bool = false) -> StatusDocument.Incident {
        .init(
            id: id,
            cause: Finding(
                id: "dns.timeout", layer: .dns, severity: .error, confidence: 1, summary: "no answer", advice: []),
            targets: ["a"], opened: Timestamp(millisecondsSince1970: 1_000_000),
            closed: closed ? Timestamp(millisecondsSince1970: 1_840_000) : nil)
    }

    private func step(_ event: AlertEvent, _ id: Int, to receiver: String = "ops") -> AlertReducer.Step {
        let isOver = event == .closed || event == .passed
        return AlertReducer.Step(
            messages: [
                AlertMessage(
                    event: event, receiver: receiver, host: "h1",
                    created: Timestamp(millisecondsSince1970: 2_000_000), incident: incident(id, closed: isOver))
            ])
    }

    private func waiting(_ queue: AlertQueue) throws -> [String] {
        try queue.messages(limit: 100).filter { $0.delivered == nil }.map {
            "\($0.receiver) \($0.event.rawValue) \($0.incident)"
        }
    }

    @Test("messages are delivered in order, independently for each receiver, and keep their ids over restarts")
    func order() throws {
        var queue: AlertQueue? = try AlertQueue(path: path)
        try queue?.apply(step(.opened, 1), busy: [])
        try queue?.apply(step(.opened, 2), busy: [])
        try queue?.apply(step(.opened, 1, to: "mail"), busy: [])
        let first = try #require(try queue?.next(for: "ops"))
        #expect(first.message.incident.id == 1 && first.message.id == "\(queue?.instance ?? "")-1")
        try queue?.failed(first)
        queue = nil
        let again = try AlertQueue(path: path)
        let entry = try #require(try again.next(for: "ops"))
        #expect(entry.message == first.message && entry.attempts == 1)
        #expect(try again.waiting() == ["ops": 2, "mail": 1])
        try again.delivered(entry, at: Timestamp())
        #expect(try again.next(for: "ops")?.message.incident.id == 2)
        #expect(try again.messages(limit: 10).last?.attempts == 2)
        #expect(try again.remove(except: ["ops"]) == 1)
    }

    @Test("the time since which a receiver fails is kept over restarts, until it accepts messages")
    func failing() throws {
        var queue: AlertQueue? = try AlertQueue(path: path)
        try queue?.setFailing("ops", since: Timestamp(millisecondsSince1970: 1_000))
        try queue?.setFailing("mail", since: Timestamp(millisecondsSince1970: 2_000))
        let instance = queue?.instance
        queue = nil
        let again = try AlertQueue(path: path)
        #expect(try again.failing()["ops"] == Timestamp(millisecondsSince1970: 1_000) && again.instance == instance)
        try again.setFailing("ops", since: nil)
        #expect(try again.failing() == ["mail": Timestamp(millisecondsSince1970: 2_000)])
    }

    @Test("what ends before its beginning was delivered is one message with both times")
    func together() throws {
        let queue = try AlertQueue(path: path)
        try queue.apply(step(.opened, 1), busy: [])
        try queue.apply(step(.reminder, 1), busy: [])
        try queue.apply(step(.opened, 2), busy: [])
        #expect(try waiting(queue) == ["ops opened 1", "ops opened 2"])
        try queue.apply(step(.closed, 1), busy: [])
        #expect(try waiting(queue) == ["ops opened 2", "ops passed 1"])
        let passed = try #require(try queue.messages(limit: 10).first { $0.event == .passed })
        #expect(passed.title == "h1: a: was down for 14 min: no answer")
    }

    @Test("a beginning that is being delivered stays, and is merged into the end if that attempt fails")
    func busy() throws {
        let queue = try AlertQueue(path: path)
        try queue.apply(step(.opened, 1), busy: [])
        let entry = try #require(try queue.next(for: "ops"))
        try queue.apply(step(.closed, 1), busy: [entry.sequence])
        #expect(try waiting(queue) == ["ops opened 1", "ops closed 1"])
        try queue.failed(entry)
        #expect(try waiting(queue) == ["ops passed 1"])
        // If it was delivered, the end is a message of its own.
        try queue.apply(step(.opened, 2), busy: [])
        let other = try #require(try queue.next(for: "ops"))
        #expect(other.message.event == .passed)
        try queue.delivered(other, at: Timestamp())
        let second = try #require(try queue.next(for: "ops"))
        try queue.apply(step(.closed, 2), busy: [second.sequence])
        try queue.delivered(second, at: Timestamp())
        #expect(try waiting(queue) == ["ops closed 2"])
    }

    @Test("the state of receivers is stored together with the messages, or neither is")
    func records() throws {
        let queue = try AlertQueue(path: path)
        let record = AlertTrack.Record(
            incident: incident(1), receiver: "ops", told: Timestamp(millisecondsSince1970: 5_000),
            present: .milliseconds(1_500), openSince: Timestamp(millisecondsSince1970: 4_000), labels: ["team": "red"],
            severity: .warning)
        var first = step(.opened, 1)
        first.kept = [record]
        try queue.apply(first, busy: [])
        #expect(try queue.records() == [record])
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        var second = step(.closed, 1)
        second.dropped = [record.key]
        #expect(throws: SQLiteError.self) { try queue.apply(second, busy: []) }
        try other.execute("ROLLBACK")
        #expect(try queue.records() == [record] && waiting(queue) == ["ops opened 1"])
        try queue.apply(second, busy: [])
        #expect(try queue.records().isEmpty && waiting(queue) == ["ops passed 1"])
    }

    @Test("a file of an earlier version is upgraded with its messages and states", arguments: [1, 2, 3])
    func upgrade(version: Int) throws {
        do {
            let queue = try AlertQueue(path: path)
            var first = step(.opened, 1)
            first.kept = [AlertTrack.Record(incident: incident(1), receiver: "ops", told: nil)]
            try queue.apply(first, busy: [])
        }
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        if version == 1 {
            try other.execute("ALTER TABLE track DROP COLUMN present; ALTER TABLE track DROP COLUMN open_since")
        }
        if version < 3 { try other.execute("ALTER TABLE track DROP COLUMN labels") }
        try other.execute("ALTER TABLE track DROP COLUMN severity; PRAGMA user_version = \(version)")
        other.releaseCachedStatements()
        let queue = try AlertQueue(path: path)
        #expect(try waiting(queue) == ["ops opened 1"])
        #expect(try queue.records() == [AlertTrack.Record(incident: incident(1), receiver: "ops", told: nil)])
    }

    @Test("the number of delivered messages that are kept is limited")
    func delivered() throws {
        let queue = try AlertQueue(path: ":memory:")
        for id in 1...AlertQueue.maxDelivered + 20 {
            try queue.apply(step(.opened, id), busy: [])
            let entry = try #require(try queue.next(for: "ops"))
            try queue.delivered(entry, at: Timestamp(millisecondsSince1970: Int64(id)))
        }
        let all = try queue.messages(limit: 10_000)
        #expect(all.count == AlertQueue.maxDelivered && all.first?.incident == AlertQueue.maxDelivered + 20)
    }

    @Test("a file that is damaged is set aside, and one of another program is not touched")
    func damaged() throws {
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: path))
        var notices: [String] = []
        let queue = try AlertQueue.open(path: path) { notices.append($0) }
        #expect(try queue.waiting().isEmpty)
        #expect(notices.count == 1 && notices[0].contains("\(path).damaged"))
        let foreign = folder + "/other.db"
        let other = try SQLiteConnection(path: foreign, mode: .create)
        try other.execute("PRAGMA application_id = 77; CREATE TABLE t (a)")
        do {
            _ = try AlertQueue.open(path: foreign) { _ in }
            Issue.record("it was opened")
        } catch {
            #expect("\(error)" == "\(foreign) is another program's database; move it away")
        }
    }
}
