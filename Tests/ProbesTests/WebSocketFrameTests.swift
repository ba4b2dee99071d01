import Testing

@testable import Probes

@Suite("WebSocket frames")
struct WebSocketFrameTests {
    typealias Event = WebSocketReader.Event

    /// The events and the error of a reader that gets the bytes in pieces.
    private func events(_ bytes: [UInt8], pieces: Int = .max, most: Int = 1 << 20) -> ([Event], String?) {
        var reader = WebSocketReader(maxMessageBytes: most)
        var found: [Event] = []
        do throws(WebSocketReader.ProtocolError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                try reader.parse(rest.prefix(pieces)) { found.append($0) }
                rest = rest.dropFirst(pieces)
            }
        } catch {
            return (found, error.reason)
        }
        return (found, nil)
    }

    private static let hello = Array("Hello".utf8)

    @Test(
        "the examples of RFC 6455 section 5.7, in pieces of any size",
        arguments: [
            ([0x81, 0x05] + hello, [.message(hello, isText: true)]),
            ([0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f], [.message(hello, isText: true)]),
            ([0x89, 0x05] + hello, [.ping(hello)]), ([0x8a, 0x05] + hello, [.pong(hello)]),
            (
                [0x82, 0x7e, 0x01, 0x00] + Array(repeating: 7, count: 256),
                [.message(Array(repeating: 7, count: 256), isText: false)]
            ),
            (
                [0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0] + Array(repeating: 7, count: 65_536),
                [.message(Array(repeating: 7, count: 65_536), isText: false)]
            ),
            // Control frames between fragments (section 5.4), an empty last fragment, and a character that is split.
            (
                [0x01, 0x01, 0xc3, 0x89, 0x01, 0x2a, 0x00, 0x01, 0xa9, 0x8a, 0x00, 0x80, 0x00],
                [.ping([0x2a]), .pong([]), .message([0xc3, 0xa9], isText: true)]
            ),
            ([0x82, 0x00, 0x81, 0x00], [.message([], isText: false), .message([], isText: true)]),
            ([0x88, 0x00], [.close(code: nil, reason: "")]),
            ([0x88, 0x04, 0x03, 0xe8, 0x6f, 0x6b], [.close(code: 1000, reason: "ok")]),
            // Data after a close frame is ignored.
            ([0x88, 0x02, 0x03, 0xe8, 0xff, 0xff, 0x81, 0x00], [.close(code: 1000, reason: "")]),
        ] as [([UInt8], [Event])])
    func examples(bytes: [UInt8], expected: [Event]) {
        for pieces in [1, 2, 3, 7, 1_000, .max] where bytes.count < 1_000 || pieces > 100 {
            let (found, problem) = events(bytes, pieces: pieces)
            #expect(found == expected && problem == nil, "in pieces of \(pieces): \(problem ?? "")")
        }
    }

    @Test(
        "violations of the protocol are named, in pieces of any size",
        arguments: [
            ([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], "masked"),
            ([0xc1, 0x00], "reserved bit"),
            ([0xa1, 0x00], "reserved bit"), ([0x91, 0x00], "reserved bit"), ([0x83, 0x00], "opcode 3"),
            ([0x87, 0x00], "opcode 7"), ([0x8b, 0x00], "opcode 11"), ([0x8f, 0x00], "opcode 15"),
            ([0x08, 0x00], "fragmented"), ([0x89, 0x7e, 0x00, 0x7e], "125 bytes"), ([0x88, 0x7f], "125 bytes"),
            ([0x80, 0x00], "follows nothing"), ([0x00, 0x00], "follows nothing"),
            ([0x01, 0x00, 0x82, 0x00], "within another"),
            ([0x82, 0x7e, 0x00, 0x7d], "shortest"), ([0x82, 0x7f, 0, 0, 0, 0, 0, 0, 0xff, 0xff], "shortest"),
            ([0x82, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "highest bit"),
            ([0x82, 0x7f, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], "more than the maximum of 1048576 bytes"),
            ([0x82, 0x7f, 0, 0, 0, 0, 1, 0, 0, 0], "more than the maximum of 1048576 bytes"),
            ([0x81, 0x01, 0xff], "not UTF-8"),
            ([0x01, 0x01, 0xc3, 0x80, 0x00], "not UTF-8"), ([0x81, 0x03, 0xed, 0xa0, 0x80], "not UTF-8"),
            ([0x88, 0x01, 0x03], "single byte"), ([0x88, 0x02, 0x03, 0xed], "1005"),
            ([0x88, 0x02, 0x0b, 0xb7], "2999"),
            ([0x88, 0x03, 0x03, 0xe8, 0xff], "not UTF-8"),
        ] as [([UInt8], String)])
    func broken(bytes: [UInt8], words: String) {
        for pieces in [1, 3, .max] {
            // The events before the error are delivered nevertheless.
            let (found, problem) = events([0x89, 0x00] + bytes, pieces: pieces)
            #expect(found == [.ping([])])
            #expect(problem?.contains(words) == true, "in pieces of \(pieces): \(problem ?? "none")")
        }
    }

    @Test("the longest message that is accepted, whole and in fragments")
    func longest() {
        let whole: [UInt8] = [0x82, 0x7e, 0x01, 0x00] + Array(repeating: 0, count: 256)
        #expect(events(whole, most: 256).1 == nil)
        #expect(events(Array(whole.prefix(4)), most: 255).1?.contains("255") == true, "before the bytes have come")
        let part: [UInt8] = [0x02, 0x64] + Array(repeating: 0, count: 100)
        let next: [UInt8] = [0x00, 0x64] + Array(repeating: 0, count: 100)
        #expect(events(part + next, most: 200).1 == nil)
        #expect(events(part + next.prefix(2), most: 199).1?.contains("199") == true)
        // A control frame does not count towards the limit.
        #expect(events(part + [0x89, 0x7d] + Array(repeating: 0, count: 125), most: 125).1 == nil)
    }

    @Test("the number of frames that are accepted")
    func flood() {
        let pings = Array(repeating: [0x89, 0x00] as [UInt8], count: WebSocketReader.maxFrames).flatMap(\.self)
        #expect(events(pings, pieces: 16_384).0.count == WebSocketReader.maxFrames)
        #expect(events(pings + [0x89, 0x00], pieces: 16_384).1?.contains("frames") == true)
    }

    @Test("client data is sent whole and masked (section 5.3)", arguments: [0, 1, 125, 126, 65_535, 65_536])
    func sent(count: Int) {
        let text = String(repeating: "x", count: count)
        let frame = WebSocketFrame.text(text)
        let digits = count <= 125 ? 0 : count <= 65_535 ? 2 : 8
        #expect(frame.count == 2 + digits + 4 + count && frame[0] == 0x81 && frame[1] & 0x80 != 0)
        let mask = Array(frame[(2 + digits)..<(6 + digits)])
        let payload = frame.dropFirst(6 + digits).enumerated().map { $1 ^ mask[$0 % 4] }
        #expect(payload == Array(text.utf8))
        #expect(WebSocketFrame.close(1000).count == 8 && WebSocketFrame.pong([1]).first == 0x8a)
    }
}
