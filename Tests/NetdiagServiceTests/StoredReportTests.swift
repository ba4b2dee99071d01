import FoundationEssentials
import HTTPTypes
import NIOCore
import TargetKinds
import NetdiagConfiguration
import Testing

@testable import Diagnosis
@testable import NetdiagService
@testable import NetworkModel

@Suite("Reports as they are stored and sent")
struct StoredReportTests {
    private static func report(_ number: Int, fails: Bool = true) -> Report {
        let target = "tcp://192.0.2.\(number % 250):\(number + 1)"
        let attempts = ["192.0.2.1"].compactMap { IPAddress($0) }.map {
            TCPEvidence.Attempt(address: $0, port: 9, outcome: .refused, duration: .milliseconds(1))
        }
        let finding = Finding(
            TCPCauses.refused, ["destination": "192.0.2.1:9 é", "address": "192.0.2.1", "port": "9"])
        return Report(
            target: target, started: Timestamp(), duration: .milliseconds(3),
            status: fails ? .connectionDown : .connectionUp, findings: fails ? [finding] : [],
            layers: [
                LayerReport(layer: .tcp, status: .connectionUp, evidence: .init(TCPEvidence(attempts: attempts)))
            ])
    }

    private static func text(_ stream: DocumentStream) async -> String {
        var whole = ByteBuffer()
        for await piece in stream { whole.writeImmutableBuffer(piece) }
        return String(buffer: whole)
    }

    @Test(
        "a report is stored with the fields that the status needs, and read back unchanged", arguments: [true, false])
    func whole(fails: Bool) throws {
        let report = Self.report(7, fails: fails)
        let stored = StoredReport(report)
        #expect(stored.status == report.status && stored.cause == report.cause && stored.started == report.started)
        let line = String(decoding: try JSON.line(report), as: UTF8.self)
        // The second time, the stored result is used.
        for _ in 0..<2 { #expect(String(buffer: stored.json) == line) }
    }

    @Test("a streamed array is the same text as the array in one piece", arguments: [0, 1, 2, 500])
    func sameText(count: Int) async throws {
        let reports = (0..<count).map { Self.report($0) }
        let stored = reports.map(StoredReport.init)
        let streamed = await Self.text(DocumentStream(count: count) { stored[$0].json })
        #expect(streamed == String(decoding: try JSON.line(reports), as: UTF8.self) + "\n")
    }

    @Test("elements that are gone when they are due are left out", arguments: [[0], [1], [2], [0, 1], [0, 1, 2]])
    func gone(missing: [Int]) async throws {
        let reports = (0..<3).map { Self.report($0) }
        let stored = reports.map(StoredReport.init)
        let streamed = await Self.text(DocumentStream(count: 3) { missing.contains($0) ? nil : stored[$0].json })
        let rest = reports.enumerated().filter { !missing.contains($0.offset) }.map(\.element)
        #expect(streamed == String(decoding: try JSON.line(rest), as: UTF8.self) + "\n")
    }

    @Test("60 readers that stop after the first piece use 60 pieces, however long the document")
    func slowReaders() async {
        let stored = (0..<5_000).map { StoredReport(Self.report($0)) }
        let whole = stored.reduce(0) { $0 + $1.json.readableBytes }
        let longest = stored.map(\.json.readableBytes).max() ?? 0
        var readers = (0..<60).map { _ in
            DocumentStream(count: stored.count) { stored[$0].json }.makeAsyncIterator()
        }
        var held = 0
        for index in readers.indices { held += await readers[index].next()?.readableBytes ?? 0 }
        #expect(held <= 60 * (DocumentStream.pieceBytes + longest + 3))
        #expect(held < whole && whole > 4_000_000)
    }

    @Test("the store returns each target's newest report, and none of a target that is gone")
    func store() async throws {
        let store = StatusStore(host: "test")
        let reports = (0..<3).map { Self.report($0) }
        store.setTargets(try reports.map { .init(target: try Target($0.target)) })
        for report in reports { store.add(report) }
        guard case .readers(let list) = ReportsEndpoint(store: store).audience else {
            Issue.record("reports are for readers")
            return
        }
        let request = APIRequest(
            method: .get, path: "/v1/reports", values: [:], body: ByteBuffer(),
            client: .local(uid: 0, gid: 0, groups: []))
        let text = { @Sendable in
            let answer = try await list(request)
            guard case .array(let stream) = answer.body else { return "" }
            return await Self.text(stream)
        }
        #expect(try JSON.decode([Report].self, from: Data(try await text().utf8)) == reports)
        store.setTargets([.init(target: try Target(reports[1].target))])
        #expect(try JSON.decode([Report].self, from: Data(try await text().utf8)) == [reports[1]])
        #expect(store.report(on: reports[0].target) == nil)
    }
}
