import CAres
public import EventLoopKit
import Glibc
public import NetworkModel

/// Asks DNS servers on the wire, each question exactly one server, so that each failure has its culprit.
public actor DNSClient {
    nonisolated let loop: EventLoop
    /// The event loop that the client's sockets and timers live on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Questions on the wire at a time, each with a socket, and over TCP with 80 KiB of c-ares's; the others wait for their turn.
    public static let concurrencyLimit = 64

    /// A server whose answer was truncated has answered: TCP to it takes no longer, even where its SYN is lost once.
    private static let streamLimit = Duration.milliseconds(1_500)

    /// After this long without an answer, the question is put without EDNS as well: there are home routers and firewalls that drop
    /// what they do not know, and programs, which ask without (resolv.conf(5), `edns0`), notice nothing of it.
    private static let extendedLead = Duration.milliseconds(500)
    /// Servers that are known to answer only without EDNS, the last ones found.
    private static let plainLimit = 16

    private struct Pending {
        let exchange: any DNSExchange
        /// Called once the exchange is over and closed.
        let finish: (Result<Reply, any Error>) -> Void
    }

    private struct Reply: Sendable {
        var bytes: [UInt8]?
        var status: CInt = 0
        var socketError: CInt = 0
        var isTruncated = false
        var ignoredReplies = 0
        var refusal: ICMPError?
        /// What ``bytes`` may say of EDNS alone.
        var isRejection = false
        var form = DNSQuestionOptions.Form.extended

        /// Whether somebody has answered, the port is closed, or nobody gets there: what another form of the question would not
        /// change.
        var isFinal: Bool {
            !isRejection && (bytes != nil || isTruncated || status != ARES_ETIMEOUT || refusal != nil)
        }
    }

    /// A question over UDP that is put with EDNS and, where that is of no use, without.
    private struct Trial {
        let extendedID: Int
        let plainID: Int
        let server: SocketAddress
        let deadline: ContinuousClock.Instant
        /// Puts the question without EDNS.
        let askPlainly: () -> Void
        let continuation: CheckedContinuation<Reply, any Error>
        /// Until the server has had its time for the question with EDNS.
        var lead: Timer?
        var isPlainAsked = false
        /// What came of the question with EDNS, as long as it may not be the last word.
        var extended: Reply?
    }

    private nonisolated let limiter = Limiter(DNSClient.concurrencyLimit)
    private var pending: [Int: Pending] = [:]
    private var trials: [Int: Trial] = [:]
    private var lastID = 0
    /// Servers that answered without EDNS what they had left unanswered with it: both are sent at once, so that neither the wait is
    /// theirs, nor a lost packet is held against them for ever.
    private var plainServers: [SocketAddress] = []

    /// Holds nothing before its first question, and nothing after the last.
    public init(loop: EventLoop) {
        self.loop = loop
    }

    /// Asks one server one question.
    ///
    /// UDP with EDNS (RFC 6891), repeated where packets are lost, and over TCP where the answer is truncated; without EDNS where
    /// the server rejects it, fails, or is silent for half a second. Replies with another id or question are counted and leave a
    /// true one a second to come.
    ///
    /// - Parameters:
    ///   - name: An absolute name; a final dot makes no difference, `.` is the root.
    ///   - timeout: 10 ms to 60 s, from when the question's turn has come (see ``concurrencyLimit``).
    /// - Throws: `CancellationError`, with all sockets closed; ``HostResolutionError``.
    public nonisolated func query(
        _ name: String, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions = .init(),
        timeout: Duration = .seconds(2)
    ) async throws -> DNSAnswer {
        try await query(DomainName(name), type: type, server: server, options: options, timeout: timeout)
    }

    /// - Parameter end: When the caller's patience ends, however long the question had to wait for its turn.
    nonisolated func query(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions = .init(),
        timeout: Duration, until end: ContinuousClock.Instant? = nil
    ) async throws -> DNSAnswer {
        try await limiter.withPermit {
            let limit = end.map { min(timeout, ContinuousClock.now.duration(to: $0)) } ?? timeout
            return try await self.exchange(name, type: type, server: server, options: options, timeout: limit)
        }
    }

    private func exchange(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions, timeout: Duration
    ) async throws -> DNSAnswer {
        let begun = ContinuousClock.now
        let deadline = begun + min(max(timeout, .milliseconds(10)), .seconds(60))
        var reply = try await ask(name, type: type, server: server, options: options, until: deadline)
        if reply.isTruncated {
            var options = DNSQuestionOptions(transport: .tcp, checking: options.checking)
            options.form = reply.form
            let end = min(deadline, .now + Self.streamLimit)
            let ignored = reply.ignoredReplies
            reply = try await run(newID(), name, type: type, server: server, options: options, until: end)
            (reply.isTruncated, reply.ignoredReplies) = (true, ignored)
        }
        let duration = begun.duration(to: .now)
        let message = reply.bytes.map { DNSMessage($0, answering: type) }
        return DNSAnswer(
            name: name.text, type: type, server: server, records: message?.records ?? [],
            aliases: message?.aliases ?? [], failure: message.map(\.failure) ?? Self.reason(of: reply),
            isAliasLoop: message?.isAliasLoop ?? false, isNotImplemented: message?.isNotImplemented ?? false,
            isTruncated: reply.isTruncated, ignoredReplies: reply.ignoredReplies,
            extendedErrors: message?.extendedErrors ?? [], refusal: reply.refusal,
            isWithheld: message == nil && [EPERM, EACCES].contains(reply.socketError), duration: duration)
    }

    /// One question over one transport, in the form that the server takes.
    private func ask(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions,
        until deadline: ContinuousClock.Instant
    ) async throws -> Reply {
        guard options.transport == .udp else {
            return try await run(newID(), name, type: type, server: server, options: options, until: deadline)
        }
        let id = newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation before this point found nothing to end.
                guard !Task.isCancelled else {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                beginTrial(id, name, type: type, server: server, options: options, until: deadline, continuation)
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.endTrial(id, .failure(CancellationError())) } }
        }
    }

    private func beginTrial(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions,
        until deadline: ContinuousClock.Instant, _ continuation: CheckedContinuation<Reply, any Error>
    ) {
        var plain = options
        plain.form = .plain
        func ask(_ exchangeID: Int, _ options: DNSQuestionOptions) {
            begin(exchangeID, name, type: type, server: server, options: options, until: deadline) {
                self.settle(id, $0)
            }
        }
        let (extendedID, plainID) = (newID(), newID())
        trials[id] = Trial(
            extendedID: extendedID, plainID: plainID, server: server, deadline: deadline,
            askPlainly: { [plain] in ask(plainID, plain) }, continuation: continuation)
        ask(extendedID, options)
        guard trials[id] != nil else { return }
        // Time that is short is shared.
        let lead =
            plainServers.contains(server)
            ? .zero : min(Self.extendedLead, ContinuousClock.now.duration(to: deadline) / 2)
        guard lead > .zero else { return askPlainly(id) }
        trials[id]?.lead = loop.schedule(after: lead) { [weak self] in
            self?.assumeIsolated { trial in
                // Routers report few packets a second: what follows up on this needs some of them.
                if trial.pending[extendedID]?.exchange.refusal == nil { trial.askPlainly(id) }
            }
        }
    }

    private func askPlainly(_ id: Int) {
        guard let trial = trials[id], !trial.isPlainAsked else { return }
        trials[id]?.isPlainAsked = true
        trial.askPlainly()
    }

    /// Weighs what came of one of the two forms.
    private func settle(_ id: Int, _ result: Result<Reply, any Error>) {
        guard let trial = trials[id] else { return }
        switch result {
        case .failure:
            endTrial(id, result)
        case .success(let reply) where reply.form == .extended:
            if reply.isFinal {
                plainServers.removeAll { $0 == trial.server }
                return endTrial(id, result)
            }
            trials[id]?.extended = reply
            if trial.isPlainAsked {
                // Where the other one is over as well, nothing that came is of use.
                if pending[trial.plainID] == nil { endTrial(id, result) }
            } else if ContinuousClock.now < trial.deadline {
                askPlainly(id)
            } else {
                endTrial(id, result)
            }
        case .success(var reply):
            if reply.bytes != nil || reply.isTruncated {
                if trial.extended?.isRejection != true { learnPlain(trial.server) }
                reply.ignoredReplies +=
                    trial.extended?.ignoredReplies ?? pending[trial.extendedID]?.exchange.ignoredReplies ?? 0
                endTrial(id, .success(reply))
            } else if let extended = trial.extended {
                endTrial(id, .success(extended))
            }
        }
    }

    /// Ends what is still under way before the caller hears of it.
    private func endTrial(_ id: Int, _ result: Result<Reply, any Error>) {
        guard let trial = trials.removeValue(forKey: id) else { return }
        trial.lead?.cancel()
        for exchange in [trial.extendedID, trial.plainID] { finish(exchange) { _ in .failure(CancellationError()) } }
        trial.continuation.resume(with: result)
    }

    private func newID() -> Int {
        lastID += 1
        return lastID
    }

    private func learnPlain(_ server: SocketAddress) {
        guard !plainServers.contains(server) else { return }
        plainServers.append(server)
        if plainServers.count > Self.plainLimit { plainServers.removeFirst() }
    }

    /// One question over TCP.
    private func run(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions,
        until deadline: ContinuousClock.Instant
    ) async throws -> Reply {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation before this point found nothing to end.
                guard !Task.isCancelled else {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                begin(id, name, type: type, server: server, options: options, until: deadline) {
                    continuation.resume(with: $0)
                }
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.finish(id) { _ in .failure(CancellationError()) } } }
        }
    }

    /// One question over one transport, in one form.
    private func begin(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions,
        until deadline: ContinuousClock.Instant, _ finish: @escaping (Result<Reply, any Error>) -> Void
    ) {
        let wake: @Sendable (CInt?) -> Void = { [weak self] fd in self?.assumeIsolated { $0.drive(id, fd) } }
        let exchange: any DNSExchange =
            options.transport == .udp
            ? DNSDatagramExchange(server: server, options: options, deadline: deadline, loop: loop, wake: wake)
            : DNSStreamExchange(server: server, options: options, deadline: deadline, loop: loop, wake: wake)
        pending[id] = Pending(exchange: exchange, finish: finish)
        do {
            try exchange.open(name.text, type: type)
            finishIfEnded(id)
        } catch {
            self.finish(id) { _ in .failure(error) }
        }
    }

    private func drive(_ id: Int, _ fd: CInt?) {
        pending[id]?.exchange.drive(fd)
        finishIfEnded(id)
    }

    private func finishIfEnded(_ id: Int) {
        guard let ending = pending[id]?.exchange.ending else { return }
        finish(id) { exchange in
            var reply = Reply(
                ignoredReplies: exchange.ignoredReplies, refusal: exchange.refusal, form: exchange.form)
            switch ending {
            case .truncated: reply.isTruncated = true
            case .reply(let bytes): reply.bytes = bytes
            case .rejection(let bytes): (reply.bytes, reply.isRejection) = (bytes, true)
            case .status(let status):
                // What this machine has run out of says nothing of the server.
                if SystemResolver.shortages.contains(exchange.socketError) {
                    return .failure(
                        HostResolutionError.unavailable(reason: String(cString: strerror(exchange.socketError))))
                }
                (reply.status, reply.socketError) = (status, exchange.socketError)
            }
            return .success(reply)
        }
    }

    /// The sockets are closed before the caller hears of it.
    private func finish(_ id: Int, _ result: (any DNSExchange) -> Result<Reply, any Error>) {
        guard let ended = pending.removeValue(forKey: id) else { return }
        let result = result(ended.exchange)
        ended.exchange.close()
        ended.finish(result)
    }

    /// Why there was no reply.
    private static func reason(of reply: Reply) -> Resolution.FailureReason {
        if reply.socketError == ECONNREFUSED { return .closed }
        if reply.ignoredReplies > 0, !reply.isTruncated { return .malformed }
        switch reply.status {
        // No route, or a prohibition: as little to be heard from the server as in a timeout.
        case ARES_ECONNREFUSED, ARES_ETIMEOUT: return .timeout
        default: return .malformed
        }
    }
}
