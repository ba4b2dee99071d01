import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile gRPC servers", .serialized)
struct GRPCTests {
    /// A server's behaviour after a client has connected, and the expected report.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cause: CauseID?
        let words: String
        let talk: @Sendable (RawPeer) -> Void
        /// The limit is short if only the end of the check's time ends it.
        var limit: Duration { cause == "grpc.no-answer" ? .seconds(10) : .ample }

        init(
            _ name: String, _ cause: CauseID?, _ words: String = "", _ talk: @escaping @Sendable (RawPeer) -> Void
        ) {
            testDescription = name
            self.cause = cause
            self.words = words
            self.talk = talk
        }

        /// A server that uses HTTP/2, and sends the frames after the request.
        init(_ name: String, _ cause: CauseID?, _ words: String = "", frames: [[UInt8]]) {
            self.init(name, cause, words) { peer in
                peer.send(HTTP2Frames.settings)
                guard peer.request() != nil else { return }
                for frame in frames { peer.send(frame) }
                peer.waitForEnd()
            }
        }

        /// A server that sends a complete response.
        init(
            _ name: String, _ cause: CauseID?, _ words: String = "", head: [(String, String)] = GRPCTests.head,
            message: [UInt8] = [0, 0, 0, 0, 2, 8, 1], trailers: [(String, String)] = [("grpc-status", "0")]
        ) {
            let frames = [
                HTTP2Frames.fields(head), HTTP2Frames.body(message), HTTP2Frames.fields(trailers, isLast: true),
            ]
            self.init(name, cause, words, frames: frames)
        }

