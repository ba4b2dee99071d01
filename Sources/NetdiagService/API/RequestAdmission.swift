import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NetdiagHistory
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
    let streams = ClientLimits.streams()
    let requests = ClientLimits.requests()
    let turns = QueryTurns()
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
        var response: APIResponse
        var place: ClientLimits.Place?
        // Once, also for the page of an error: a wrong token counts.
        let admission = Result { () throws(Problem) in try access.admit(client, request.head) }
        do {
            response = try await self.handle(request, client, admission, channel)
            if let end = response.end {
                do {
                    place = try streams.acquire(for: client)
                } catch {
                    end()
                    throw error
                }
            }
        } catch let problem as Problem {
            response = await self.errorResponse(problem, to: request, admission)
        } catch let error as HistoryStore.Unavailable {
            response = await self.errorResponse(Problem(error), to: request, admission)
        } catch is CancellationError {
            response = await self.errorResponse(
                Problem(.serviceUnavailable, "the daemon is shutting down"), to: request, admission)
        } catch {
            logger.error("answering \(SafeText.escaped(request.head.path ?? "")) failed: \(error)")
            response = await self.errorResponse(Problem(.internalServerError, "\(error)"), to: request, admission)
        }
        if let end = response.end {
            // A client that has disconnected meanwhile is detected below.
            if case .remote = client { try? await KeepAlive.begin(on: channel) }
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).onDisconnect(end)
            }.get()
        }
        try await write(response, isHead: request.method == .head, for: client, on: channel, to: writer)
        withExtendedLifetime(place) {}
    }

    private func handle(
        _ request: Request, _ client: Client, _ admission: Result<Admission, Problem>, _ channel: any Channel
    ) async throws -> APIResponse {
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
        var apiRequest = APIRequest(
            method: request.method, path: path, values: values, body: ByteBuffer(), client: client)
        apiRequest.budget = budget
        // A client without access must not learn which endpoints exist.
        apiRequest.admission = try admission.get()
        let (endpoint, parameter) = try found.get()
        let audience = endpoint.audience
        try audience.check(apiRequest)
        apiRequest.parameter = parameter
        apiRequest.fields = request.headers
        apiRequest.peerHello = request.headers[PeerHello.field]
        try apiRequest.allow(Set(endpoint.query.map(\.key)), repeatable: endpoint.repeatable)
        if let type = endpoint.bodyType {
            apiRequest.body = try await body(of: request, type, upTo: endpoint.maxBodyBytes, client, channel)
        }
        // Held until the response is complete or has started; a stream then has its own place.
        let place = audience.sends && apiRequest.accessLevel >= .privileged ? try requests.acquire(for: client) : nil
        defer { withExtendedLifetime(place) {} }
        guard endpoint.queriesHistory, apiRequest.accessLevel >= .reader else {
            return try await audience.handle(apiRequest, with: senders)
        }
        let (finished, turns, senders) = (apiRequest, self.turns, self.senders)
        return try await whileConnected(channel) {
            let turn = try await turns.acquire(for: client)
            defer { withExtendedLifetime(turn) {} }
            return try await audience.handle(finished, with: senders)
        }
    }

    /// Runs a body in a task that is cancelled when the connection ends: the history would otherwise be queried for
    /// clients that are gone. A client that has only closed its side still reads the response.
    private func whileConnected(
        _ channel: any Channel, _ body: @escaping @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse {
        let task = Task { try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body) }
        return try await withTaskCancellationHandler {
            do {
                try await Self.onClose(of: channel) { task.cancel() }
            } catch {
                // The connection has ended already, and its handlers with it.
                task.cancel()
            }
            let result = await task.result
            // The next request of the connection has a task of its own.
            try? await Self.onClose(of: channel, nil)
            return try result.get()
        } onCancel: {
            task.cancel()
        }
    }

    private static func onClose(of channel: any Channel, _ end: (@Sendable () -> Void)?) async throws {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).onClose(end)
        }.get()
    }

    /// The response to a request that failed: a page where a browser opens one, else a document for programs.
    private func errorResponse(
        _ problem: Problem, to request: Request, _ admission: Result<Admission, Problem>
    ) async -> APIResponse {
        let path = (try? RequestTarget.split(request.head.path ?? "/").path) ?? request.head.path ?? "/"
        guard api.isPage(path) else { return problem.response }
        guard APIRequest.wantsPage(request.headers[.accept]) else {
            var response = problem.response
            response.fields[.vary] = "Accept"
            return response
        }
        // A client that is not admitted, for example because it names another host, learns nothing of this one.
        let admission = try? admission.get()
        let page = ErrorPage(
            problem: problem, status: admission.map { _ in PublicStatus(store.document) },
            isReader: (admission?.accessLevel ?? .stranger) >= .reader, hasSession: admission?.hasSession == true)
        let language = Language(acceptLanguage: request.headers[.acceptLanguage])
        var response = Language.$current.withValue(language) { page.response }
        response.fields[.contentLanguage] = language.tag
        response.fields[.vary] = "Accept, Accept-Language"
        return response
    }

    /// - Parameter type: The media type that is required over TCP, since a page of another site may cause a browser to
    ///   send what forms, and scripts without permission, can (WHATWG Fetch section 2.2.2).
    private func body(
        of request: Request, _ type: String, upTo maxBytes: Int, _ client: Client, _ channel: any Channel
    ) async throws -> ByteBuffer {
        let given = request.headers[.contentType] ?? ""
        let essence = given.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        if case .remote = client, essence != type {
            throw Problem(
                .unsupportedMediaType,
                "the body is \(given.isEmpty ? "of no type" : SafeText.shown(given)); send it as Content-Type: \(type)")
        }
        let tooLong = Problem(.contentTooLarge, "the body has more than \(maxBytes) bytes")
        if let length = request.headers[.contentLength], Int(length).map({ $0 > maxBytes }) ?? true { throw tooLong }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            // Fails only if the client has left.
            try? await channel.triggerUserOutboundEvent(ExchangeHandler.Event.bodyAwaited).get()
        }
        do {
            return try await request.body.collect(upTo: maxBytes)
        } catch is NIOTooManyBytesError {
            throw tooLong
        } catch let error as CancellationError {
            throw error
        } catch {
            // The client's errors are not logged, since it could send any number of them.
            throw Problem(.badRequest, "the body cannot be read: it is cut short, or is not HTTP")
        }
    }

    private func write(
        _ response: APIResponse, isHead: Bool, for client: Client, on channel: any Channel,
        to writer: consuming ResponseWriter
    ) async throws {
        var head = HTTPResponse(status: response.status, headerFields: response.fields)
        if response.fields[.cacheControl] == nil { head.headerFields[.cacheControl] = "no-store" }
        head.headerFields[.xContentTypeOptions] = "nosniff"
        // Pages of other sites must not embed responses, and links must not disclose the page that they are on.
        if response.fields[Self.resourcePolicy] == nil { head.headerFields[Self.resourcePolicy] = "same-origin" }
        head.headerFields[Self.referrerPolicy] = "no-referrer"
        try await APIResponseWriter(client: client, budget: budget, channel: channel).write(
            head, response, isHead: isHead, to: writer)
    }
}
