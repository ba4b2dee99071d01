import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NetworkModel

/// Accepts requests from a listener, admits those that are allowed, finds the endpoint and writes its response.
struct RequestAdmission: Sendable {
    let api: API
    let access: AccessRules
    let senders: Senders
    let logger: Logger
    let streams = ClientShares.streams()
    let requests = ClientShares.requests()
    let budget = ByteBudget()
    private static let maxPathBytes = 8 * 1_024
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!

    /// - Parameter channel: On its event loop the task runs already (``ClientChannel``).
    func respond(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, _ client: Client
    ) async throws {
        var writer: ResponseWriter? = writer
        let isBrief = api.isBrief(request.method, request.head.path ?? "/")
        try await withTaskExecutorPreference(isBrief ? nil : globalConcurrentExecutor) {
            guard let writer = writer.take() else { return }
            try await exchange(request, writer, channel, client)
        }
    }

    private func exchange(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, _ client: Client
    ) async throws {
        var answer: APIAnswer
        var place: ClientShares.Place?
        do {
            answer = try await self.answer(request, client)
            if let end = answer.end {
                do {
                    place = try streams.acquire(for: client)
                } catch {
                    end()
                    throw error
                }
            }
        } catch let problem as Problem {
            answer = problem.answer
        } catch is CancellationError {
            answer = Problem(.serviceUnavailable, "the daemon is shutting down").answer
        } catch {
            logger.error("answering \(SafeText.escaped(request.head.path ?? "")) failed: \(error)")
            answer = Problem(.internalServerError, "\(error)").answer
        }
        if let end = answer.end {
            // One that has gone meanwhile is found out below.
            if case .remote = client { try? await KeepAlive.begin(on: channel) }
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).whenGone(end)
            }.get()
        }
        try await write(answer, isHead: request.method == .head, for: client, on: channel, to: writer)
        withExtendedLifetime(place) {}
    }

    private func answer(_ request: Request, _ client: Client) async throws -> APIAnswer {
        guard (request.head.path ?? "").utf8.count <= Self.maxPathBytes else {
            throw Problem(.uriTooLong, "the request target has more than \(Self.maxPathBytes) bytes")
        }
        // The first one has become the authority; two would let each reader believe another (RFC 9112 section 3.2).
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            throw Problem(.badRequest, "the Host field stands there twice")
        }
        let (path, values) = try RequestTarget.split(request.head.path ?? "/")
        let found = Result { () throws(Problem) in try api.find(request.method, path) }
        var question = APIRequest(
            method: request.method, path: path, values: values, body: ByteBuffer(), client: client)
        question.budget = budget
        // Who may not come in learns nothing of what is inside.
        question.admission = try access.admit(client, request.head)
        let (endpoint, parameter) = try found.get()
        let answering = endpoint.answering
        try answering.check(question)
        question.parameter = parameter
        question.fields = request.headers
        question.peerHello = request.headers[PeerHello.field]
        try question.allow(Set(endpoint.query.map(\.key)), repeatable: endpoint.repeatable)
        if let type = endpoint.bodyType {
            question.body = try await body(of: request, type, upTo: endpoint.maxBodyBytes, client)
        }
        // Until the answer is there, or has begun: a stream has a place of its own from then on.
        let place = answering.sends && question.accessLevel >= .privileged ? try requests.acquire(for: client) : nil
        defer { withExtendedLifetime(place) {} }
        return try await answering.answer(question, with: senders)
    }

    /// - Parameter type: The media type that it has to have over TCP, where a page of another site may have a browser send
    ///   what a form or a script without leave can (WHATWG Fetch section 2.2.2).
    private func body(of request: Request, _ type: String, upTo maxBytes: Int, _ client: Client) async throws
        -> ByteBuffer
    {
        let given = request.headers[.contentType] ?? ""
        let essence = given.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        if case .remote = client, essence != type {
            throw Problem(
                .unsupportedMediaType,
                "the body is \(given.isEmpty ? "of no type" : SafeText.shown(given)); send it as Content-Type: \(type)")
        }
        return try await body(of: request, upTo: maxBytes)
    }

    private func body(of request: Request, upTo maxBytes: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: maxBytes)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "the body has more than \(maxBytes) bytes")
        } catch let error as CancellationError {
            throw error
        } catch {
            // The client's doing, and no line of the log: there is no end to what it may send.
            throw Problem(.badRequest, "the body cannot be read: it is cut short, or is not HTTP")
        }
    }

    private func write(
        _ answer: APIAnswer, isHead: Bool, for client: Client, on channel: any Channel,
        to writer: consuming ResponseWriter
    ) async throws {
        var head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        if answer.fields[.cacheControl] == nil { head.headerFields[.cacheControl] = "no-store" }
        head.headerFields[.xContentTypeOptions] = "nosniff"
        // No page of another site may take in what is answered here, nor learn from where its user came.
        if answer.fields[Self.resourcePolicy] == nil { head.headerFields[Self.resourcePolicy] = "same-origin" }
        head.headerFields[Self.referrerPolicy] = "no-referrer"
        try await AnswerWriter(client: client, budget: budget, channel: channel).write(
            head, answer, isHead: isHead, to: writer)
    }
}
