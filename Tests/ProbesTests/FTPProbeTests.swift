import EventLoopKit
import Foundation
import KindTesting
import NetworkModel
import Synchronization
import Testing

@testable import Probes

@Suite("FTP probe")
struct FTPProbeTests {
    private func observe(
        _ address: SocketAddress, _ path: String, secure: Bool = false, within limit: Duration = .ample,
        _ change: @Sendable (inout FTPProbe) -> Void = { _ in }
    ) async throws -> FTPProbe.Observation {
        var probe = FTPProbe(secure: secure, host: .address(address.address), port: address.port, path: path)
        change(&probe)
        let loop = try EventLoop()
        defer { loop.shutdown() }
        // As in a check of the daemon; Swift's pool may be busy with other tests.
        let result = try await withTaskExecutorPreference(loop) {
            try await TCPProbe(addresses: [address], loop: loop).observe(until: .now + .ample) {
                [probe] in try await probe.observe(over: $0, within: limit)
            }
        }
        return try #require(result.upper)
    }

    private static func login(_ password: String = "word") -> HTTPProbe.Login {
        .init(secret: Secret(.password(user: "user", password: password)), schemes: [])
    }

    @Test("the reply to PASV leads only to the server's own address")
    func passiveElsewhere() async throws {
        let trap = try RawServer(.silent, on: "127.0.0.2")
        let (high, low) = (trap.address.port >> 8, trap.address.port & 0xff)
        let server = try FTPScript(
            .init(replies: ["EPSV": "500 no\r\n", "PASV": "227 Passive (127,0,0,2,\(high),\(low))\r\n"]))
        let ftp = try #require(try await observe(server.address, "/", within: .seconds(10)).ftp)
        #expect(ftp.outcome != .done && trap.accepted == 0, "\(ftp)")
        #expect(server.commands.list.withLock { $0 }.contains("PASV"))
    }

    static let oddNames = [
        " lead", "trail ", "a b", "ü", "x*y", "[z]", "a -> b", "-dash", "semi;type=a", "per%41", ".hidden",
        "back\\slash", "sharp#?",
    ]

    @Test(
        "a directory with unusual names is listed, with MLSD and with LIST",
        arguments: [FTPServerProcess.Kind.plain, .noWrites])
    func listing(kind: FTPServerProcess.Kind) async throws {
        let server = try await FTPServerProcess(kind)
        for name in Self.oddNames { try server.write(name) }
        try FileManager.default.createDirectory(
            at: server.directory.appending(path: "dir *1"), withIntermediateDirectories: true)
        let ftp = try #require(try await observe(server.address, "/").ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        #expect(Set(ftp.entries?.map(\.name) ?? []) == Set(Self.oddNames + ["dir *1"]))
        #expect(ftp.entryCount == Self.oddNames.count + 1)
        #expect(ftp.entries?.first { $0.name == "dir *1" }?.kind == .directory)
        #expect(ftp.entries?.first { $0.name == " lead" }?.size == 7)
        #expect(ftp.steps.map(\.name).prefix(2) == ["greeting", "login"])
        #expect(ftp.steps.contains { $0.name == "list" && $0.reply?.hasPrefix("226") == true })
        #expect(ftp.steps.last?.name == "quit")
        let empty = try #require(try await observe(server.address, "/dir%20%2A1/").ftp)
        #expect(empty.outcome == .done, "\(empty.detail ?? "")")
        #expect(empty.entryCount == 0)
    }

    @Test("every unusual name can be read as a file", arguments: oddNames)
    func oddFile(name: String) async throws {
        let server = try await FTPServerProcess()
        try server.write(name)
        let ftp = try #require(
            try await observe(server.address, "/" + FTPPath(bytes: Array(name.utf8)).encoded.dropFirst()).ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        #expect(ftp.size == 7)
    }

    @Test("a large file is not read completely")
    func bigFile() async throws {
        let server = try await FTPServerProcess()
        try server.write("big", Data(count: 20 << 20))
        let ftp = try #require(try await observe(server.address, "/big").ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        #expect(ftp.size == 20 << 20)
    }

    @Test("a file that is longer or shorter than the server announced", arguments: ["6", "8", "0"])
    func wrongSize(size: String) async throws {
        let server = try FTPScript(.init(replies: ["SIZE": "213 \(size)\r\n"], data: "content"))
        let ftp = try #require(try await observe(server.address, "/file").ftp)
        #expect(ftp.outcome == .failed, "\(ftp.detail ?? "")")
        #expect(ftp.detail == "7 bytes have come of a file of \(size)")
        let unknown = try FTPScript(.init(replies: ["SIZE": "500 no\r\n"], data: "content"))
        let plain = try #require(try await observe(unknown.address, "/file").ftp)
        #expect(plain.outcome == .done && plain.size == nil, "\(plain.detail ?? "")")
        withExtendedLifetime((server, unknown)) {}
    }

