import NIOCore
import NIOHTTP1
import NetworkModel

/// Builds responses from response plans.
struct AnswerBuilder {
    let request: ServedRequest
    let values: TemplateValues
    /// The segments that the route's last segment, `*`, matched.
    let rest: [String]
    /// Whether the client is on this machine.
    let isLocal: Bool

    func answer(_ plan: ResponsePlan, _ generator: inout SeededGenerator) -> HTTPAnswer {
        let status = HTTPResponseStatus(statusCode: Int(plan.status))
        var answer = HTTPAnswer(status)
        switch plan.body {
        case .empty: break
        case .text(let text):
            answer =
                text.constantBytes.map { HTTPAnswer.bytes(status, $0) } ?? .text(status, text.filled(values) { $0 })
            // The text may contain data of the client.
            answer.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        case .json(let text):
            let type = "application/json"
            answer =
                text.constantBytes.map { HTTPAnswer.bytes(status, $0, type: type) }
                ?? .text(status, text.filled(values, escape: JSONText.escaped), type: type)
        case .file(let path): answer = Self.file(path, request, status)
        case .directory(let root, let isWritable):
            answer = StaticFiles(root: root, isWritable: isWritable).answer(rest, to: request)
        case .repeated(let unit, let count):
            answer.body = .repeated(unit, count: count)
            answer.headers.add(name: "Content-Type", value: "application/octet-stream")
        case .random(let count):
            answer.body = .random(count: count, seed: generator.next())
            answer.headers.add(name: "Content-Type", value: "application/octet-stream")
        case .events(let events, let interval, let rounds):
            answer.body = .parts(
                events.map { [values] event in { ByteBuffer(string: Self.event(event.filled(values) { $0 })) } },
                interval: interval, rounds: rounds)
            answer.headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        case .chunks(let chunks, let interval):
            answer.body = .parts(
                chunks.map { [values] chunk in { ByteBuffer(string: chunk.filled(values) { $0 }) } },
                interval: interval, rounds: 1)
            answer.headers = ["Content-Type": "text/plain; charset=utf-8"]
        case .echo: answer = EchoAnswer.answer(to: request)
        case .forward(let upstream): answer = HTTPAnswer(.ok, body: .forward(upstream))
        case .kept(let text): answer = KeptTextPages.text(text)
        case .editor(let text): answer = KeptTextPages.editor(text, request, isLocal: isLocal)
        case .api(let service): answer = service.answer(to: request)
        case .upload(let plan):
            answer = UploadAnswer(plan: plan).answer(to: request)
            if answer.status == .ok { answer.status = status }
        case .resource(let resource): answer = resource.answer(rest, to: request)
        }
        for (name, value) in plan.headers {
            // A value of the client must not begin another line (RFC 9110 section 5.5).
            let value = value.filled(values, escape: Self.fieldValue)
            if name.lowercased() == "set-cookie" {
                answer.headers.add(name: name, value: value)
            } else {
                answer.headers.replaceOrAdd(name: name, value: value)
            }
        }
        compress(&answer)
        if let delay = plan.firstByte { answer.firstByte += delay.sample(&generator) }
        answer.pace = plan.pace
        return answer
    }

    private func compress(_ answer: inout HTTPAnswer) {
        guard case .bytes(let bytes) = answer.body, Gzip.isAccepted(request.headers),
            !answer.headers.contains(name: "content-encoding"),
            let type = answer.headers.first(name: "content-type"), MediaTypes.isText(type)
        else { return }
        guard let packed = Gzip.compressed(bytes) else { return }
        answer.body = .bytes(packed)
        // A different representation needs a different tag.
        if let tag = answer.headers.first(name: "etag") {
            answer.headers.replaceOrAdd(name: "ETag", value: String(tag.dropLast()) + "-gzip\"")
        }
        answer.headers.add(name: "Content-Encoding", value: "gzip")
        answer.headers.add(name: "Vary", value: "Accept-Encoding")
    }

    private static func file(_ path: String, _ request: ServedRequest, _ status: HTTPResponseStatus) -> HTTPAnswer {
        guard let file = OpenFile(path: path) else {
            return .problem(.internalServerError, "the file of this route cannot be read")
        }
        var answer = StaticFiles.answer(file, named: path, to: request)
        if answer.status == .ok { answer.status = status }
        return answer
    }

    /// Formats an event, with a field for each line of its data.
    private static func event(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
            .map { "data: \($0)\n" }.joined() + "\n"
    }

    private static func fieldValue(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }))
    }
}
