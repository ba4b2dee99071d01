/// The audience of an endpoint, and how it responds.
///
/// Packets are sent, and credentials used, through ``Senders`` alone, which only the closures for privileged clients are
/// handed: an endpoint that answers others has nothing to send with.
enum Answering: Sendable {
    typealias Reading = @Sendable (APIRequest) async throws -> APIAnswer
    typealias Sending = @Sendable (APIRequest, Senders) async throws -> APIAnswer

    /// The same for everybody who may connect.
    case open(Reading)
    /// Less for strangers than for readers.
    case reduced(strangers: Reading, readers: Reading)
    /// For readers.
    case readers(Reading)
    /// What is known for readers; privileged clients have the daemon look for more.
    case extended(readers: Reading, privileged: Sending)
    /// For privileged clients.
    case privileged(Sending)

    /// What a client has to be at least to be answered.
    var accessLevel: AccessLevel {
        switch self {
        case .open, .reduced: .stranger
        case .readers, .extended: .reader
        case .privileged: .privileged
        }
    }

    /// Whether an answer may send packets or use credentials, for privileged clients.
    var sends: Bool {
        switch self {
        case .open, .reduced, .readers: false
        case .extended, .privileged: true
        }
    }

    /// Refuses clients that are less than what is needed.
    func check(_ request: APIRequest) throws(Problem) {
        try request.require(accessLevel, for: sends && accessLevel == .privileged ? "this sends traffic, and" : "this")
    }

    /// - Throws: ``Problem``, the refusal included; `CancellationError`.
    func answer(_ request: APIRequest, with senders: Senders) async throws -> APIAnswer {
        try check(request)
        switch self {
        case .open(let answer), .readers(let answer): return try await answer(request)
        case .reduced(let strangers, let readers):
            return try await request.accessLevel >= .reader ? readers(request) : strangers(request)
        case .extended(let readers, let privileged):
            guard request.accessLevel >= .privileged else { return try await readers(request) }
            return try await privileged(request, senders)
        case .privileged(let send): return try await send(request, senders)
        }
    }
}
