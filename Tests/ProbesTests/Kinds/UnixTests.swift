import EventLoopKit
import Foundation
import Glibc
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

@Suite("Sockets of this machine", .serialized)
struct UnixTests {
    private static let page = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nServer: lamp\r\n\r\ncorrect"

    /// - Parameter target: The part of the target after `unix:` and the directory.
    private func report(
        _ folder: SocketFolder, _ target: String, within limit: Duration = .ample,
        _ probe: ProbeSettings = .init()
    ) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let report = try await engine.check(
            CheckRequest(
                Target("unix:\(folder.path)\(target)"), settings: CheckOptions(timeout: limit, probe: probe)),
            on: loop)
        #expect(report.layers.map(\.layer) == [.local, .kind("unix")], "\(report.json)")
        #expect(try report.judgedAgain().findings == report.findings)
        #expect(report.cause?.summary.unicodeScalars.contains(where: SafeText.isUnsafe) != true)
        let line = try JSON.line(report)
        #expect(try JSON.line(JSON.decode(Report.self, from: line, kinds: TargetKinds.builtIn.evidence)) == line)
        return report
    }

    private func descriptor(_ folder: SocketFolder, _ type: __socket_type, backlog: CInt?) -> OwnedSocket {
        OwnedSocket(localSocket(at: folder.path + "/s", type: type, backlog: backlog))
    }

    @Test("a server that accepts connections is up, and is sent nothing")
    func accepts() async throws {
        let folder = try SocketFolder()
        let server = RawServer(.silent, at: folder.path + "/s")
        let report = try await report(folder, "/s")
        #expect(report.status == .connectionUp, "\(report.json)")
        await server.waitForConnection()
        #expect(server.accepted == 1)
    }

    @Test("an HTTP request is sent only over the socket, and its response is as expected")
    func answers() async throws {
        let folder = try SocketFolder()
        let server = RawServer(
            .talks {
                let head = $0.head()
                let isRight = head.hasPrefix("GET /a?b=c HTTP/1.1\r\n") && head.contains("\r\nHost: localhost\r\n")
                $0.say(isRight ? Self.page : "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            }, at: folder.path + "/s")
        var probe = ProbeSettings()
        probe.http.rules = [.contains("correct")]
        let report = try await report(folder, "/s:/a?b=c", probe)
        // The first connection only tests whether a server listens.
        #expect(report.status == .connectionUp && server.accepted == 2, "\(report.json)")
        #expect(report[UnixEvidence.self]?.http?.server == "lamp")
    }

    @Test("expectations of http: apply here, and its causes are named")
    func expectations() async throws {
        let folder = try SocketFolder()
        let server = RawServer(.answers(Self.page), at: folder.path + "/s")
        var probe = ProbeSettings()
        probe.http.rules = [.contains("absent")]
        var report = try await report(folder, "/s:/", probe)
        #expect(report.cause?.id == "http.unexpected-body", "\(report.json)")
        probe.http.rules = []
        probe.http.expectedStatus = [404...404]
        report = try await self.report(folder, "/s:/", probe)
        #expect(report.cause?.id == "http.unexpected-status", "\(report.json)")
        withExtendedLifetime(server) {}
    }

    @Test("a redirect is a response, and is not followed")
    func redirect() async throws {
        let folder = try SocketFolder()
        let server = RawServer(
            .answers("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
            at: folder.path + "/s")
        var probe = ProbeSettings()
        probe.http.maxRedirects = 5
        let report = try await report(folder, "/s:/", probe)
        #expect(server.accepted == 2 && report[TCPEvidence.self] == nil, "\(report.json)")
    }

    @Test(
        "a server that does not respond is named",
        arguments: [
            (RawServer.Behaviour.closes, "unix.closed", "closes"),
            // If the server closes before it has read all data, the connection is reset.
            (.talks { _ = $0.read(1) }, "unix.closed", "resets"),
            (.silent, "unix.no-answer", ""), (.talks { _ in }, "unix.closed", ""),
            (.answers("SSH-2.0-\u{1b}[2J\r\n"), "http.malformed", ""),
            (.talks { $0.sayForever("HTTP/1.1 200 OK\r\nA: b\r\n") }, "http.malformed", ""),
        ])
    func mute(behaviour: RawServer.Behaviour, cause: String, words: String) async throws {
        let folder = try SocketFolder()
        let server = RawServer(behaviour, at: folder.path + "/s")
        let report = try await report(folder, "/s:/", within: cause == "unix.no-answer" ? .seconds(8) : .ample)
        #expect(report.cause?.id.rawValue == cause && report.status == .connectionDown, "\(report.json)")
        #expect(words.isEmpty || report.cause?.summary.contains(words) == true, "\(report.json)")
        withExtendedLifetime(server) {}
    }

    @Test("the missing part of the path is named")
    func missing() async throws {
        let folder = try SocketFolder()
        let files = FileManager.default
        var report = try await report(folder, "/a/b/s")
        #expect(report.cause?.id == "unix.no-socket", "\(report.json)")
        #expect(report.cause?.summary.hasSuffix("\(folder.path)/a does not exist") == true, "\(report.json)")
        try files.createDirectory(atPath: folder.path + "/a/b", withIntermediateDirectories: true)
        report = try await self.report(folder, "/a/b/s")
        #expect(report.cause?.summary.hasSuffix("/a/b/s does not exist") == true, "\(report.json)")
        try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "nowhere")
        report = try await self.report(folder, "/link/s")
        #expect(report.cause?.summary.contains("/link is a dangling symbolic link") == true, "\(report.json)")
        try files.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
        report = try await self.report(folder, "/loop")
        #expect(report.cause?.id == "unix.no-socket", "\(report.json)")
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        report = try await self.report(folder, "/file/s")
        #expect(report.cause?.summary.contains("/file is not a directory") == true, "\(report.json)")
    }

    @Test("a file that is not a socket is distinguished from a socket without a listener")
    func refused() async throws {
        let folder = try SocketFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        var report = try await report(folder, "/file")
        #expect(report.cause?.id == "unix.not-a-socket" && report.cause?.summary.contains("a file") == true)
        report = try await self.report(folder, "")
        #expect(report.cause?.id == "unix.not-a-socket" && report.cause?.summary.contains("a directory") == true)
        // A socket that was bound and then closed.
        do { _ = descriptor(folder, SOCK_STREAM, backlog: 1) }
        report = try await self.report(folder, "/s")
        #expect(report.cause?.id == "unix.refused", "\(report.json)")
    }

    @Test("a socket of another type is named", arguments: [SOCK_DGRAM, SOCK_SEQPACKET])
    func wrongType(type: __socket_type) async throws {
        let folder = try SocketFolder()
        let server = descriptor(folder, type, backlog: type == SOCK_SEQPACKET ? 1 : nil)
        let report = try await report(folder, "/s")
        #expect(report.cause?.id == "unix.wrong-type", "\(report.json)")
        withExtendedLifetime(server) {}
    }

    @Test("a server that accepts no connections is named")
    func full() async throws {
        let folder = try SocketFolder()
        let server = descriptor(folder, SOCK_STREAM, backlog: 0)
        let clients = (0..<4).map { _ in
            OwnedSocket(socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
        }
        for client in clients { _ = withLocalAddress(folder.path + "/s") { connect(client.descriptor, $0, $1) } }
        let report = try await report(folder, "/s")
        #expect(report.cause?.id == "unix.backlog-full", "\(report.json)")
        withExtendedLifetime((server, clients)) {}
    }

    @Test("it cannot be combined with an address")
    func address() async throws {
        let folder = try SocketFolder()
        var probe = ProbeSettings()
        probe.address = IPAddress("192.0.2.1")
        await #expect(throws: CheckError.self) { try await self.report(folder, "/s", probe) }
    }
}
