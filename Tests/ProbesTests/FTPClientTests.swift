import EventLoopKit
import Foundation
import KindTesting
import NetworkModel
import Synchronization
import TargetKinds
import Testing

@testable import NetworkDiagnostics

@Suite("FTP client")
struct FTPClientTests {
    /// A directory of this machine, for one test.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "netdiag-ftp-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
        func content(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: "\(path)/\(name)")) }
        func write(_ name: String, _ content: Data) throws {
            try content.write(to: URL(filePath: "\(path)/\(name)"))
        }
    }

    private static func content(_ factor: Int, count: Int = 3_000_000) -> Data {
        // It repeats itself after as many bytes.
        let period = Data((0..<2_048).map { UInt8(truncatingIfNeeded: ($0 &* factor) >> 3) })
        var content = Data(capacity: count + period.count)
        while content.count < count { content.append(period) }
        return content.prefix(count)
    }

    private func use<Value: Sendable>(
        _ address: SocketAddress, _ path: String, stall: Duration = .seconds(10),
        _ body: (FTPClient) async throws -> Value
    ) async throws -> Value {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        var options = FTPClient.Options()
        options.stall = stall
        options.authentication = AuthenticationSettings(
            source: .given(Secret(.password(user: "user", password: "word"))))
        return try await body(FTPClient(engine: engine, target: Target("ftp://\(address)\(path)"), options: options))
    }

    /// Cancels a blocked transfer after a part of it was done.
    private final class Interruption: Sendable {
        private let hasBegun = Signal()
        private let isCancelled = DispatchSemaphore(value: 0)

        /// Blocks the transfer's thread, which no other task uses.
        func progress(_ done: Int, _ total: Int?) {
            guard done > 0 else { return }
            hasBegun.happen()
            isCancelled.wait()
            // This is for the next call.
            isCancelled.signal()
        }

        func cancel(_ transfer: @escaping @Sendable () async throws -> Void) async {
            let task = Task {
                // A transfer that ends without progress must not be waited for.
                defer { hasBegun.happen() }
                try await transfer()
            }
            await hasBegun.wait()
            task.cancel()
            isCancelled.signal()
            await #expect(throws: (any Error).self) { try await task.value }
        }
    }

    private func interruptGet(_ address: SocketAddress, _ path: String, to file: String) async {
        let interruption = Interruption()
        await interruption.cancel {
            _ = try await use(address, path) { try await $0.get(to: file, progress: interruption.progress) }
        }
    }

    private func interruptPut(_ file: String, _ address: SocketAddress, _ path: String) async {
        let interruption = Interruption()
        await interruption.cancel {
            _ = try await use(address, path) { try await $0.put(file, progress: interruption.progress) }
        }
    }

    /// The progress at the start of the transfer.
    private final class Begin: Sendable {
        private let first = Mutex<Int?>(nil)
        var done: Int? { first.withLock { $0 } }
        func progress(_ done: Int, _ total: Int?) { first.withLock { $0 = $0 ?? done } }
    }

    // MARK: - Resumed transfers

    @Test("a download continues a partial file of the same file, and of no other")
    func boundDownload() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        for (name, factor) in [("a", 31), ("b", 37)] {
            try FileManager.default.createDirectory(
                at: server.directory.appending(path: name), withIntermediateDirectories: true)
            try server.write("\(name)/same.bin", Self.content(factor))
        }
        let file = "\(folder.path)/same.bin"
        await interruptGet(server.address, "/a/same.bin", to: file)
        let parts = try folder.names()
        #expect(parts.count == 1 && parts[0].wholeMatch(of: /same\.bin\.[0-9a-f]{16}\.part/) != nil, "\(parts)")

        // Another file with the same name and size.
        var begin = Begin()
        _ = try await use(server.address, "/b/same.bin") { [begin] in
            try await $0.get(to: file, progress: begin.progress)
        }
        #expect(begin.done == 0)
        #expect(try folder.content("same.bin") == Self.content(37))
        #expect(try folder.names() == ["same.bin"] + parts)

        begin = Begin()
        _ = try await use(server.address, "/a/same.bin") { [begin] in
            try await $0.get(to: file, overwrites: true, progress: begin.progress)
        }
        #expect((begin.done ?? 0) > 0)
        #expect(try folder.content("same.bin") == Self.content(31))
        #expect(try folder.names() == ["same.bin"])
    }

    @Test("a partial file that is newer than a file that has changed since is not continued")
    func changedDownload() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        try server.write("x.bin", Self.content(31))
        await interruptGet(server.address, "/x.bin", to: "\(folder.path)/x.bin")
        let part = try #require(try folder.names().first)
        try server.write("x.bin", Self.content(41))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -86_400)],
            ofItemAtPath: server.directory.appending(path: "x.bin").path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 86_400)], ofItemAtPath: "\(folder.path)/\(part)")
        // A file that may be from another program.
        try folder.write("x.bin.part", Data("stale".utf8))
        _ = try await use(server.address, "/x.bin") { try await $0.get(to: "\(folder.path)/x.bin") }
        #expect(try folder.content("x.bin") == Self.content(41))
        #expect(try folder.content("x.bin.part") == Data("stale".utf8))
    }

    @Test("nothing is continued if the server reports neither size nor date")
    func unknownDownload() async throws {
        let folder = try Folder()
        let server = try FTPScript(
            .init(replies: ["SIZE": "500 no\r\n", "MDTM": "500 no\r\n"], data: "all of it"))
        let file = "\(folder.path)/f"
        try folder.write("f.\(PartialFileTag("ftp://\(server.address)/f", "", "").text).part", Data("old".utf8))
        _ = try await use(server.address, "/f") { try await $0.get(to: file) }
        #expect(try folder.content("f") == Data("all of it".utf8))
        #expect(try folder.names() == ["f"])
        withExtendedLifetime(server) {}
    }

    @Test("an upload continues a partial file of the same file, and of no other")
    func boundUpload() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        for (name, factor) in [("a", 31), ("b", 37)] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            try folder.write("\(name)/same.bin", Self.content(factor))
        }
        // The file is older than any on the server.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: "\(folder.path)/b/same.bin")
        await interruptPut("\(folder.path)/a/same.bin", server.address, "/")
        let parts = try server.names()
        #expect(parts.count == 1 && parts[0].wholeMatch(of: /\.same\.bin\.[0-9a-f]{16}\.part/) != nil, "\(parts)")

        var begin = Begin()
        _ = try await use(server.address, "/") { [begin] in
            try await $0.put("\(folder.path)/b/same.bin", progress: begin.progress)
        }
        #expect(begin.done == 0)
        #expect(try Data(contentsOf: server.directory.appending(path: "same.bin")) == Self.content(37))

        begin = Begin()
        _ = try await use(server.address, "/") { [begin] in
            try await $0.put("\(folder.path)/a/same.bin", overwrites: true, progress: begin.progress)
        }
        #expect(try Data(contentsOf: server.directory.appending(path: "same.bin")) == Self.content(31))
        #expect(try server.names() == ["same.bin"])
    }

    @Test("an upload that only lacks its final name gets it, and nothing is sent again")
    func completeUpload() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        let file = "\(folder.path)/name"
        try folder.write("name", Self.content(31))
        try server.write(".name.\(try LocalFile(reading: file).mark).part", Self.content(31))
        let begin = Begin()
        _ = try await use(server.address, "/name") { try await $0.put(file, progress: begin.progress) }
        #expect(begin.done == 3_000_000)
        #expect(try Data(contentsOf: server.directory.appending(path: "name")) == Self.content(31))
        #expect(try server.names() == ["name"])
    }

    @Test("the mark of a partial file is the same in every run")
    func mark() {
        #expect(PartialFileTag("a").text == "089be207b544f1e4")
        #expect(PartialFileTag("a", "b") != PartialFileTag("ab"))
        #expect(PartialFileTag("a", "", "b") != PartialFileTag("a", "b", ""))
    }

    // MARK: - Destinations that are not files

    @Test("a local file that is not regular is refused before anything is sent", arguments: [false, true])
    func irregularTargets(force: Bool) async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/directory/name", withIntermediateDirectories: true)
        mkfifo("\(folder.path)/fifo", 0o600)
        try folder.write("file", Data("mine".utf8))
        symlink("file", "\(folder.path)/link")
        symlink("nothing", "\(folder.path)/dangling")
        let server = try FTPScript(.init(data: "content"))
        for name in ["fifo", "link", "dangling", "directory", "missing/name"] {
            let failure = await #expect(throws: FTPClientError.self) {
                try await use(server.address, "/name") {
                    try await $0.get(to: "\(folder.path)/\(name)", overwrites: force)
                }
            }
            guard case .local(let line)? = failure else {
                Issue.record("\(name): \(String(describing: failure))")
                continue
            }
            #expect(line.contains(name) && !line.contains("\n"), "\(line)")
        }
        let failure = await #expect(throws: FTPClientError.self) {
            try await use(server.address, "/name") { try await $0.get(to: "", overwrites: force) }
        }
        if case .usage? = failure {} else { Issue.record("\(String(describing: failure))") }
        #expect(server.commands.list.withLock { $0 } == [])
        #expect(try folder.names() == ["dangling", "directory", "fifo", "file", "link"])
        #expect(try folder.content("file") == Data("mine".utf8))
    }

    @Test("a file does not replace a directory, and no temporary file is left", arguments: [false, true])
    func directoryInTheWay(force: Bool) async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        try FileManager.default.createDirectory(
            at: server.directory.appending(path: "in/name"), withIntermediateDirectories: true)
        try folder.write("name", Data("content".utf8))
        for path in ["/in/name", "/in/"] {
            let line = try await refusal(server.address, path) {
                _ = try await $0.put("\(folder.path)/name", overwrites: force)
            }
            #expect(line.hasPrefix("name is a directory there"), "\(line)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: server.directory.appending(path: "in").path) == ["name"]
        )
        _ = try await use(server.address, "/in/name/") { try await $0.put("\(folder.path)/name", overwrites: force) }
        #expect(
            try Data(contentsOf: server.directory.appending(path: "in/name/name")) == Data("content".utf8))
    }

    /// The message if the network or the server prevents the transfer.
    private func refusal(
        _ address: SocketAddress, _ path: String, _ body: (FTPClient) async throws -> Void
    ) async throws -> String {
        let failure = await #expect(throws: FTPClientError.self) { try await use(address, path, body) }
        guard case .network(let line)? = failure else {
            Issue.record("\(String(describing: failure))")
            return ""
        }
        return line
    }

    // MARK: - Messages

    @Test("a missing directory is reported as missing")
    func missingDirectory() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        try folder.write("name", Data("content".utf8))
        for force in [false, true] {
            let line = try await refusal(server.address, "/nowhere/name") {
                _ = try await $0.put("\(folder.path)/name", overwrites: force)
            }
            #expect(line.contains("the directory is not there: 550"), "\(line)")
        }
        let made = try await refusal(server.address, "/nowhere/name") { try await $0.makeDirectory() }
        #expect(made.contains("the directory is not there: 550"), "\(made)")
        let got = try await refusal(server.address, "/nothing") { _ = try await $0.get(to: "\(folder.path)/nothing") }
        #expect(got.contains("there is no file nothing"), "\(got)")
        #expect(try folder.names() == ["name"])
    }

    @Test("a file that shrinks while it is uploaded")
    func shrinkingSource() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        try folder.write("name", Self.content(31))
        let file = "\(folder.path)/name"
        let failure = await #expect(throws: FTPClientError.self) {
            try await use(server.address, "/") {
                try await $0.put(file) { done, _ in if done == 0 { truncate(file, 1_000_000) } }
            }
        }
        #expect(failure == .local("\(file) has shrunk meanwhile, to 1000000 bytes of 3000000"))
        #expect(try !server.names().contains("name"))
    }

    @Test("a file that grows while it is uploaded has its original size")
    func growingSource() async throws {
        let (server, folder) = (try await FTPServerProcess(), try Folder())
        try folder.write("name", Self.content(31, count: 1_000))
        let file = "\(folder.path)/name"
        _ = try await use(server.address, "/") {
            try await $0.put(file) { done, _ in if done == 0 { truncate(file, 2_000_000) } }
        }
        #expect(try Data(contentsOf: server.directory.appending(path: "name")) == Self.content(31, count: 1_000))
    }

    @Test(
        "more or fewer bytes than the server announced are an error",
        arguments: [("7", "content, and more"), ("9", "content")])
    func wrongSize(size: String, data: String) async throws {
        let folder = try Folder()
        let server = try FTPScript(.init(replies: ["SIZE": "213 \(size)\r\n"], data: data))
        let line = try await refusal(server.address, "/f") { _ = try await $0.get(to: "\(folder.path)/f") }
        #expect(line.contains(size == "7" ? "more than the 7 bytes" : "7 bytes have come of 9"), "\(line)")
        #expect(try folder.names().filter { !$0.hasSuffix(".part") } == [])
        #expect(try folder.names().isEmpty == (size == "7"))
        withExtendedLifetime(server) {}
    }

    @Test("a server that cannot resume in the middle sends the whole file")
    func withoutRest() async throws {
        let folder = try Folder()
        let server = try FTPScript(
            .init(replies: ["REST": "502 no\r\n", "MDTM": "213 20260102030405\r\n"], data: "content"))
        let mark = PartialFileTag("ftp://\(server.address)/f", "7", "20260102030405").text
        try folder.write("f.\(mark).part", Data("con".utf8))
        _ = try await use(server.address, "/f") { try await $0.get(to: "\(folder.path)/f") }
        #expect(try folder.content("f") == Data("content".utf8))
        #expect(server.commands.list.withLock { $0 }.contains("REST"))
    }

    @Test("a partial file of another user, or with a second name, is not continued")
    func foreignPart() async throws {
        let folder = try Folder()
        let server = try FTPScript(.init(replies: ["MDTM": "213 20260102030405\r\n"], data: "content"))
        let name = "f.\(PartialFileTag("ftp://\(server.address)/f", "7", "20260102030405").text).part"
        try folder.write(name, Data("evi".utf8))
        func expectRefusal(_ words: String) async throws {
            let failure = await #expect(throws: FTPClientError.self) {
                try await use(server.address, "/f") { _ = try await $0.get(to: "\(folder.path)/f") }
            }
            guard case .local(let line)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(line.contains(words), "\(line)")
            #expect(try folder.content(name) == Data("evi".utf8))
        }
        #expect(link("\(folder.path)/\(name)", "\(folder.path)/second") == 0)
        try await expectRefusal("has a second name")
        if geteuid() == 0 {
            #expect(unlink("\(folder.path)/second") == 0 && chown("\(folder.path)/\(name)", 65_533, 65_533) == 0)
            try await expectRefusal("belongs to another user")
        }
        withExtendedLifetime(server) {}
    }
}