    @Test("refusals of a server")
    func refusals() async throws {
        let server = try await FTPServerProcess()
        var ftp = try #require(try await observe(server.address, "/") { $0.login = Self.login("wrong") }.ftp)
        #expect(ftp.outcome == .loginRejected)
        #expect(ftp.detail?.hasPrefix("530") == true)
        #expect(!"\(ftp)".contains("wrong"))
        ftp = try #require(try await observe(server.address, "/nothing").ftp)
        #expect(ftp.outcome == .notFound, "\(ftp.detail ?? "")")
        ftp = try #require(try await observe(server.address, "/nothing/").ftp)
        #expect(ftp.outcome == .notFound, "\(ftp.detail ?? "")")
        ftp = try #require(try await observe(server.address, "/") { $0.settings.requiresTLS = true }.ftp)
        #expect(ftp.outcome == .noTLS, "\(ftp.detail ?? "")")
    }

    @Test("a file is stored, read back and removed", arguments: FTPSettings.Mode.allCases)
    func writes(mode: FTPSettings.Mode) async throws {
        let server = try await FTPServerProcess()
        let ftp = try #require(
            try await observe(server.address, "/") {
                $0.login = Self.login()
                $0.settings.mode = mode
                $0.settings.writesIn = "/"
            }.ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        let names = ftp.steps.map(\.name)
        for name in ["list", "store", "retrieve", "delete", "quit"] { #expect(names.contains(name), "\(names)") }
        #expect(names.contains("login"))
        #expect(try server.names() == [])
    }

    @Test("a file that cannot be stored")
    func writeDenied() async throws {
        let server = try await FTPServerProcess(.noWrites)
        let ftp = try #require(
            try await observe(server.address, "/") {
                $0.login = Self.login()
                $0.settings.writesIn = "/"
            }.ftp)
        #expect(ftp.outcome == .writeDenied, "\(ftp.detail ?? "")")
    }

    @Test("required TLS protects the login")
    func explicitTLS() async throws {
        let server = try await FTPServerProcess(.explicitTLS)
        let certificate = server.certificate
        let observed = try await observe(server.address, "/") {
            $0.settings.requiresTLS = true
            $0.login = Self.login()
            $0.tls.certificateAuthorityFile = certificate
        }
        #expect(observed.tls?.outcome == .established, "\(observed.tls?.detail ?? "")")
        #expect(observed.tls?.chain.first?.subject == "CN=localhost")
        let ftp = try #require(observed.ftp)
        // pyftpdlib 1.5.7 resets data connections whose TLS handshake begins before the command, as in curl 7.88.
        #expect([.done, .dataBlocked].contains(ftp.outcome), "\(ftp.detail ?? "")")
        #expect(ftp.steps.map(\.name).prefix(3) == ["greeting", "tls", "login"])

        let untrusted = try await observe(server.address, "/") { $0.settings.requiresTLS = true }
        #expect(untrusted.tls?.outcome == .certificate && untrusted.tls?.chain.first?.subject == "CN=localhost")
        #expect(untrusted.ftp == nil)
        let inTheClear = try #require(try await observe(server.address, "/") { $0.login = Self.login() }.ftp)
        #expect(inTheClear.outcome == .loginRejected, "\(inTheClear.detail ?? "")")
    }

    @Test(
        "misbehaviour of servers",
        arguments: [
            (FTPScript.Answers(hasDataPort: false), FTPEvidence.Outcome.dataBlocked),
            (.init(replies: ["EPSV": "500 no\r\n", "PASV": "500 no\r\n"]), .dataBlocked),
            (.init(replies: ["MLSD": "425 no\r\n"]), .dataBlocked),
            (.init(greeting: "SSH-2.0-OpenSSH_9.2\r\n"), .malformed),
            (.init(greeting: "421 too many\r\n"), .closed),
            (.init(greeting: ""), .timeout),
            (.init(silent: ["PASS"]), .timeout),
            (.init(silent: ["226"]), .timeout),
            (.init(replies: ["USER": String(repeating: "331-more\r\n", count: 10_000)]), .malformed),
            (.init(replies: ["PASS": "530 no\r\n"]), .loginRejected),
            (.init(replies: ["CWD": "550 no\r\n"]), .notFound),
            (.init(replies: ["EPSV": "500 no\r\n", "PASV": "227 (what,is,this)\r\n"]), .malformed),
        ])
    func behaviours(answers: FTPScript.Answers, outcome: FTPEvidence.Outcome) async throws {
        let server = try FTPScript(answers)
        // A line without a code might be followed by one with it.
        let limit = outcome == .timeout || answers.greeting.hasPrefix("SSH") ? 12 : 60
        let ftp = try #require(try await observe(server.address, "/d/", within: .seconds(limit)).ftp)
        #expect(ftp.outcome == outcome, "\(ftp.detail ?? "")")
        withExtendedLifetime(server) {}
    }

