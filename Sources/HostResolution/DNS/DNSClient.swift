import CAres
public import EventLoopKit
import Glibc
public import NetworkModel

/// Asks DNS servers on the wire, each question exactly one server, so that each failure has its culprit.
public actor DNSClient {
    nonisolated let loop: EventLoop
    /// The event loop that the client's sockets and timers live on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Questions on the wire at a time, each with a socket and 80 KiB of c-ares's; the others wait for their turn.
    public static let concurrencyLimit = 64

    /// A server whose answer was truncated has answered: TCP to it takes no longer, even where its SYN is lost once.
    private static let streamLimit = Duration.milliseconds(1_500)

    /// After this long without an answer, the question is put without EDNS as well: there are home routers and firewalls that drop
    /// what they do not know, and programs, which ask without (resolv.conf(5), `edns0`), notice nothing of it.
    private static let extendedLead = Duration.milliseconds(500)
    /// Servers that are known to answer only without EDNS, the last ones found.
    private static let plainLimit = 16

    private struct Pending {
        let exchange: DNSExchange
        let continuation: CheckedContinuation<Reply, any Error>
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

    /// What happens while a question is put in both forms.
    private enum Part: Sendable {
        case reply(Reply)
        /// The server has had its time for the question with EDNS.
        case overdue
    }

    private nonisolated let limiter = Limiter(DNSClient.concurrencyLimit)
    private var pending: [Int: Pending] = [:]
    /// Channels without a question, as long as others have one: most questions are put with the same settings.
    private var idle: [DNSChannel] = []
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
        let now = ContinuousClock.now
        // Time that is short is shared.
        let lead = plainServers.contains(server) ? .zero : min(Self.extendedLead, now.duration(to: deadline) / 2)
        var plain = options
        plain.form = .plain
        let plainOptions = plain
        let (extendedID, plainID) = (newID(), newID())
        return try await withThrowingTaskGroup(of: Part.self) { group in
            func askPlainly() {
                group.addTask {
                    try await .reply(
                        self.run(plainID, name, type: type, server: server, options: plainOptions, until: deadline))
                }
            }
            group.addTask {
                try await .reply(
                    self.run(extendedID, name, type: type, server: server, options: options, until: deadline))
            }
            group.addTask {
                if lead > .zero { try await self.loop.sleep(until: now + lead) }
                return .overdue
            }
            defer { group.cancelAll() }
            var (isPlainAsked, extended, denied) = (false, Reply?.none, Reply?.none)
            while let part = try await group.next() {
                switch part {
                case .overdue:
                    // Routers report few packets a second: what follows up on this needs some of them.
                    guard !isPlainAsked, pending[extendedID]?.exchange.refusal == nil else { continue }
                    isPlainAsked = true
                    askPlainly()
                case .reply(let reply) where reply.form == .extended:
                    if reply.isFinal {
                        plainServers.removeAll { $0 == server }
                        return reply
                    }
                    extended = reply
                    if !isPlainAsked, ContinuousClock.now < deadline {
                        isPlainAsked = true
                        askPlainly()
                    }
                case .reply(let reply):
                    if reply.bytes != nil || reply.isTruncated {
                        if extended?.isRejection != true { learnPlain(server) }
                        var reply = reply
                        reply.ignoredReplies +=
                            extended?.ignoredReplies ?? pending[extendedID]?.exchange.ignoredReplies ?? 0
                        return reply
                    }
                    denied = reply
                }
                // Both are over, with nothing that is of use.
                if let extended, denied != nil || !isPlainAsked { return extended }
            }
            throw CancellationError()
        }
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

    /// One question over one transport, in one form.
    private func run(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQuestionOptions,
        until deadline: ContinuousClock.Instant
    ) async throws -> Reply {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let exchange = DNSExchange(server: server, options: options, deadline: deadline, loop: loop) {
                    [weak self] fd in self?.assumeIsolated { $0.drive(id, fd) }
                }
                begin(id, exchange, name.text, type, continuation)
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.finish(id) { _ in .failure(CancellationError()) } } }
        }
    }

    private func begin(
        _ id: Int, _ exchange: DNSExchange, _ name: String, _ type: DNSRecordType,
        _ continuation: CheckedContinuation<Reply, any Error>
    ) {
        // A cancellation before this point found nothing to end.
        guard !Task.isCancelled else {
            continuation.resume(throwing: CancellationError())
            return
        }
        pending[id] = Pending(exchange: exchange, continuation: continuation)
        do {
            try exchange.open(name, type: type, on: channel(exchange.channelSettings))
            finishIfEnded(id)
        } catch {
            finish(id) { _ in .failure(error) }
        }
    }

    private func channel(_ settings: DNSChannel.Settings) throws(HostResolutionError) -> DNSChannel {
        if let index = idle.lastIndex(where: { $0.settings == settings }) { return idle.remove(at: index) }
        // As many as questions may be under way: the oldest makes room.
        if idle.count + pending.count > Self.concurrencyLimit, !idle.isEmpty { idle.removeFirst().destroy() }
        return try DNSChannel(settings)
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
    private func finish(_ id: Int, _ result: (DNSExchange) -> Result<Reply, any Error>) {
        guard let ended = pending.removeValue(forKey: id) else { return }
        let result = result(ended.exchange)
        if let channel = ended.exchange.close() { idle.append(channel) }
        if pending.isEmpty || !DNSChannel.canBeUsedAgain {
            for channel in idle { channel.destroy() }
            idle = []
        }
        ended.continuation.resume(with: result)
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