        /// A server that sends only a status.
        init(_ name: String, _ cause: CauseID?, _ words: String = "", trailers: [(String, String)]) {
            self.init(
                name, cause, words, frames: [HTTP2Frames.fields(GRPCTests.head + trailers, isLast: true)])
        }
    }

    static let head = [(":status", "200"), ("content-type", "application/grpc")]
    private static let ok = [("grpc-status", "0")]

    static let cases: [Case] = [
        Case("correct", nil),
        Case(
            "another content type, other fields, and a repeated status", nil,
            head: [(":status", "200"), ("content-type", "Application/GRPC+proto; x=y"), ("x-other", "1")],
            message: [0, 0, 0, 0, 25, 8, 2, 0x12, 2, 1, 1, 0x19] + [UInt8](repeating: 5, count: 8)
                + [0x25, 1, 2, 3, 4, 0x30, 0x80, 1, 8, 1]),
        Case("NOT_SERVING", "grpc.not-serving", "NOT_SERVING", message: [0, 0, 0, 0, 2, 8, 2]),
        Case("an empty message", "grpc.not-serving", "UNKNOWN", message: [0, 0, 0, 0, 0]),
        Case("a status that only Watch returns", "grpc.unknown-service", message: [0, 0, 0, 0, 2, 8, 3]),
        Case("an unknown status", "grpc.not-serving", "not known", message: [0, 0, 0, 0, 3, 8, 0xff, 0x7f]),
        Case("NOT_FOUND", "grpc.unknown-service", trailers: [("grpc-status", "5")]),
        Case(
            "UNIMPLEMENTED", "grpc.unimplemented", "no such",
            trailers: [("grpc-status", "12"), ("grpc-message", "no such")]),
        Case(
            "escape sequences in the message", "grpc.refused", "\\u{1b}[2J",
            trailers: [("grpc-status", "14"), ("grpc-message", "%1b[2J%1B]0;owned%07 %zz%")]),
        Case(
            "binary in the message", "grpc.refused", trailers: [("grpc-status", "13"), ("grpc-message", "%00%ff%fe")]),
        Case(
            "a long message", "grpc.refused",
            trailers: [("grpc-status", "2"), ("grpc-message", String(repeating: "x", count: 9_000))]),
        Case("a status out of range", "grpc.malformed", "99", trailers: [("grpc-status", "99")]),
        Case("a status that is not a number", "grpc.malformed", "-1", trailers: [("grpc-status", "-1")]),
        Case("a long status", "grpc.malformed", trailers: [("grpc-status", String(repeating: "0", count: 1_000))]),
        Case("no status", "grpc.malformed", "without grpc-status", trailers: [("x-other", "0")]),
        Case(
            "no status, and no trailers", "grpc.malformed",
            frames: [HTTP2Frames.fields(head), HTTP2Frames.body([0, 0, 0, 0, 2, 8, 1], isLast: true)]),
        Case("no message", "grpc.malformed", "head of its message", trailers: ok),
        Case("a compressed message", "grpc.malformed", "compressed", message: [1, 0, 0, 0, 2, 8, 1]),
        Case("a message that is longer than declared", "grpc.malformed", "says 1", message: [0, 0, 0, 0, 1, 8, 1]),
        Case(
            "a message that declares 4 GiB", "grpc.malformed", "4294967295", message: [0, 0xff, 0xff, 0xff, 0xff, 8, 1]),
        Case("a truncated number", "grpc.malformed", message: [0, 0, 0, 0, 2, 8, 0x80]),
        Case(
            "an unterminated number", "grpc.malformed", "without an end",
            message: [0, 0, 0, 0, 12, 8] + [UInt8](repeating: 0xff, count: 11)),
        Case(
            "a field that is longer than the message", "grpc.malformed",
            message: [0, 0, 0, 0, 11, 0x12] + [UInt8](repeating: 0xff, count: 9) + [1]),
        Case("a group, which is obsolete", "grpc.malformed", "type 3", message: [0, 0, 0, 0, 1, 0x0b]),
        Case(
            "an HTTP/2 page", "grpc.not-grpc", "status 404, text/html",
            head: [(":status", "404"), ("content-type", "text/html")]),
        Case(
            "a content type of another protocol", "grpc.not-grpc",
            head: [(":status", "200"), ("content-type", "application/grpc-web")]),
        Case("no content type", "grpc.not-grpc", head: [(":status", "200")]),
        Case(
            "an HTTP status without gRPC status", "grpc.not-grpc", "503",
            head: [(":status", "503"), ("content-type", "application/grpc")]),
        Case("HTTP/1.1", "grpc.not-grpc", "no HTTP/2") {
            _ = $0.read()
            $0.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            $0.waitForEnd()
        },
        Case("SSH", "grpc.not-grpc", "it begins \"SSH-2.0-OpenSSH\"") {
            $0.say("SSH-2.0-OpenSSH\r\n")
            $0.waitForEnd()
        },
        Case("escape sequences instead of frames", "grpc.not-grpc", "\\u{1b}[2J") {
            $0.sayForever("\u{1b}[2J")
        },
        Case("endless data", "grpc.malformed") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            $0.send(HTTP2Frames.fields(head))
            let block = HTTP2Frames.body([UInt8](repeating: 8, count: 16_384))
            while $0.send(block) {}
        },
        Case("endless fields", "grpc.malformed", "CONTINUATION") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            let field = HTTP2Frames.fields([("x-field", String(repeating: "x", count: 8_000))])
            // HEADERS without END_HEADERS, followed by endless CONTINUATION frames.
            $0.send(HTTP2Frames.frame(1, flags: 0, stream: 1, Array(field.dropFirst(9))))
            while $0.send(HTTP2Frames.frame(9, flags: 0, stream: 1, Array(field.dropFirst(9)))) {}
        },
        // nghttp2 ends it as flooding, or the limit of the bytes does, if the replies to the pings find room in buffers.
        Case("endless pings", "grpc.malformed") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            while $0.send(HTTP2Frames.ping) {}
        },
        // libcurl reads such frames within one call, as long as there are any.
        Case("endless frames without data", "grpc.malformed", "not part of the response") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            $0.send(HTTP2Frames.fields(head))
            let frames = (0..<20_000).flatMap { _ in HTTP2Frames.body([]) }
            while $0.send(frames) {}
        },
        Case("a refused stream", "grpc.closed", "REFUSED_STREAM", frames: [HTTP2Frames.resetStream(7)]),
        Case("GOAWAY", "grpc.closed", frames: [HTTP2Frames.goAway(0)]),
        Case("nothing after the settings", "grpc.no-answer", frames: []),
        Case("half a response", "grpc.no-answer", frames: [HTTP2Frames.fields(head), HTTP2Frames.body([0, 0])]),
        Case("a close before the response", "grpc.closed") {
            $0.send(HTTP2Frames.settings)
            _ = $0.request()
        },
        Case("a close within the response", "grpc.closed") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            $0.send(HTTP2Frames.fields(head))
        },
        Case("a reset within the response", "grpc.closed") {
            $0.send(HTTP2Frames.settings)
            guard $0.request() != nil else { return }
            $0.send(HTTP2Frames.fields(head))
            $0.reset()
        },
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try RawServer(.talks(one.talk))
        let report = try await Asked.report(server, as: "grpc", path: "/lab.Service", within: one.limit)
        #expect(report.cause?.id == one.cause, "\(report.json)")
        #expect(one.words.isEmpty || report.cause?.summary.contains(one.words) == true, "\(report.json)")
        #expect(report.status == (one.cause == nil ? .connectionUp : .connectionDown), "\(report.json)")
        #expect(report.cause?.summary.unicodeScalars.contains(where: SafeText.isUnsafe) != true)
        // The size is limited, whatever the server sends.
        #expect(report.json.utf8.count < 32_768)
        #expect(try report.judgedAgain().findings == report.findings)
    }

    @Test(
        "the service is that of the path, unless the setting names another one",
        arguments: [
            ("", nil, "grpc.not-serving"), ("/", nil, "grpc.not-serving"), ("/lab.Service", nil, nil),
            ("/lab.Other", nil, "grpc.unknown-service"), ("/lab.Other", "lab.Service", nil),
            ("", String(repeating: "x", count: 255), nil),
        ] as [(String, String?, CauseID?)])
    func services(path: String, setting: String?, cause: CauseID?) async throws {
        // The server as a whole is not serving, but two of its services are.
        let known = ["lab.Service", String(repeating: "x", count: 255)]
        let server = try RawServer(
            .talks { peer in
                peer.send(HTTP2Frames.settings)
                guard let message = peer.request() else { return }
                let text = String(decoding: message, as: UTF8.self)
                let isKnown = message == [0, 0, 0, 0, 0] || known.contains { text.hasSuffix("\($0)") }
                let status = message.count > 5 ? UInt8(1) : 2
                if isKnown { peer.send(HTTP2Frames.fields(Self.head) + HTTP2Frames.body([0, 0, 0, 0, 2, 8, status])) }
                let trailers = [("grpc-status", isKnown ? "0" : "5")]
                peer.send(HTTP2Frames.fields(isKnown ? trailers : Self.head + trailers, isLast: true))
                peer.waitForEnd()
            })
        var probe = ProbeSettings()
        if let setting {
            let known = TargetKinds.builtIn.kind(named: "grpc")?.describedSettings.first { $0.key == "service" }
            try probe.kind.set(try #require(known), setting)
        }
        let report = try await Asked.report(server, as: "grpc", path: path, probe)
        #expect(report.cause?.id == cause, "\(report.json)")
    }
}
