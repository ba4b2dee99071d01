import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NetworkModel

/// Takes requests from a listener, lets in who may come in, finds the endpoint and writes its answer.
struct FrontDoor: Sendable {
    let api: API
    let access: AccessRules
    let logger: Logger
    /// Bodies of requests are read up to this many bytes.
    private static let mostBodyBytes = 64 * 1_024
    private static let mostPathBytes = 8 * 1_024

    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let answer: APIAnswer
        do {
            answer = try await self.answer(request, channel)
        } catch let problem as Problem {
            answer = problem.answer
        } catch is CancellationError {
            answer = Problem(.serviceUnavailable, "the daemon is shutting down").answer
        } catch {
            logger.error("answering \(SafeText.escaped(request.head.path ?? "")) failed: \(error)")
            answer = Problem(.internalServerError, "\(error)").answer
        }
        if case .stream(_, let end) = answer.body {
            // One that has gone meanwhile is found out below.
            if !Self.isUnixSocket(channel) { try? await KeepAlive.begin(on: channel) }
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).whenGone(end)
            }.get()
        }
        try await write(answer, isHead: request.method == .head, to: writer)
    }

    private func answer(_ request: Request, _ channel: any Channel) async throws -> APIAnswer {
        guard (request.head.path ?? "").utf8.count <= Self.mostPathBytes else {
            throw Problem(.uriTooLong, "the request target has more than \(Self.mostPathBytes) bytes")
        }
        // The first one has become the authority; two would let each reader believe another (RFC 9112 section 3.2).
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            throw Problem(.badRequest, "the Host field stands there twice")
        }
        let (path, values) = try RequestTarget.split(request.head.path ?? "/")
        let found = Result { () throws(Problem) in try api.find(request.method, path) }
        var question = APIRequest(method: request.method, path: path, values: values, body: ByteBuffer())
        if Self.isUnixSocket(channel) {
            question.right = .sendTraffic
        } else {
            question.client = Self.peer(channel)
            // Who may not come in learns nothing of what is inside.
            question.right = try access.admit(
                sendsTraffic: (try? found.get().endpoint)?.sendsTraffic(for: question.query) ?? false,
                from: question.client, authority: request.head.authority,
                authorization: request.headers[.authorization])
        }
        let (endpoint, parameter) = try found.get()
        question.parameter = parameter
        question.callingCard = request.headers[CallingCard.field]
        try question.allow(Set(endpoint.query.map(\.key)), repeatable: endpoint.repeatable)
        if endpoint.takesBody { question.body = try await body(of: request) }
        return try await endpoint.answer(question)
    }

    private func body(of request: Request) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: Self.mostBodyBytes)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "the body has more than \(Self.mostBodyBytes) bytes")
        }
    }

    private func write(_ answer: APIAnswer, isHead: Bool, to writer: consuming ResponseWriter) async throws {
        var head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.xContentTypeOptions] = "nosniff"
        switch answer.body {
        case .bytes(let buffer):
            // RFC 9110 section 8.6.
            if answer.status != .noContent { head.headerFields[.contentLength] = String(buffer.readableBytes) }
            try await writer.write(response: head, body: isHead ? ResponseBody() : ResponseBody(byteBuffer: buffer))
        case .array(let stream):
            let body = isHead ? ResponseBody() : ResponseBody(asyncSequence: stream)
            try await writer.write(response: head, body: body)
        case .stream(let stream, let end):
            if isHead {
                end()
                try await writer.write(response: head, body: ResponseBody())
            } else {
                try await writer.write(response: head, body: ResponseBody(asyncSequence: stream))
            }
        }
    }

    private static func isUnixSocket(_ channel: any Channel) -> Bool {
        if case .unixDomainSocket = channel.localAddress { return true }
        return false
    }

    private static func peer(_ channel: any Channel) -> IPAddress? {
        // IPv4 clients of a socket for both families come with mapped addresses.
        channel.remoteAddress?.ipAddress.flatMap { IPAddress($0)?.unmapped }
    }
}
