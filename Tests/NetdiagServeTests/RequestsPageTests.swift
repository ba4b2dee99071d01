import NIOCore
import NIOHTTP1
import NetworkFaults
import Testing

@testable import NetdiagServe

/// The page that lists requests.
struct RequestsPageTests {
    private func answer(_ target: String, host: String = "127.0.0.1:80", method: String = "GET") async throws
        -> ServedResponse
    {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let servers = RunningServers(directory: directory, plan: ServePlan())
        let request = ServedRequest(method: method, target: target, headers: ["Host": host])
        return await RequestsPageResponder(servers: servers, secret: "secret").respond(to: request, after: .zero)
            .response
    }

    @Test(arguments: [
        ("/secret/", 200), ("/secret/page.js", 200), ("/secret/events", 200), ("/", 404), ("/other/", 404),
        ("/secret/../secret/x", 404), ("/secret/x", 404),
    ])
    func isThereForThoseWhoKnowIt(_ target: String, _ status: UInt) async throws {
        let answer = try await answer(target)
        #expect(answer.status.code == status)
        let policy = try #require(answer.headers.first(name: "content-security-policy"))
        #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
    }

    @Test func isReadUnderNamesOfThisMachineAlone() async throws {
        #expect(try await answer("/secret/", host: "evil.test").status == .misdirectedRequest)
        #expect(try await answer("/secret/", host: "127.0.0.1.evil.test").status == .misdirectedRequest)
        #expect(try await answer("/secret/", host: "[::1]:80").status == .ok)
        #expect(try await answer("/secret/", method: "POST").status == .methodNotAllowed)
    }

    @Test func anEventIsOneLineWhateverIsInIt() {
        let entry = RequestLog.Entry(
            number: 7, at: .zero, listener: "a\nb", method: "GET", path: "/\r\n\u{1b}\"", peer: "", status: 200,
            bodyBytes: 0, faults: [])
        let text = String(buffer: LiveEvent.bytes(entry))
        #expect(text.hasPrefix("id: 7\ndata: {") && text.hasSuffix("}\n\n"))
        #expect(text.utf8.count { $0 == 0x0a } == 3 && !text.utf8.contains(0x0d) && !text.utf8.contains(0x1b))
    }

    @Test func nothingInThePageIsInline() {
        #expect(!RequestsPageText.html.contains("style=") && !RequestsPageText.html.contains("<style"))
        #expect(!RequestsPageText.html.contains("onclick") && !RequestsPageText.script.contains("innerHTML"))
    }
}
