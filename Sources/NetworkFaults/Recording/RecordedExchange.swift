import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import Synchronization

/// A request and its response, while they are recorded.
package final class RecordedExchange: Sendable {
    /// The maximum length in bytes of a body in the archive itself.
    private static let maxInline = 256 << 10

    /// The files next to the archive.
    enum Part: String, CaseIterable {
        case request, response, body
    }

    private struct State {
        var files: [String: CInt] = [:]
        var request: HTTPRequestHead?
        var requestBytes = 0
        var response: HTTPResponseHead?
        var responseBytes = 0
        /// The body, while it is short enough for the archive; `nil` if it is in a file.
        var inline: [UInt8]? = []
        var waited: Duration?
        /// Whether the response was received completely.
        var isWhole = false
        var isOver = false
    }

    private let recorder: HARRecorder
    private let number: Int
    private let began = Date.now
    private let clock = ContinuousClock.now
    private let state = Mutex(State())

    init(_ recorder: HARRecorder, number: Int) { (self.recorder, self.number) = (recorder, number) }

    deinit {
        for descriptor in state.withLock({ $0.files.values }) { Glibc.close(descriptor) }
    }

    // MARK: - Events

    func request(_ head: HTTPRequestHead) { state.withLock { $0.request = head } }

    func response(_ head: HTTPResponseHead) {
        state.withLock { state in
            state.response = head
            state.waited = clock.duration(to: .now)
            // Text in the archive has no content coding.
            if head.headers.contains(name: "content-encoding") { state.inline = nil }
        }
    }

    /// Records that the response is complete.
    func wholeResponse() { state.withLock { $0.isWhole = true } }

    func requestBody(_ count: Int) { state.withLock { $0.requestBytes += count } }

    func responseBody(_ buffer: ByteBuffer) {
        state.withLock { state in
            state.responseBytes += buffer.readableBytes
            if let kept = state.inline, kept.count + buffer.readableBytes <= Self.maxInline {
                state.inline?.append(contentsOf: buffer.readableBytesView)
            } else {
                if let kept = state.inline, !kept.isEmpty { write(kept[...], .body, &state) }
                state.inline = nil
                write(buffer.readableBytesView, .body, &state)
            }
        }
    }

    /// Records bytes to the upstream (`request`) or from it.
    func wire(_ buffer: ByteBuffer, _ part: Part) {
        state.withLock { write(buffer.readableBytesView, part, &$0) }
    }

    /// Discards the recorded bytes, since the request is sent again over another connection.
    func discardBytes() {
        state.withLock { state in
            for descriptor in state.files.values {
                ftruncate(descriptor, 0)
                lseek(descriptor, 0, SEEK_SET)
            }
        }
    }

    private func name(_ part: Part) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + "." + part.rawValue
    }

    private func write(_ bytes: some Collection<UInt8>, _ part: Part, _ state: inout State) {
        guard !state.isOver, recorder.takes(bytes.count) else { return }
        let descriptor: CInt
        if let open = state.files[part.rawValue] {
            descriptor = open
        } else {
            descriptor = open(
                "\(recorder.path).d/\(name(part))", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return }
            state.files[part.rawValue] = descriptor
        }
        _ = FileReplacement.write(Array(bytes), to: descriptor)
    }

    // MARK: - The entry

    /// Writes the entry if the response was complete. An incomplete one would be replayed as if it were complete.
    func end(_ upstream: Upstream) {
        let entry = state.withLock { state -> String? in
            guard !state.isOver else { return nil }
            state.isOver = true
            guard let request = state.request, let response = state.response, state.isWhole else {
                for part in state.files.keys {
                    if let part = Part(rawValue: part) { unlink("\(recorder.path).d/\(name(part))") }
                }
                return nil
            }
            // An empty body has no file, and belongs in the archive.
            if state.inline == nil, state.files["body"] == nil { state.inline = [] }
            let text = self.entry(request, response, state, upstream)
            for descriptor in state.files.values { Glibc.close(descriptor) }
            state.files = [:]
            return text
        }
        if let entry { recorder.append(entry) }
    }

    private func entry(
        _ request: HTTPRequestHead, _ response: HTTPResponseHead, _ state: State, _ upstream: Upstream
    ) -> String {
        let all = Self.milliseconds(clock.duration(to: .now))
        let waited = min(Self.milliseconds(state.waited ?? .zero), all)
        let url = "\(upstream.scheme.rawValue)://\(upstream.authority)\(request.uri)"
        let query = ServedRequest(method: "GET", target: request.uri).query
        let requestText =
            "{\"method\":\(JSONText.quoted(request.method.rawValue)),\"url\":\(JSONText.quoted(url)),"
            + "\"httpVersion\":\"HTTP/1.1\",\"cookies\":[],\"headers\":\(Self.pairs(request.headers.map { ($0.name, $0.value) })),"
            + "\"queryString\":\(Self.pairs(query.map { ($0.name, $0.value) })),\"headersSize\":-1,\"bodySize\":\(state.requestBytes)}"
        let type = response.headers.first(name: "content-type") ?? "application/octet-stream"
        var content = "{\"size\":\(state.responseBytes),\"mimeType\":\(JSONText.quoted(type))"
        if let bytes = state.inline {
            if let text = String(validating: bytes, as: UTF8.self) {
                content += ",\"text\":\(JSONText.quoted(text))}"
            } else {
                content += ",\"text\":\"\(Base64.encoded(bytes))\",\"encoding\":\"base64\"}"
            }
        } else {
            content += "}"
        }
        let responseText =
            "{\"status\":\(response.status.code),\"statusText\":\(JSONText.quoted(response.status.reasonPhrase)),"
            + "\"httpVersion\":\"HTTP/1.1\",\"cookies\":[],\"headers\":\(Self.pairs(response.headers.map { ($0.name, $0.value) })),"
            + "\"content\":\(content),\"redirectURL\":\(JSONText.quoted(response.headers.first(name: "location") ?? "")),"
            + "\"headersSize\":-1,\"bodySize\":\(state.responseBytes)}"
        let files = Part.allCases.filter { state.files[$0.rawValue] != nil }.map {
            "\"\($0.rawValue)\":\(JSONText.quoted("\(recorder.directoryName)/\(name($0))"))"
        }
        return "{\"startedDateTime\":\"\(ISODate.text(began))\",\"time\":\(all),\"request\":\(requestText),"
            + "\"response\":\(responseText),\"cache\":{},"
            + "\"timings\":{\"send\":0,\"wait\":\(waited),\"receive\":\(all - waited)},"
            + "\"_raw\":{\(files.joined(separator: ","))}}"
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1_000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
    }

    private static func pairs(_ pairs: [(String, String)]) -> String {
        let items = pairs.map { "{\"name\":\(JSONText.quoted($0.0)),\"value\":\(JSONText.quoted($0.1))}" }
        return "[\(items.joined(separator: ","))]"
    }
}
