import NIOCore
import NIOWebSocket
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("WebSocket messages")
struct SocketMessagesTests {
    /// A frame's result as a word.
    private static func word(_ step: SocketMessages.Step) -> String {
        switch step {
        case .message(let opcode, let data): "\(opcode == .text ? "text" : "binary") \(String(buffer: data))"
        case .ping(let data): "ping \(String(buffer: data))"
        case .close(let code): "close \(UInt16(webSocketErrorCode: code))"
        case .failure(let code): "failure \(UInt16(webSocketErrorCode: code))"
        case .nothing: "nothing"
        }
    }

    private static func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true, rsv1: Bool = false, isMasked: Bool = true
    ) -> WebSocketFrame {
        let key = WebSocketMaskingKey([1, 2, 3, 4])
        var data = ByteBuffer(bytes: bytes)
        if isMasked, let key { data.webSocketMask(key) }
        return WebSocketFrame(fin: fin, rsv1: rsv1, opcode: opcode, maskKey: isMasked ? key : nil, data: data)
    }

    private static func words(_ frames: [WebSocketFrame], max: Int = 1_000) -> [String] {
        var messages = SocketMessages(maxMessageBytes: max)
        return frames.map { word(messages.process($0)) }
    }

    @Test("fragments are combined, with control frames between them")
    func fragments() {
        #expect(
            Self.words([
                Self.frame(.text, Array("Hä".utf8.prefix(2)), fin: false), Self.frame(.ping, Array("p".utf8)),
                Self.frame(.continuation, Array("Hä".utf8.suffix(1)), fin: false), Self.frame(.continuation, []),
                Self.frame(.text, Array("b".utf8)), Self.frame(.binary, Array("c".utf8)), Self.frame(.pong, []),
            ]) == ["nothing", "ping p", "nothing", "text Hä", "text b", "binary c", "nothing"])
    }

    @Test("violations of RFC 6455 are reported with their code")
    func failures() {
        #expect(Self.words([Self.frame(.text, [], isMasked: false)]) == ["failure 1002"])
        #expect(Self.words([Self.frame(.text, [], rsv1: true)]) == ["failure 1002"])
        #expect(Self.words([Self.frame(.continuation, [])]) == ["failure 1002"])
        #expect(Self.words([Self.frame(.text, [], fin: false), Self.frame(.text, [])]) == ["nothing", "failure 1002"])
        #expect(Self.words([Self.frame(WebSocketOpcode(encodedWebSocketOpcode: 0xB)!, [])]) == ["failure 1002"])
        #expect(Self.words([Self.frame(.text, [0xC3])]) == ["failure 1007"])
        #expect(
            Self.words([Self.frame(.text, [0x61], fin: false), Self.frame(.continuation, [0x61, 0x61])], max: 2)
                == ["nothing", "failure 1009"])
    }

    @Test(
        "the code of a close frame is repeated if it may be sent",
        arguments: [
            ([], "close 1000"), ([3], "failure 1002"), ([0x03, 0xE8], "close 1000"), ([0x0F, 0xA0], "close 4000"),
            ([0x03, 0xED], "failure 1002"), ([0x03, 0xEE], "failure 1002"), ([0x13, 0x88], "failure 1002"),
            ([0, 1], "failure 1002"), ([0x03, 0xE8, 0xFF], "failure 1007"),
        ] as [([UInt8], String)])
    func closes(payload: [UInt8], word: String) {
        #expect(Self.words([Self.frame(.connectionClose, payload)]) == [word])
    }

    @Test("a subscription must name existing topics")
    func requests() throws {
        let request = try SocketRequest.read(#"{"subscribe": ["targets", "incidents"], "after": "a-1"}"#.utf8)
        #expect(request.topics == [.targets, .incidents] && request.after == "a-1")
        for (text, expected) in [
            (#"{"subscribe": ["target"]}"#, #"subscribe: "target" is not a topic; did you mean "targets"?"#),
            (#"{"subscribe": "targets"}"#, #"the field "subscribe" has a wrong value"#),
            (#"{"subscribe": [1]}"#, #"the field "subscribe[0]" has a wrong value: expected a list of topics"#),
            (#"{"subscrib": []}"#, #"the field "subscrib" is unknown; did you mean "subscribe"?"#),
            ("[]", "the message is not a JSON object like"), ("", "the message is not a JSON object like"),
        ] {
            let error = #expect(throws: BodyError.self) { try SocketRequest.read(text.utf8) }
            #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
        }
    }

    @Test("an event is one object, with the id of the event stream")
    func events() {
        let events = EventBroadcaster()
        let subscription = events.resume(after: nil)
        let incident = StatusDocument.Incident(
            id: 1,
            cause: Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "a\nb", advice: []),
            targets: [], opened: Timestamp(millisecondsSince1970: 0), closed: nil)
        let event = Event.incident(IncidentEvent(.changed, incident))
        events.send(event)
        let text = String(buffer: event.socketMessage)
        #expect(
            text.hasPrefix(
                "{\"schema\":\"netdiag.event/1\",\"event\":\"incident\",\"id\":\"\(events.run)-1\",\"data\":{"),
            "\(text)")
        #expect(text.hasSuffix("}}") && !text.contains("\n"))
        _ = subscription
    }

    @Test(
        "an invalid message is answered with the correct form",
        arguments: [
            ("hello", "the message is not a JSON object like {\"subscribe\":"),
            ("{}", "the field \"subscribe\" is missing; send a message like {\"subscribe\":"),
            ("{\"subscribe\": 5}", "expected a list of topics, of \"status\""),
            ("{\"subscribe\": [\"targts\"]}", "did you mean \"targets\"?"),
        ])
    func requests(text: String, problem: String) {
        let error = #expect(throws: BodyError.self) { try SocketRequest.read(Array(text.utf8)) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "taken")")
    }
}
