import CCurl
import EventLoopKit
import FoundationEssentials
import NetworkModel

/// A WebSocket session from its handshake to its close. libcurl does the connection, the proxy's tunnel, the login and the
/// handshake. After the 101, it passes on data as it arrives, and sends data as given.
///
/// It is confined to ``CurlEngine``.
final class WebSocketTransfer: TicketTransfer {
    struct Outcome: TicketOutcome {
        var http: HTTPTransfer.Outcome
        var evidence: WebSocketEvidence
    }

    /// The stage of the session.
    private enum Stage {
        case handshake, pinged, asked, closing, over
    }

    /// How long to wait for a pong, and for the response to a close.
    private static let patience = Duration.seconds(5)
    private static let closePatience = Duration.seconds(1)
    /// The constant of RFC 6455 section 1.3.
    private static let constant = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let pingPayload = Array("netdiag".utf8)

    private let inner: HTTPTransfer
    private let loop: EventLoop
    private let settings: WebSocketSettings
    private let expected: Pattern?
    private var budget = MatchBudget()
    /// What is sent, which is not shown if the server repeats it.
    private let secrets: [Secret]
    private let key: String
    private var evidence: WebSocketEvidence
    private var stage = Stage.handshake
    private var outgoing: [UInt8] = []
    private var isPaused = false
    private var reader: WebSocketReader
    private var begun = ContinuousClock.now
    private var timer: Timer?
    private var stop: (@Sendable () -> Void)?
    private let hangUp: PeerCloseMonitor?

    var handle: CurlHandle { inner.handle }
    var exchange: HTTPTransfer { inner }

    init(
        _ handle: CurlHandle, _ plan: CurlPlan, _ http: HTTPSettings, _ settings: WebSocketSettings, url: String,
        loop: EventLoop
    ) throws {
        secrets = http.secrets + settings.secrets
        var http = http
        let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        http.version = .http1
        http.acceptsCompression = false
        http.fields += [
            try .init(name: "Connection", value: "Upgrade"), try .init(name: "Upgrade", value: "websocket"),
            try .init(name: "Sec-WebSocket-Key", value: key), try .init(name: "Sec-WebSocket-Version", value: "13"),
        ]
        if !settings.subprotocols.isEmpty {
            http.fields.append(
                try .init(name: "Sec-WebSocket-Protocol", value: settings.subprotocols.joined(separator: ", ")))
        }
        inner = try HTTPTransfer(handle, plan, http, cookies: nil, leavesOut: ["Transfer-Encoding", "Expect"])
        hangUp = plan.socket.duplicate().map { PeerCloseMonitor($0, loop: loop) }
        expected = try settings.expected.map { try Pattern($0) }
        reader = WebSocketReader(maxMessageBytes: settings.maxMessageBytes)
        evidence = WebSocketEvidence(url: url, outcome: .noAnswer)
        self.key = key
        self.settings = settings
        self.loop = loop
        try configure()
    }

