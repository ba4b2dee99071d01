import Glibc
import NIOCore
import NIOHTTP1
import Testing

@testable import NetworkFaults

/// A directory of files, and the responses of a server for it.
struct StaticFileTests {
    private func withFiles(writable: Bool = false, _ body: (String, (ServedRequest) -> ServedResponse) throws -> Void)
        throws
    {
        let directory = try RunDirectory()
        defer { directory.remove() }
        _ = try directory.write(Array("0123456789".utf8), as: "digits.txt")
        _ = try directory.write(Array(String(repeating: "text ", count: 400).utf8), as: "long.txt")
        symlink("/etc/passwd", "\(directory.path)/outside")
        symlink("digits.txt", "\(directory.path)/inside")
        mkfifo("\(directory.path)/fifo", 0o600)
        let files = StaticFiles(root: try DirectoryRoot(directory.path), isWritable: writable)
        try body(directory.path) { files.response($0.pathSegments, to: $0) }
    }

    private func get(_ path: String, _ headers: HTTPHeaders = [:], method: String = "GET") -> ServedRequest {
        ServedRequest(method: method, target: path, headers: headers)
    }

    @Test func nothingOutsideIsServed() throws {
        try withFiles { _, answer in
            for path in [
                "/outside", "/../x", "/%2e%2e/etc/passwd", "/a%2f..%2fdigits.txt", "/.", "//digits.txt", "/fifo",
                "/digits.txt/",
            ] {
                #expect(answer(get(path)).status == .notFound, "\(path)")
            }
            #expect(answer(get("/inside")).status == .ok)
            #expect(answer(get("/digits.txt")).status == .ok)
        }
    }

    @Test(arguments: [
        ("bytes=0-3", "bytes 0-3/10", 206), ("bytes=7-", "bytes 7-9/10", 206), ("bytes=-2", "bytes 8-9/10", 206),
        ("bytes=5-99", "bytes 5-9/10", 206), ("bytes=10-", "bytes */10", 416), ("bytes=-0", "bytes */10", 416),
        ("bytes=3-1", nil, 200), ("bytes=0-1,3-4", nil, 200), ("lines=1-2", nil, 200), ("bytes=x-", nil, 200),
    ])
    func ranges(_ range: String, _ expected: String?, _ status: UInt) throws {
        try withFiles { _, answer in
            let answer = answer(get("/digits.txt", ["Range": range]))
            #expect(answer.status.code == status)
            #expect(answer.headers.first(name: "content-range") == expected)
        }
    }

    @Test func conditions() throws {
        try withFiles { _, answer in
            let first = answer(get("/digits.txt"))
            let tag = try #require(first.headers.first(name: "etag"))
            let date = try #require(first.headers.first(name: "last-modified"))
            #expect(answer(get("/digits.txt", ["If-None-Match": tag])).status == .notModified)
            #expect(answer(get("/digits.txt", ["If-None-Match": "W/\(tag)"])).status == .notModified)
            #expect(answer(get("/digits.txt", ["If-None-Match": "\"other\""])).status == .ok)
            #expect(answer(get("/digits.txt", ["If-Modified-Since": date])).status == .notModified)
            #expect(answer(get("/digits.txt", ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"])).status == .ok)
            // An entity tag of another version means that the range is of another file.
            #expect(answer(get("/digits.txt", ["Range": "bytes=0-1", "If-Range": "\"other\""])).status == .ok)
            #expect(answer(get("/digits.txt", ["Range": "bytes=0-1", "If-Range": tag])).status == .partialContent)
        }
    }

    @Test func compressesForThoseWhoTakeIt() throws {
        try withFiles { _, answer in
            let packed = answer(get("/long.txt", ["Accept-Encoding": "br, gzip"]))
            #expect(packed.headers.first(name: "content-encoding") == "gzip")
            #expect((packed.body.count ?? 0) < 200)
            #expect(
                !answer(get("/long.txt", ["Accept-Encoding": "gzip;q=0"])).headers.contains(name: "content-encoding"))
            #expect(answer(get("/long.txt")).body.count == 2_000)
        }
    }

    @Test func listsAndEscapes() throws {
        try withFiles { path, answer in
            close(open("\(path)/<b>\u{202e}.txt", O_CREAT | O_WRONLY, 0o600))
            guard case .bytes(let bytes) = answer(get("/")).body else {
                Issue.record("no listing")
                return
            }
            let page = String(buffer: bytes)
            #expect(page.contains("digits.txt") && page.contains("&lt;b&gt;"))
            #expect(!page.contains("<b>") && !page.unicodeScalars.contains("\u{202e}"))
        }
    }

    @Test(
        "pages of other sites cannot change files",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", true), ("http://localhost:8080", "localhost:8080", true),
            ("http://[::1]:8080", "[::1]:8080", true), ("http://shop.localhost", "shop.localhost", true),
            // A page whose name was made to resolve to this machine after it was loaded.
            ("http://evil.test:8080", "evil.test:8080", false),
            ("http://127.0.0.1.evil.test", "127.0.0.1.evil.test", false),
            // A page of another site, another port, and a frame without an origin.
            ("http://evil.test", "127.0.0.1:8080", false), ("http://127.0.0.1:9090", "127.0.0.1:8080", false),
            ("null", "127.0.0.1:8080", false), ("http://localhost.evil.test", "localhost.evil.test", false),
        ])
    func pagesOfOthersWriteNothing(_ origin: String, _ host: String, _ isTaken: Bool) throws {
        try withFiles(writable: true) { path, answer in
            let fields: HTTPHeaders = ["Host": host, "Origin": origin]
            let put = ServedRequest(
                method: "PUT", target: "/new.txt", headers: fields, body: ByteBuffer(string: "new"))
            #expect(answer(put).status == (isTaken ? .created : .forbidden))
            #expect((access("\(path)/new.txt", F_OK) == 0) == isTaken)
            let delete = ServedRequest(method: "DELETE", target: "/digits.txt", headers: fields)
            #expect(answer(delete).status == (isTaken ? .noContent : .forbidden))
        }
    }

    @Test func uploadsAreForWritableDirectoriesAlone() throws {
        let put = ServedRequest(method: "PUT", target: "/new.txt", body: ByteBuffer(string: "new"))
        try withFiles { _, answer in #expect(answer(put).status == .methodNotAllowed) }
        try withFiles(writable: true) { path, answer in
            #expect(answer(put).status == .created)
            #expect(answer(put).status == .noContent)
            #expect(answer(get("/new.txt")).body.count == 3)
            #expect(answer(get("/new.txt", method: "DELETE")).status == .noContent)
            #expect(answer(get("/new.txt", method: "DELETE")).status == .notFound)
            // A link that leads out of the directory is neither followed nor replaced.
            let over = ServedRequest(method: "PUT", target: "/outside", body: ByteBuffer(string: "x"))
            #expect(answer(over).status == .conflict)
            #expect(
                answer(ServedRequest(method: "PUT", target: "/../x", body: ByteBuffer(string: "x"))).status == .conflict
            )
            #expect(access("\(path)/outside", F_OK) == 0)
        }
    }
}
