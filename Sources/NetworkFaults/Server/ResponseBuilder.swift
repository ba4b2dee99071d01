import NIOCore
import NIOHTTP1
import NetworkModel

/// Builds responses from response plans.
struct ResponseBuilder {
    let request: ServedRequest
    let values: TemplateValues
    /// The segments that the route's last segment, `*`, matched.
    let rest: [String]
    /// Whether the client is on this machine.
    let isLocal: Bool
    /// Whether the response may be unfinished (``ServedResponse/isUnfinished``).
    var patience = ResourceDatabase.Patience.whole

    func response(_ plan: ResponsePlan, _ generator: inout SeededGenerator) -> ServedResponse {
        let status = HTTPResponseStatus(statusCode: Int(plan.status))
        var response = ServedResponse(status)
        switch plan.body {
        case .empty: break
        case .text(let text):
            response =
                text.constantBytes.map { ServedResponse.bytes(status, $0) } ?? .text(status, text.filled(values) { $0 })
            // The text may contain data of the client.
            response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        case .json(let text):
            let type = "application/json"
            response =
                text.constantBytes.map { ServedResponse.bytes(status, $0, type: type) }
                ?? .text(status, text.filled(values, escape: JSONText.escaped), type: type)
        case .file(let path): response = Self.file(path, request, status)
        case .directory(let root, let isWritable):
            response = StaticFiles(root: root, isWritable: isWritable).response(rest, to: request)
        case .repeated(let unit, let count):
            response.body = .repeated(unit, count: count)
            response.headers.add(name: "Content-Type", value: "application/octet-stream")
        case .random(let count):
            response.body = .random(count: count, seed: generator.next())
            response.headers.add(name: "Content-Type", value: "application/octet-stream")
        case .events(let events, let interval, let rounds):
            response.body = .parts(
                events.map { [values] event in { ByteBuffer(string: Self.event(event.filled(values) { $0 })) } },
                interval: interval, rounds: rounds)
            response.headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        case .chunks(let chunks, let interval):
            response.body = .parts(
                chunks.map { [values] chunk in { ByteBuffer(string: chunk.filled(values) { $0 }) } },
                interval: interval, rounds: 1)
            response.headers = ["Content-Type": "text/plain; charset=utf-8"]
        case .echo: response = EchoResponse.response(to: request)
        case .forward(let upstream): response = ServedResponse(.ok, body: .forward(upstream))
        case .kept(let text): response = EditableTextPages.text(text)
        case .editor(let text): response = EditableTextPages.editor(text, request, isLocal: isLocal)
        case .api(let service): response = service.response(to: request)
        case .upload(let plan):
            response = UploadResponse(plan: plan).response(to: request)
            if response.status == .ok { response.status = status }
        case .resource(let resource): response = resource.response(rest, to: request, patience)
        }
        for (name, value) in plan.headers {
            // A value of the client must not begin another line (RFC 9110 section 5.5).
            let value = value.filled(values, escape: Self.fieldValue)
            if name.lowercased() == "set-cookie" {
                response.headers.add(name: name, value: value)
            } else {
                response.headers.replaceOrAdd(name: name, value: value)
            }
        }
        compress(&response)
        if let delay = plan.firstByte { response.firstByte += delay.sample(&generator) }
        response.pace = plan.pace
        return response
    }

    private func compress(_ response: inout ServedResponse) {
        guard case .bytes(let bytes) = response.body, Gzip.isAccepted(request.headers),
            !response.headers.contains(name: "content-encoding"),
            let type = response.headers.first(name: "content-type"), MediaTypes.isText(type)
        else { return }
        guard let packed = Gzip.compressed(bytes) else { return }
        response.body = .bytes(packed)
        // A different representation needs a different tag.
        if let tag = response.headers.first(name: "etag") {
            response.headers.replaceOrAdd(name: "ETag", value: String(tag.dropLast()) + "-gzip\"")
        }
        response.headers.add(name: "Content-Encoding", value: "gzip")
        response.headers.add(name: "Vary", value: "Accept-Encoding")
    }

    private static func file(_ path: String, _ request: ServedRequest, _ status: HTTPResponseStatus) -> ServedResponse {
        guard let file = OpenFile(path: path) else {
            return .problem(.internalServerError, "the file of this route cannot be read")
        }
        var response = StaticFiles.response(file, named: path, to: request)
        if response.status == .ok { response.status = status }
        return response
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
