import FoundationEssentials
import Glibc
import NetworkModel
import Translations

/// A request to the daemon and its response.
final class Exchange: DescriptorTask {
    /// The maximum size of the body of a document, in bytes.
    static let maxDocumentBytes = 16 * 1024 * 1024

    /// How the response is received.
    enum Reception {
        /// The whole body at once; the time limit applies to all of it.
        case document((Result<[UInt8], Failure>) throws(Failure) -> Void)
        /// Line by line. The time limit applies to the head of the response. The stream may have a time limit of its own, or
        /// none.
        case lines(during: Duration?, ([UInt8]) throws(Failure) -> Void)
    }

    /// When the daemon ended the connection.
    enum Ending {
        /// Before any response, as one that is killed does.
        case unanswered
        /// After a stream had begun, properly or because the daemon ended itself.
        case ofStream
    }

    private let path: String
    private let limit: Duration
    private let reception: Reception
    private var socket: UnixSocket?
    private var unsent: ArraySlice<UInt8>
    private var parser = HTTPResponseParser()
    private var body: [UInt8] = []
    private var splitter = LineSplitter()
    private var isOver = false
    /// Whether a stream has begun. If it ends after that, the request was not refused.
    private(set) var isStreaming = false
    /// What the daemon had sent when it ended the connection; `nil` if it did not, or during or after a document.
    private(set) var ending: Ending?
    private(set) var deadline: ContinuousClock.Instant?

    /// - Parameter socket: An open connection; by default, one is opened when the exchange begins.
    init(path: String, socket: UnixSocket? = nil, request: HTTPRequest, limit: Duration, reception: Reception) {
        self.path = path
        self.socket = socket
        self.limit = limit
        self.reception = reception
        unsent = request.bytes[...]
    }

    var descriptor: CInt { socket?.descriptor ?? -1 }

    var interest: Int16? {
        isOver ? nil : Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)
    }

    func begin() throws(Failure) {
        deadline = .now + limit
        do {
            if socket == nil { socket = try UnixSocket(path: path) }
            send()
        } catch {
            try finish(.failure(error))
        }
    }

    func proceed() throws(Failure) {
        send()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let input: ArraySlice<UInt8>?
        do {
            input = try socket?.receive(into: &buffer)
        } catch {
            connectionDidEnd()
            return try finish(.failure(error))
        }
        guard let input else { return }
        do {
            if input.isEmpty {
                connectionDidEnd()
                // A daemon that is killed cannot end its response.
                guard parser.isComplete || !isStreaming || parser.endsWithConnection else {
                    return try finish(
                        .failure(.failed(CommandPhrase.daemonBrokeOff.text(["socket": Text.shown(path)]))))
                }
                try parser.end()
            }
            try handle(try parser.consume(input))
        } catch let error as HTTPError {
            try finish(.failure(unusable(error)))
        } catch let error as Failure {
            throw error
        } catch {
            return
        }
    }

    private func connectionDidEnd() {
        ending = isStreaming ? .ofStream : parser.head == nil ? .unanswered : nil
    }

    func expire() throws(Failure) {
        if case .lines = reception, parser.head != nil { return try finish(.success([])) }
        let facts = ["socket": Text.shown(path), "count": "\(limit.components.seconds)"]
        try finish(.failure(.failed(CommandPhrase.daemonIsSilent.text(facts))))
    }

    private func send() {
        while !unsent.isEmpty, let socket {
            // A daemon that closed the connection may have responded before. Its response is read in either case.
            guard let count = socket.send(unsent) else { return unsent = [] }
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
    }

    private func handle(_ input: [UInt8]) throws {
        guard let head = parser.head else { return }
        if case .lines(let time, let receive) = reception, head.isSuccess {
            if !isStreaming {
                isStreaming = true
                deadline = time.map { .now + $0 }
            }
            for line in try splitter.consume(input) where !isOver { try receive(line) }
            if parser.isComplete, let line = splitter.end() { try receive(line) }
        } else {
            body += input
            guard body.count <= Self.maxDocumentBytes else { throw HTTPError("it has more than 16 MiB") }
        }
        guard parser.isComplete else { return }
        if isStreaming { ending = .ofStream }
        try finish(head.isSuccess ? .success(body) : .failure(problem(head)))
    }

    private func finish(_ result: Result<[UInt8], Failure>) throws(Failure) {
        isOver = true
        socket = nil
        switch (reception, result) {
        case (.document(let receive), _): try receive(result)
        case (.lines, .failure(let failure)): throw failure
        case (.lines, .success): break
        }
    }

    private func unusable(_ error: HTTPError) -> Failure {
        .failed(CommandPhrase.daemonResponseInvalid.text(["socket": Text.shown(path), "error": "\(error)"]))
    }

    /// The daemon's problem details (RFC 9457), or only its status.
    private func problem(_ head: HTTPResponseHead) -> Failure {
        let problem = try? JSON.decode(Problem.self, from: body)
        let words =
            (problem?.detail ?? problem?.title).map { FactWords.local($0) }
            ?? ToolPhrase.daemonAnswers.text(["status": "\(head.status) \(head.reason)"])
        // This process can do itself what the daemon refuses to do for this user.
        if head.status == 403 {
            let facts = ["socket": Text.shown(path), "reason": Text.shown(words)]
            return .noDaemon(CommandPhrase.daemonRefuses.text(facts))
        }
        // Too many requests (429) and a name in use (409) are not errors of usage.
        return (400...499).contains(head.status) && ![409, 429].contains(head.status)
            ? .usage(Text.shown(words)) : .failed(Text.shown(words))
    }

    private struct Problem: Decodable {
        var title: String?
        var detail: String?
    }
}
