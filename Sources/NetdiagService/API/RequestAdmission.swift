import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NetworkModel
import Translations

/// Accepts requests from a listener, admits those that are allowed, finds the endpoint and writes its response.
struct RequestAdmission: Sendable {
    let api: API
    let access: AccessRules
    let senders: PrivilegedActions
    /// The status that error pages show.
    let store: StatusStore
    let logger: Logger
    let streams = ClientShares.streams()
    let requests = ClientShares.requests()
    let budget = ByteBudget()
    private static let maxPathBytes = 8 * 1_024
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    private static let referrerPolicy = HTTPField.Name("Referrer-Policy")!

    /// - Parameter channel: The channel, on whose event loop the task already runs (``ClientChannel``).
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
        // Once, also for the page of an error: a wrong token counts.
        let admission = Result { () throws(Problem) in try access.admit(client, request.head) }
        do {
            answer = try await self.answer(request, client, admission)
            if let end = answer.end {
                do {
                    place = try streams.acquire(for: client)
                } catch {
                    end()
                    throw error
                }
            }
        } catch let problem as Problem {
            answer = await self.answer(problem, to: request, admission)
        } catch is CancellationError {
            answer = await self.answer(
                Problem(.serviceUnavailable, "the daemon is shutting down"), to: request, admission)
        } catch {
            logger.error("answering \(SafeText.escaped(request.head.path ?? "")) failed: \(error)")
            answer = await self.answer(Problem(.internalServerError, "\(error)"), to: request, admission)
        }
        if let end = answer.end {
            // A client that has disconnected meanwhile is detected below.
            if case .remote = client { try? await KeepAlive.begin(on: channel) }
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).onDisconnect(end)
            }.get()
        }
        try await write(answer, isHead: request.method == .head, for: client, on: channel, to: writer)
        withExtendedLifetime(place) {}
    }

    private func answer(
        _ request: Request, _ client: Client, _ admission: Result<Admission, Problem>
    ) async throws -> APIAnswer {
        guard (request.head.path ?? "").utf8.count <= Self.maxPathBytes else {
            throw Problem(.uriTooLong, "the request target has more than \(Self.maxPathBytes) bytes")
        }
        // The first field has become the authority; with two, other readers might use the second (RFC 9112 section
        // 3.2).
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            throw Problem(.badRequest, "the Host field occurs twice")
        }
        let (path, values) = try RequestTarget.split(request.head.path ?? "/")
        let found = Result { () throws(Problem) in try api.find(request.method, path) }
        var question = APIRequest(
            method: request.method, path: path, values: values, body: ByteBuffer(), client: client)
        question.budget = budget
        // A client without access must not learn which endpoints exist.
        question.admission = try admission.get()
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
        // Held until the response is complete or has started; a stream then has its own place.
        let place = answering.sends && question.accessLevel >= .privileged ? try requests.acquire(for: client) : nil
        defer { withExtendedLifetime(place) {} }
        return try await answering.answer(question, with: senders)
    }

    /// The response to a request that failed: a page where a browser opens one, else a document for programs.
    private func answer(
        _ problem: Problem, to request: Request, _ admission: Result<Admission, Problem>
    ) async -> APIAnswer {
        let path = (try? RequestTarget.split(request.head.path ?? "/").path) ?? request.head.path ?? "/"
        guard api.isPage(path) else { return problem.answer }
        guard APIRequest.wantsPage(request.headers[.accept]) else {
            var answer = problem.answer
            answer.fields[.vary] = "Accept"
            return answer
        }
        // A client that is not admitted, for example because it names another host, learns nothing of this one.
        let admission = try? admission.get()
        let page = ErrorPage(
            problem: problem, status: admission.map { _ in PublicStatus(store.document) },
            isReader: (admission?.accessLevel ?? .stranger) >= .reader, hasSession: admission?.hasSession == true)
        let language = Language(acceptLanguage: request.headers[.acceptLanguage])
        var answer = Language.$current.withValue(language) { page.answer }
        answer.fields[.contentLanguage] = language.tag
        answer.fields[.vary] = "Accept, Accept-Language"
        return answer
    }

    /// - Parameter type: The media type that is required over TCP, since a page of another site may cause a browser to
    ///   send what forms, and scripts without permission, can (WHATWG Fetch section 2.2.2).
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
            // The client's errors are not logged, since it could send any number of them.
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
        // Pages of other sites must not embed responses, and links must not disclose the page that they are on.
        if answer.fields[Self.resourcePolicy] == nil { head.headerFields[Self.resourcePolicy] = "same-origin" }
        head.headerFields[Self.referrerPolicy] = "no-referrer"
        try await AnswerWriter(client: client, budget: budget, channel: channel).write(
            head, answer, isHead: isHead, to: writer)
    }
}