    @Test("a hostile PASV address is not followed")
    func hostileAddress() async throws {
        let other = try RawServer(.silent, on: "127.0.0.2")
        let port = other.address.port
        let server = try FTPScript(
            .init(replies: ["EPSV": "500 no\r\n", "PASV": "227 (127,0,0,2,\(port >> 8),\(port & 255))\r\n"]))
        _ = try await observe(server.address, "/", within: .milliseconds(700))
        #expect(other.accepted == 0)
        withExtendedLifetime(server) {}
    }

    /// If the end were waited for, the check would end by its limit, and the test by its own.
    @Test("a server that does not answer QUIT, or never ends a transfer, delays nothing", .timeLimit(.minutes(3)))
    func slowEnd() async throws {
        let server = try FTPScript(.init(data: "type=file;size=1; a\r\n", silent: ["QUIT"]))
        let ftp = try #require(try await observe(server.address, "/", within: .seconds(300)).ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        #expect(ftp.entries?.map(\.name) == ["a"])
        withExtendedLifetime(server) {}
    }

    @Test("an endless listing is cut, and counted as far as it is read")
    func endlessListing() async throws {
        let server = try FTPScript(.init(data: nil))
        let ftp = try #require(try await observe(server.address, "/", within: .ample).ftp)
        #expect(ftp.outcome == .done, "\(ftp.detail ?? "")")
        #expect(ftp.entries?.count == FTPProbe.maxEntries)
        let count = try #require(ftp.entryCount)
        #expect(10_000...20_000 ~= count)
        #expect(ftp.detail?.hasPrefix("more than \(count) entries") == true, "\(ftp.detail ?? "")")
        withExtendedLifetime(server) {}
    }

    @Test("a listing that is still arriving at the deadline is counted so far, and the server does not count as silent")
    func slowListing() async throws {
        let server = try FTPScript(.init(data: nil, pause: .milliseconds(20), lines: 1))
        let ftp = try #require(try await observe(server.address, "/", within: .seconds(8)).ftp)
        #expect(ftp.outcome == .done, "\(ftp.outcome) \(ftp.detail ?? "")")
        #expect((ftp.entryCount ?? 0) > 0)
        #expect(ftp.detail?.hasPrefix("more than") == true, "\(ftp.detail ?? "")")
        let slow = try FTPScript(
            .init(replies: ["SIZE": "213 70000\r\n"], data: nil, pause: .milliseconds(20), lines: 1))
        let file = try #require(try await observe(slow.address, "/file", within: .seconds(8)).ftp)
        #expect(file.outcome == .failed, "\(file.outcome) \(file.detail ?? "")")
        #expect(file.detail?.contains("more were coming") == true, "\(file.detail ?? "")")
        withExtendedLifetime((server, slow)) {}
    }

    @Test("a listing of one endless line is invalid")
    func endlessLine() async throws {
        let server = try FTPScript(.init(data: nil, line: String(repeating: "n", count: 4_096)))
        let ftp = try #require(try await observe(server.address, "/", within: .ample).ftp)
        #expect(ftp.outcome == .malformed, "\(ftp.detail ?? "")")
        #expect(ftp.entryCount == nil)
        withExtendedLifetime(server) {}
    }

    @Test("an endless first line is not FTP, whether or not the server then closes", arguments: [true, false])
    func endlessGreeting(closes: Bool) async throws {
        let text = String(repeating: "n", count: 1 << 20)
        let server = try RawServer(
            .talks { peer in
                if closes { _ = peer.say(text) } else { peer.sayForever(text) }
            })
        let ftp = try #require(try await observe(server.address, "/", within: .ample).ftp)
        #expect(ftp.outcome == .malformed, "\(ftp.outcome) \(ftp.detail ?? "")")
        withExtendedLifetime(server) {}
    }

    @Test("cancellation while libcurl waits inside a call", .timeLimit(.minutes(3)))
    func cancelled() async throws {
        let server = try FTPScript(.init(silent: ["226"]))
        let address = server.address
        let task = Task { try await observe(address, "/", within: .seconds(300)) }
        await server.isWaitedFor.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(server) {}
    }

    @Test(
        "a path that would end a command is refused", arguments: ["/a%0d%0aDELE%20b", "/a%0A", "/a%00b", "/a\u{1b}b"])
    func injection(path: String) async throws {
        let server = try FTPScript(.init())
        await #expect(throws: (any Error).self) { try await observe(server.address, path) }
        #expect(server.commands.list.withLock { $0 } == [])
    }

