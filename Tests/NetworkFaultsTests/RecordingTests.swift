import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetworkFaults

/// Writing and reading of archives.
struct RecordingTests {
    private func archive(_ entries: String) -> [UInt8] { Array("{\"log\": {\"entries\": [\n\(entries)\n]}}".utf8) }

    private static let good =
        #"{"startedDateTime":"2026-11-20T12:00:00.123Z","request":{"method":"GET","url":"http://a.test/x?y=1#z"},"#
        + #""response":{"status":200,"headers":[{"name":"Content-Encoding","value":"gzip"},{"name":"Date","value":"Fri, 20 Nov 2026 12:00:00 GMT"}],"#
        + #""content":{"text":"aGk=","encoding":"base64"}}}"#

    private static func withBody(in path: String) -> String {
        "{\"log\": {\"entries\": [\n\(good.dropLast()),\"_raw\":{\"body\":\"\(path)\"}}\n]}}"
    }

    @Test func readsWhatBrowsersWrite() throws {
        let table = try HARReader.table(of: archive(Self.good), file: "a.har")
        let found = try #require(table.answers(to: ServedRequest(method: "GET", target: "/x?y=1")))
        #expect(table.answers(to: ServedRequest(method: "HEAD", target: "/x?y=1")) != nil)
        #expect(table.answers(to: ServedRequest(method: "POST", target: "/x?y=1")) == nil)
        let answer = table.response(found.answers[0], shift: 3_600)
        // The text in an archive has no content coding.
        #expect(!answer.headers.contains(name: "content-encoding"))
        #expect(answer.headers.first(name: "date") == "Fri, 20 Nov 2026 13:00:00 GMT")
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(buffer: bytes) == "hi")
    }

    /// An archive with the entry ``good``, in which a text is replaced.
    private static func archive(replacing old: String, by new: String, after start: String = "") -> String {
        "{\"log\": {\"entries\": [\n\(start)\(good.replacingOccurrences(of: old, with: new))\n]}}"
    }

    /// Archives with an error, and the beginning of the message.
    private static let broken: [(String, String)] = [
        ("{", "a.har:1: is not valid JSON"), ("{\n\"log\": {,}}", "a.har:2: is not valid JSON"),
        ("[]", "a.har:1: the file is not"),
        ("{\n \"log\": {\n \"entries\": 3}}", "a.har:3: log.entries is not what HAR 1.2 has there; write a list"),
        ("{\"log\": {\"entries\": [\n{},\n{}\n]}}", "a.har:2: log.entries[0] needs startedDateTime"),
        (
            archive(replacing: "\"status\":200", by: "\"status\":\"x\"", after: "\n"),
            "a.har:3: log.entries[0].response.status is not what HAR 1.2 has there; write a whole number"
        ),
        (
            archive(replacing: "\"status\":200", by: "\"status\":7000", after: "\(good),\n"),
            "a.har:3: entry 2 has the status 7000"
        ),
        (
            archive(replacing: "2026-11-20T12:00:00.123Z", by: "yesterday"),
            "a.har:2: entry 1 has the time \"yesterday\""
        ),
        (archive(replacing: "aGk=", by: "***"), "a.har:2: entry 1 has a content that says it is base64"),
        (
            archive(replacing: "\"name\":\"Date\"", by: "\"name\":\"Da te\""),
            "a.har:2: entry 1 has the field \"Da te\""
        ),
        (
            withBody(in: "../../etc/passwd"),
            "a.har:2: entry 1 has its body in \"../../etc/passwd\", which is not a file in \"a.har.d\""
        ),
        (withBody(in: "a.har.d/../\u{301}x"), "a.har:2: entry 1 has its body in"),
        (
            withBody(in: ".ssh/id_ed25519"),
            "a.har:2: entry 1 has its body in \".ssh/id_ed25519\", which is not a file in \"a.har.d\""
        ),
        (String(repeating: "[", count: 100_000), "a.har:1: is not valid JSON"),
    ]

    @Test(arguments: broken)
    func saysWhatIsWrongAndWhere(_ text: String, _ expected: String) {
        do {
            _ = try HARReader.table(of: Array(text.utf8), file: "a.har")
            Issue.record("it is taken")
        } catch {
            #expect(error.description.hasPrefix(expected), "\(error.description)")
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func shiftsDates() {
        var headers: HTTPHeaders = [
            "Date": "Fri, 20 Nov 2026 12:00:00 GMT", "Expires": "0", "Last-Modified": "Thu, 31 Dec 2026 23:59:59 GMT",
            "Set-Cookie": "a=b; expires=Fri, 20-Nov-2026 12:00:00 GMT; Path=/; HttpOnly",
            "X-Date": "Fri, 20 Nov 2026 12:00:00 GMT",
        ]
        ShiftedDates.shift(&headers, by: 86_400)
        #expect(headers["date"] == ["Sat, 21 Nov 2026 12:00:00 GMT"])
        #expect(headers["expires"] == ["0"])
        #expect(headers["last-modified"] == ["Fri, 01 Jan 2027 23:59:59 GMT"])
        #expect(headers["set-cookie"] == ["a=b; expires=Sat, 21 Nov 2026 12:00:00 GMT; Path=/; HttpOnly"])
        #expect(headers["x-date"] == ["Fri, 20 Nov 2026 12:00:00 GMT"])
    }

    /// Records an origin, then responds without it.
    @Test func recordsAndReplays() async throws {
        let directory = try RunDirectory()
        let context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, seed: 1, directory: directory)
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let file = directory.path + "/shop.har"
        var origin = ListenerPlan()
        var text = ResponsePlan(status: 201, .text(ResponseTemplate("number {count}")))
        text.headers = [("Expires", ResponseTemplate("Fri, 20 Nov 2026 12:00:00 GMT"))]
        origin.routes = [
            RoutePlan(try #require(PathPattern("/text")), [text]),
            RoutePlan(try #require(PathPattern("/bytes")), [ResponsePlan(.random(count: 1_000))]),
            RoutePlan(try #require(PathPattern("/large")), [ResponsePlan(.random(count: 700_000))]),
            RoutePlan(try #require(PathPattern("/new")), [ResponsePlan(.text(ResponseTemplate("from upstream")))]),
        ]
        let server = try await PlanListener.start(origin, limits: ServerLimits(), context)
        let upstream = try Upstream("http://127.0.0.1:\(server.port)")
        var plan = ListenerPlan()
        (plan.upstream, plan.recording) = (upstream, file)
        let recorder = try await PlanListener.start(plan, limits: ServerLimits(), context)
        func get(_ port: Int, _ target: String) async throws -> [UInt8] {
            let text = try await RawClient.exchange(
                port, "GET \(target) HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
            ).bytes
            return text
        }
        func body(_ bytes: [UInt8]) -> [UInt8] {
            let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? 0
            return Array(bytes[(end + 4)...])
        }
        var recorded: [[UInt8]] = []
        for target in ["/text", "/text?2", "/bytes", "/large", "/text"] {
            recorded.append(try await get(recorder.port, target))
        }
        await recorder.close()
        // The archive may contain secrets, so that others must not read it.
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let wire = try Data(contentsOf: URL(fileURLWithPath: file + ".d/000003.response"))
        #expect(
            wire.starts(with: Data("HTTP/1.1 200 OK\r\n".utf8)) && wire.suffix(1_000) == Data(recorded[2].suffix(1_000))
        )
        #expect(throws: FaultError.self) { try HARRecorder(path: file) }

        var replay = ListenerPlan()
        var source = ReplayPlan(try HARReader.read(path: file))
        #expect(source.table.count == 4)
        source.isSpy = true
        (replay.replay, replay.upstream) = (source, upstream)
        let replayer = try await PlanListener.start(replay, limits: ServerLimits(), context)
        for (index, target) in ["/text", "/text?2", "/bytes", "/large", "/text", "/text"].enumerated() {
            let answer = try await get(replayer.port, target)
            #expect(body(answer) == body(recorded[min(index, 4)]), "\(target)")
        }
        let created = String(decoding: try await get(replayer.port, "/text"), as: UTF8.self)
        #expect(created.hasPrefix("HTTP/1.1 201 Created\r\n"))
        let unknown = String(decoding: try await get(replayer.port, "/new"), as: UTF8.self)
        #expect(unknown.contains("Via") == false && unknown.hasPrefix("HTTP/1.1 200 "))
        await replayer.close()
        replay.replay?.isSpy = false
        replay.upstream = nil
        let alone = try await PlanListener.start(replay, limits: ServerLimits(), context)
        let missing = String(decoding: try await get(alone.port, "/new"), as: UTF8.self)
        #expect(missing.hasPrefix("HTTP/1.1 404 "))
        await alone.close()
        await server.close()
    }
}
