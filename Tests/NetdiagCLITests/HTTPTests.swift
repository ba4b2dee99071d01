import Testing

@testable import NetdiagCLI

@Suite("Responses of the daemon")
struct HTTPTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Parses the response in pieces, and then its end.
    private static func parse(_ text: String, pieces: Int) throws -> (status: Int?, body: String) {
        var parser = HTTPResponseParser()
        var body: [UInt8] = []
        var rest = bytes(text)[...]
        while !rest.isEmpty {
            body += try parser.consume(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        if !parser.isComplete { try parser.end() }
        return (parser.head?.status, String(decoding: body, as: UTF8.self))
    }

    @Test(
        "every framing is read, however the bytes arrive",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.0 200 OK\r\n\r\nhello",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:5 \r\n\r\nhello and more",
            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3 \r\nllo\r\n0\r\nA: b\r\n\r\n",
        ], [1, 2, 7, 1_000])
    func framing(text: String, pieces: Int) throws {
        let answer = try Self.parse(text, pieces: pieces)
        #expect(answer.status == 200)
        #expect(answer.body == "hello")
    }

    @Test(
        "violations of the protocol are refused",
        arguments: [
            ("", "it is empty"), ("SSH-2.0-OpenSSH\r\n\r\n", "it is not HTTP"),
            ("HTTP/1.1 20 OK\r\n\r\n", "its status is not a number from 100 to 599"),
            ("HTTP/1.1 200 OK\n\n", "a line of it ends without CR LF"),
            ("HTTP/1.1 200 OK\r\nA b: c\r\n\r\n", "a header field has no name"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n",
                "its Content-Length is not one number"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n", "its Content-Length is not one number"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
                "its Transfer-Encoding has codings other than chunked"
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "a chunk of it has no size"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "a chunk of it has no size"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\n", "a chunk of it has no size"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n123456789\r\n", "a chunk of it has no size"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                "a chunk of it is longer than its size"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", "it ends too early"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "it ends too early"),
        ])
    func refusals(text: String, reason: String) {
        #expect(throws: HTTPError(reason)) { try Self.parse(text, pieces: 1_000) }
        #expect(throws: HTTPError(reason)) { try Self.parse(text, pieces: 1) }
    }

    @Test("an endless header is limited", arguments: ["A: b\r\n", "a", "HTTP/1.1 100 Continue\r\n\r\n"])
    func bounds(piece: String) {
        #expect(throws: HTTPError.self) {
            var parser = HTTPResponseParser()
            _ = try parser.consume(Self.bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")[...])
            let flood = Self.bytes(String(repeating: piece, count: 100))
            for _ in 0..<10_000 { _ = try parser.consume(flood[...]) }
        }
    }

    @Test("a stream may have any number of chunks")
    func chunks() throws {
        var parser = HTTPResponseParser()
        _ = try parser.consume(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)[...])
        let chunk = Array("1\r\nx\r\n".utf8)[...]
        let count = HTTPResponseParser.maxHeadBytes / 2
        #expect(try (0..<count).reduce(0) { sum, _ in try sum + parser.consume(chunk).count } == count)
    }

    @Test("a request escapes its content")
    func request() {
        let request = HTTPRequest(path: "/v1/resolve", query: [("name", "a b&c=é\r\n")])
        #expect(
            String(decoding: request.bytes, as: UTF8.self)
                == "GET /v1/resolve?name=a%20b%26c%3D%C3%A9%0D%0A HTTP/1.1\r\nHost: localhost\r\n"
                + "Connection: close\r\nAccept: application/json\r\n\r\n")
    }

    @Test("server-sent events: fields, comments, several lines of data")
    func events() throws {
        var splitter = LineSplitter()
        var events = ServerSentEvents()
        var found: [ServerSentEvents.Event] = []
        let stream =
            ": hello\n\nevent: status\r\ndata: {\r\ndata:}\r\n\r\nid: 1\ndata: x\n\nevent: left open\ndata: y\n"
        for byte in stream.utf8 {
            for line in try splitter.consume([byte]) {
                if let event = try events.consume(line: line) { found.append(event) }
            }
        }
        #expect(
            found == [
                .init(name: "status", data: Self.bytes("{\n}")), .init(name: "message", data: Self.bytes("x")),
            ])
    }

    @Test("an endless line is limited")
    func longLine() {
        #expect(throws: HTTPError.self) {
            var splitter = LineSplitter()
            let piece = [UInt8](repeating: 0x61, count: 1_000_000)
            for _ in 0..<5 { _ = try splitter.consume(piece) }
        }
    }
}