    private func configure() throws {
        // A body without a length and without chunks: data after the head, for any time.
        try handle.set(CURLOPT_UPLOAD, true)
        try handle.set(CURLOPT_CUSTOMREQUEST, "GET")
        let context = handle.context(self)
        try handle.set(CURLOPT_WRITEDATA, pointer: context)
        try handle.set(CURLOPT_HEADERDATA, pointer: context)
        try handle.set(CURLOPT_READDATA, pointer: context)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<WebSocketTransfer>.fromOpaque(context).takeUnretainedValue().didReceiveData(bytes)
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let line = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<WebSocketTransfer>.fromOpaque(context).takeUnretainedValue().tookHead(line)
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_READFUNCTION) { data, size, count, context in
            guard let context, let data else { return Int(CURL_READFUNC_ABORT) }
            let room = UnsafeMutableRawBufferPointer(start: data, count: size * count)
            return Unmanaged<WebSocketTransfer>.fromOpaque(context).takeUnretainedValue().copyInput(room)
        }
        inner.connection.whenRequestBegins = { [unowned self] in
            isAnswered = false
            begun = .now
            if let stop, inner.connection.isOnGivenSocket { hangUp?.begin(stop) } else { hangUp?.cancel() }
        }
    }

    func setStop(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

    // MARK: - The handshake

    /// Whether the current request was answered with another status than 101.
    private var isAnswered = false

    private func tookHead(_ line: UnsafeRawBufferPointer) -> Int {
        let count = inner.tookHead(line)
        guard count == line.count, line.count <= 2, let answer = inner.responses.last, !answer.isTunnel else {
            return count
        }
        guard answer.status == 101 else {
            isAnswered = !(100..<200).contains(answer.status)
            if isAnswered {
                // A login may continue over another connection.
                hangUp?.cancel()
                resume()
            }
            return count
        }
        evidence.status = 101
        evidence.handshake = Milliseconds(begun.duration(to: .now))
        if let problem = problem(of: answer) {
            evidence.outcome = .invalidHandshake
            evidence.detail = problem
            stage = .over
            return 0
        }
        evidence.outcome = .noPong
        stage = .pinged
        begun = .now
        send(WebSocketFrame.ping(Self.pingPayload), for: Self.patience)
        return count
    }

    /// The violation of what a client must check in the response (RFC 6455 section 4.1); `nil` if there is none.
    private func problem(of answer: HTTPTransfer.Response) -> String? {
        var digest = [UInt8](repeating: 0, count: 20)
        let text = key + Self.constant
        guard netdiag_sha1(text, text.utf8.count, &digest) != 0 else {
            return "SHA-1 cannot be computed on this machine"
        }
        let wanted = Data(digest).base64EncodedString()
        guard let accept = answer.first("sec-websocket-accept") else { return "Sec-WebSocket-Accept is missing" }
        guard accept.trimmed == wanted else { return "Sec-WebSocket-Accept is \(accept), and should be \(wanted)" }
        guard answer.first("upgrade")?.trimmed.lowercased() == "websocket" else {
            return "Upgrade: websocket is missing"
        }
        if let extensions = answer.first("sec-websocket-extensions") {
            return "the extension \(extensions) was not asked for"
        }
        evidence.subprotocol = answer.first("sec-websocket-protocol")?.trimmed
        if let chosen = evidence.subprotocol, !settings.subprotocols.contains(chosen) {
            return "the subprotocol \(chosen) was not offered"
        }
        if evidence.subprotocol == nil, !settings.subprotocols.isEmpty {
            return "none of the subprotocols \(settings.subprotocols.joined(separator: ", ")) is spoken"
        }
        return nil
    }

    // MARK: - The conversation

    private func didReceiveData(_ bytes: UnsafeRawBufferPointer) -> Int {
        // The body of a response without 101 is not needed, and may be endless.
        guard stage != .handshake else { return 0 }
        do throws(WebSocketReader.ProtocolError) {
            try reader.parse(bytes) { handle($0) }
        } catch {
            evidence.outcome = .protocolError
            evidence.detail = error.reason
            stage = .over
        }
        return stage == .over ? 0 : bytes.count
    }

    private func handle(_ event: WebSocketReader.Event) {
        switch event {
        case .ping(let payload):
            queue(WebSocketFrame.pong(payload))
        case .pong(let payload):
            guard stage == .pinged, payload == Self.pingPayload else { return }
            evidence.roundTrip = Milliseconds(begun.duration(to: .now))
            sendRequest()
        case .message(let bytes, _):
            evidence.messages += 1
            evidence.messageBytes += bytes.count
            guard stage == .asked, let expected else { return }
            switch budget.first(of: expected, in: bytes).match {
            case .yes: break
            case .no:
                // Before it is cut, since a part of a secret would not be recognised.
                let start = secrets.reduce(String(decoding: bytes.prefix(8_192), as: UTF8.self)) { $1.masked($0) }
                evidence.detail = "the last message is \"\(String(start.unicodeScalars.prefix(80)))\""
                return
            case .tooCostly:
                evidence.detail = "its messages take too many steps to match; write a simpler pattern"
                stage = .over
                return
            }
            evidence.answer = Milliseconds(begun.duration(to: .now))
            evidence.detail = nil
            close()
        case .close(let code, let reason):
            closed(code, reason)
        }
    }

    private func sendRequest() {
        begun = .now
        if expected != nil {
            evidence.outcome = .unexpectedMessage
            stage = .asked
        }
        if let message = settings.message { queue(WebSocketFrame.text(message)) }
        if expected == nil {
            close()
        } else {
            // From now on, the limit is that of the whole check.
            timer?.cancel()
            resume()
        }
    }

    private func close() {
        evidence.outcome = .done
        stage = .closing
        send(WebSocketFrame.close(1000), for: Self.closePatience)
    }

    private func closed(_ code: Int?, _ reason: String) {
        evidence.closeCode = code
        let because = reason.isEmpty ? "" : ": \(SafeText.cut(reason, to: 123))"
        if stage != .closing {
            evidence.outcome = code == 1002 || code == 1007 ? .protocolError : .closed
            evidence.detail = "the server closes with \(code.map(String.init) ?? "no code")\(because)"
        }
        stage = .over
    }

    // MARK: - Sending

    private func send(_ frame: [UInt8], for patience: Duration) {
        queue(frame)
        timer?.cancel()
        guard let stop else { return }
        timer = loop.schedule(after: patience) { stop() }
    }

    private func queue(_ frame: [UInt8]) {
        // A flood of pings is not answered endlessly.
        guard outgoing.count < 65_536 else { return }
        outgoing += frame
        resume()
    }

    private func resume() {
        guard isPaused else { return }
        isPaused = false
        _ = curl_easy_pause(handle.easy, CURLPAUSE_CONT)
    }

    private func copyInput(_ room: UnsafeMutableRawBufferPointer) -> Int {
        if isAnswered || stage == .over { return 0 }
        guard !outgoing.isEmpty, stage != .handshake else {
            isPaused = true
            return Int(CURL_READFUNC_PAUSE)
        }
        let count = min(room.count, outgoing.count)
        room.copyBytes(from: outgoing.prefix(count))
        outgoing.removeFirst(count)
        return count
    }

    func outcome(_ code: CURLcode) -> Outcome {
        timer?.cancel()
        hangUp?.cancel()
        let code = hangUp?.isHungUp == true ? CURLE_GOT_NOTHING : code
        var http = inner.outcome(code)
        if stage != .handshake { http.code = CURLE_OK }
        if stage == .handshake, let last = http.last, last.status != 101 {
            evidence.outcome = .refused
            evidence.status = last.status
        } else if stage == .handshake {
            evidence.outcome =
                switch code {
                case _ where http.isHeadEndless: .malformed
                case CURLE_OPERATION_TIMEDOUT: .noAnswer
                case CURLE_GOT_NOTHING, CURLE_OK: .closed
                case CURLE_RECV_ERROR, CURLE_SEND_ERROR: .reset
                case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR, .lineTooLong,
                    .lineTooLongSince8_6:
                    .malformed
                default: .failed
                }
            evidence.detail = http.isHeadEndless ? HTTPTransfer.endlessHead : HTTPAssessment.text(code, http.error)
        } else if stage == .pinged || stage == .asked, code != CURLE_OPERATION_TIMEDOUT {
            // The connection ended without a close frame (RFC 6455 section 7.1.5: 1006).
            evidence.outcome = .closed
            evidence.detail = evidence.detail ?? "the connection ends without a close frame"
        }
        return Outcome(http: http, evidence: evidence)
    }
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        let head = drop(while: \.isWhitespace)
        return head.lastIndex { !$0.isWhitespace }.map { String(head[...$0]) } ?? ""
    }
}
