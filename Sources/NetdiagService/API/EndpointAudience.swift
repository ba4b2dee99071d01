/// The audience of an endpoint, and how it responds.
///
/// Packets are sent, and credentials used, only through ``PrivilegedActions``, which only the closures for privileged clients
/// receive: other endpoints have no means to send anything.
enum EndpointAudience: Sendable {
    typealias ReadHandler = @Sendable (APIRequest) async throws -> APIResponse
    typealias PrivilegedHandler = @Sendable (APIRequest, PrivilegedActions) async throws -> APIResponse

    /// The same response for all clients that may connect.
    case open(ReadHandler)
    /// A reduced response for strangers, a full one for readers.
    case reduced(strangers: ReadHandler, readers: ReadHandler)
    /// A response for readers.
    case readers(ReadHandler)
    /// Existing data for readers; for privileged clients, the daemon may query for more.
    case extended(readers: ReadHandler, privileged: PrivilegedHandler)
    /// A response for privileged clients.
    case privileged(PrivilegedHandler)

    /// The lowest access level that receives a response.
    var accessLevel: AccessLevel {
        switch self {
        case .open, .reduced: .stranger
        case .readers, .extended: .reader
        case .privileged: .privileged
        }
    }

    /// Whether a response may send packets or use credentials, for privileged clients.
    var sends: Bool {
        switch self {
        case .open, .reduced, .readers: false
        case .extended, .privileged: true
        }
    }

    /// Refuses clients below the required access level.
    func check(_ request: APIRequest) throws(Problem) {
        let what = sends && accessLevel == .privileged ? "this sends traffic, so it" : "this"
        try request.require(accessLevel, for: what)
    }

    /// - Throws: ``Problem``, also for a refusal; `CancellationError`.
    func handle(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        try check(request)
        switch self {
        case .open(let response), .readers(let response): return try await response(request)
        case .reduced(let strangers, let readers):
            return try await request.accessLevel >= .reader ? readers(request) : strangers(request)
        case .extended(let readers, let privileged):
            guard request.accessLevel >= .privileged else { return try await readers(request) }
            return try await privileged(request, senders)
        case .privileged(let send): return try await send(request, senders)
        }
    }
}