    private func session<Value: Sendable>(
        _ server: FTPServerProcess, _ body: @escaping @Sendable (FTPSession) async throws -> Value
    ) async throws -> Value {
        var place = FTPServer(isSecure: false, host: .address(server.address.address), port: server.port)
        place.login = Self.login()
        let fixed = place
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let result = try await TCPProbe(addresses: [server.address], loop: loop).observe(until: .now + .ample) {
            try await FTPSession.run(with: fixed, over: $0, within: .ample, body)
        }
        return try #require(result.upper)
    }

    @Test("a download continues where it was interrupted")
    func resumedDownload() async throws {
        let server = try await FTPServerProcess()
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try server.write("big", content)
        let half = try await session(server) { session in
            let came = Mutex(Data())
            let failure = await #expect(throws: FTPFailure.self) {
                try await session.retrieve(try FTPPath("big"), from: 0, restart: { false }) { chunk in
                    came.withLock { came in
                        came.append(contentsOf: chunk)
                        return came.count < 100_000
                    }
                }
            }
            #expect(failure?.isOurs == true)
            return came.withLock { $0 }
        }
        let whole = try await session(server) { session in
            let came = Mutex(half)
            try await session.retrieve(try FTPPath("big"), from: half.count, restart: { false }) { chunk in
                came.withLock { $0.append(contentsOf: chunk) }
                return true
            }
            return came.withLock { $0 }
        }
        #expect(half.count < content.count)
        #expect(whole == content)
    }

    @Test("an interrupted upload leaves no file with its name, and is continued")
    func resumedUpload() async throws {
        let server = try await FTPServerProcess()
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        @Sendable func source(from offset: Int, failingAt end: Int) -> @Sendable (UnsafeMutableRawBufferPointer) -> Int?
        {
            let place = Mutex(offset)
            return { room in
                place.withLock { place in
                    if place >= end, end < content.count { return nil }
                    let part = content[place..<min(place + room.count, content.count)]
                    room.copyBytes(from: part)
                    place += part.count
                    return part.count
                }
            }
        }
        try await session(server) { session in
            _ = await #expect(throws: FTPFailure.self) {
                try await session.store(
                    try FTPPath(".up.part"), size: content.count, from: 0, renamedTo: "up",
                    of: source(from: 0, failingAt: 100_000))
            }
        }
        #expect(try server.names() == [".up.part"])
        try await session(server) { session in
            let there = try #require(try await session.facts(at: try FTPPath(".up.part"))?.size)
            // The server may not have read all the data when the connection broke.
            #expect(there < content.count)
            try await session.store(
                try FTPPath(".up.part"), size: content.count, from: there, renamedTo: "up",
                of: source(from: there, failingAt: .max))
        }
        #expect(try server.names() == ["up"])
        #expect(try Data(contentsOf: server.directory.appending(path: "up")) == content)
    }

    @Test("lines of LIST")
    func printed() {
        func name(_ line: String) -> String? { FTPListing.printed(line)?.name }
        #expect(name("-rw-r--r--   1 root     root            0 Nov 21 08:20  lead") == " lead")
        #expect(name("lrwxrwxrwx 1 a b 2 Nov 21 2025 l -> x") == "l")
        #expect(name("-rw-r--r-- 1 owner 12 Nov 21 2025 no group") == "no group")
        #expect(name("11-21-26  08:20AM       <DIR>          My Files") == "My Files")
        #expect(FTPListing.printed("11-21-26  08:20AM  1234 a b")?.size == 1_234)
        #expect(name("-rw-r--r-- 1 a b 2 Nov 21 2025 \u{301}x") == "\u{301}x")
        #expect(name("lrwxrwxrwx 1 a b 2 Nov 21 2025 l -> \u{301}x") == "l")
        #expect(name("11-21-26  08:20AM  1234  \u{301}x") == "\u{301}x")
        #expect(name("total 12") == nil)
        #expect(name("drwxr-xr-x 2 a b 4096 Nov 21 08:20 ..") == nil)
        #expect(name("something else") == "something else")
        #expect(FTPListing.facts("Type=cdir;Modify=1; .") == nil)
        #expect(FTPListing.facts("modify=20240229235960.5; x")?.modified == "2024-02-29T23:59:60Z")
        for text in [
            "20261321082000", "20260021082000", "20260230082000", "20230229082000", "20261121242000", "20261121086000",
            "20261121082061", "2026112108200", "yesterday", "20261121082000.", "20261121082000.x", "", "15991231235959",
        ] {
            let entry = FTPListing.facts("type=file;modify=\(text); x")
            #expect(entry?.name == "x" && entry?.modified == nil, "\(text)")
        }
        #expect(FTPListing.facts("Type=OS.unix=slink:/x;Size=-1; l")?.kind == .link)
        #expect(FTPListing.facts("size=99999999999999999999999;  x")?.name == " x")
    }
}
