import CAres
public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Queries DNS servers on the wire. Each query goes to exactly one server, so that each failure can be attributed.
public actor DNSClient {
    nonisolated let loop: EventLoop
    /// The event loop of the client's sockets and timers.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The maximum number of concurrent queries, each with a socket (up to three if there is no response to the query with EDNS), and
    /// over TCP with 80 KiB of c-ares. Others wait for their turn.
    public static let maxConcurrency = 64

    /// The time limit for TCP after a truncated response. The server has responded, so that TCP to it takes no longer, even if its
    /// SYN is lost once.
    private nonisolated let streamLimit: Duration

    /// The time without a response after which the query is also sent without EDNS. Some home routers and firewalls drop what
    /// they do not know. Programs do not notice, since they do not use EDNS (resolv.conf(5), `edns0`).
    private static let extendedLead = Duration.milliseconds(500)
    /// The maximum number of remembered servers that only respond without EDNS.
    private static let plainLimit = 16

    private nonisolated let limiter = Limiter(DNSClient.maxConcurrency)
    private var pending: [Int: Pending] = [:]
    private var trials: [Int: Trial] = [:]
    private var lastID = 0
    /// The number of queries whose callers have their results, and which keep their sockets.
    private var lateCount = 0
    /// Servers that responded without EDNS to what they had not answered with it. Both forms are sent to them at once, so
    /// that there is no delay, and a lost packet has no permanent effect.
    private var plainServers: [SocketAddress] = []
    /// What ICMP errors and responses show about the ports of servers.
    private var closedPorts = ClosedPorts()
    /// Servers whose streams were no responses, and until when this counts.
    var brokenStreams: [SocketAddress: ContinuousClock.Instant] = [:]

    /// Creates a client, which uses no resources between queries.
    public init(loop: EventLoop) {
        self.init(loop: loop, streamLimit: .milliseconds(1_500))
    }

    /// Creates a client with another time limit for TCP after a truncated response.
    package init(loop: EventLoop, streamLimit: Duration) {
        self.loop = loop
        self.streamLimit = streamLimit
    }

    /// Sends a query to a server.
    ///
    /// It uses UDP with EDNS (RFC 6891), repeats lost packets, and uses TCP if the response is truncated. Without EDNS it
    /// tries again if the server rejects EDNS, fails, or is silent for half a second. Replies with another ID or question are
    /// counted; after one, a valid reply has another second.
    ///
    /// - Parameters:
    ///   - name: An absolute name; a final dot makes no difference, `.` is the root.
    ///   - type: The record type to query.
    ///   - server: The address and port of the server.
    ///   - options: The transport, the validation and the repetition.
    ///   - timeout: The time limit, 10 ms to 60 s, from the query's turn on (see ``maxConcurrency``).
    /// - Throws: `CancellationError`, after all sockets are closed; ``HostResolutionError``.
    public nonisolated func query(
        _ name: String, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions = .init(),
        timeout: Duration = .seconds(2)
    ) async throws -> DNSAnswer {
        try await query(DomainName(name), type: type, server: server, options: options, timeout: timeout)
    }

    /// Sends a query to a server.
    ///
    /// - Parameters:
    ///   - end: The end of the caller's time limit, however long the query had to wait for its turn.
    ///   - late: Where a response over UDP goes that arrives after that, or after a cancellation.
    nonisolated func query(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions = .init(),
        timeout: Duration, until end: ContinuousClock.Instant? = nil, late: LateDelivery? = nil
    ) async throws -> DNSAnswer {
        guard options.transport != .either else {
            return try await firstResponse(
                to: name, type: type, server: server, options: options, timeout: timeout, until: end)
        }
        return try await limiter.withPermit {
            let limit = end.map { min(timeout, ContinuousClock.now.duration(to: $0)) } ?? timeout
            return try await self.exchange(
                name, type: type, server: server, options: options, timeout: limit, late: late)
        }
    }

    private func exchange(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions, timeout: Duration,
        late: LateDelivery?
    ) async throws -> DNSAnswer {
        let begun = ContinuousClock.now
        let deadline = begun + min(max(timeout, .milliseconds(10)), .seconds(60))
        var reply = try await query(name, type: type, server: server, options: options, until: deadline, late: late)
        if reply.isTruncated, options.repetition == .asNeeded {
            var options = DNSQueryOptions(transport: .tcp, checking: options.checking)
            options.form = reply.form
            let end = min(deadline, .now + streamLimit)
            let (ignored, isRepeated) = (reply.ignoredReplies, reply.isRepeated)
            reply = try await overTCP(name, type: type, server: server, options: options, until: end)
            (reply.isTruncated, reply.ignoredReplies, reply.isRepeated) = (true, ignored, isRepeated)
        }
        return reply.dnsAnswer(to: name, type, server, after: begun.duration(to: .now))
    }

    /// Sends a query over one transport, in the form that the server supports.
    private func query(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
        until deadline: ContinuousClock.Instant, late: LateDelivery?
    ) async throws -> Reply {
        guard options.transport == .udp else {
            return try await overTCP(name, type: type, server: server, options: options, until: deadline)
        }
        guard options.repetition == .asNeeded else {
            var options = options
            options.form = plainServers.contains(server) ? .plain : .extended
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
                beginTrial(
                    id, name, type: type, server: server, options: options, until: deadline, late, continuation)
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.release(id, .failure(CancellationError())) } }
        }
    }

    private func beginTrial(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
        until deadline: ContinuousClock.Instant, _ late: LateDelivery?,
        _ continuation: CheckedContinuation<Reply, any Error>
    ) {
        let begun = ContinuousClock.now
        let last = late.map { max(deadline, begun + $0.patience) } ?? deadline
        var plain = options
        plain.form = .plain
        func query(_ exchangeID: Int, _ options: DNSQueryOptions) {
            begin(exchangeID, name, type: type, server: server, options: options, until: last) {
                self.evaluate(id, $0)
            }
        }
        let (extendedID, plainID) = (newID(), newID())
        trials[id] = Trial(
            extendedID: extendedID, plainID: plainID, server: server, deadline: last,
            queryPlainly: { [plain] in query(plainID, plain) }, continuation: continuation,
            late: late.map { late in
                Late(answers: late.answers, end: begun + late.patience) {
                    $0.dnsAnswer(to: name, type, server, after: begun.duration(to: .now))
                }
            })
        query(extendedID, options)
        guard trials[id] != nil else { return }
        if last > deadline {
            trials[id]?.end = loop.schedule(after: begun.duration(to: deadline)) { [weak self] in
                self?.assumeIsolated { $0.endTime(of: id) }
            }
        }
        // If there is little time, it is divided.
        let lead =
            plainServers.contains(server)
            ? .zero : min(Self.extendedLead, ContinuousClock.now.duration(to: deadline) / 2)
        expectSilence(of: id)
        guard lead > .zero else { return queryPlainly(id) }
        trials[id]?.lead = loop.schedule(after: lead) { [weak self] in
            self?.assumeIsolated { trial in
                // Routers report a few packets per second, of which later probes need some.
                guard trial.pending[extendedID]?.exchange.refusal == nil else { return }
                trial.trials[id]?.isPlainLate = true
                trial.queryPlainly(id)
            }
        }
    }

    private func queryPlainly(_ id: Int) {
        guard let trial = trials[id], !trial.isPlainAsked else { return }
        trials[id]?.isPlainAsked = true
        trial.queryPlainly()
    }

    /// Evaluates the result of one of the two forms.
    private func evaluate(_ id: Int, _ result: Result<Reply, any Error>) {
        guard let trial = trials[id] else { return }
        record(result, of: trial.server)
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
                // If the other one has ended as well, no result is useful.
                if pending[trial.plainID] == nil { endTrial(id, result) }
            } else if ContinuousClock.now < trial.deadline {
                queryPlainly(id)
            } else {
                endTrial(id, result)
            }
        case .success(var reply):
            if reply.bytes != nil || reply.isTruncated {
                if trial.extended?.isRejection != true { recordLackOfEDNS(trial.server) }
                if trial.isPlainLate { reply.isRepeated = true }
                // If it is known to answer without EDNS alone, both forms were sent at once.
                reply.isAfterRejection = trial.extended?.isRejection == true || !trial.isPlainLate
                reply.ignoredReplies +=
                    trial.extended?.ignoredReplies ?? pending[trial.extendedID]?.exchange.ignoredReplies ?? 0
                endTrial(id, .success(reply))
            } else if reply.isFinal, !reply.isUnsent, trial.extended?.isRejection != true {
                // Hosts limit their ICMP errors (icmp(7)), so that only one of the two forms may get one.
                endTrial(id, .success(reply))
            } else if let extended = trial.extended {
                endTrial(id, .success(extended))
            }
        }
    }

    /// Records what a result shows about the port of a server. If it is closed, other queries to it need not be waited for as long.
    private func record(_ result: Result<Reply, any Error>, of server: SocketAddress) {
        guard case .success(let reply) = result else { return }
        if reply.bytes != nil || reply.isTruncated {
            closedPorts.recordResponse(of: server)
        } else if let delay = reply.closedAfter {
            closedPorts.recordError(of: server, after: delay)
            for id in trials.filter({ $0.value.server == server }).keys { expectSilence(of: id) }
        }
    }

    /// Gives a query only a short time if the port of its server is known to be closed: there may be no error for this one.
    private func expectSilence(of id: Int) {
        guard let trial = trials[id], trial.closing == nil, let grace = closedPorts.grace(for: trial.server) else {
            return
        }
        trials[id]?.closing = loop.schedule(after: grace) { [weak self] in
            self?.assumeIsolated { $0.endAtClosedPort(id) }
        }
    }

    /// Whether the host of a server has just reported that its port is closed.
    package func isPortClosed(of server: SocketAddress) -> Bool { closedPorts.grace(for: server) != nil }

    private func endAtClosedPort(_ id: Int) {
        // Data that arrived in time counts.
        for exchange in [trials[id]?.extendedID, trials[id]?.plainID].compactMap(\.self) { drive(exchange, nil) }
        // A response since the error, or one of the wrong form, is another matter.
        guard let trial = trials[id], trial.extended == nil, closedPorts.isClosed(trial.server) else { return }
        let exchange = pending[trial.extendedID]?.exchange
        guard exchange?.refusal == nil, exchange?.ignoredReplies ?? 0 == 0 else { return }
        endTrial(id, .success(Reply(status: ARES_ECONNREFUSED, socketError: ECONNREFUSED)))
    }

    /// Ends what is still in progress before the caller gets the result.
    private func endTrial(_ id: Int, _ result: Result<Reply, any Error>) {
        guard let trial = trials.removeValue(forKey: id) else { return }
        trial.lead?.cancel()
        trial.end?.cancel()
        trial.closing?.cancel()
        for exchange in [trial.extendedID, trial.plainID] { finish(exchange) { _ in .failure(CancellationError()) } }
        if let continuation = trial.continuation { return continuation.resume(with: result) }
        lateCount -= 1
        guard let late = trial.late else { return }
        guard case .success(let reply) = result, reply.bytes != nil else { return late.answers.finish(id, nil) }
        late.answers.finish(id, late.answer(reply))
    }

    /// Ends the caller's time.
    private func endTime(of id: Int) {
        // Data that arrived in time counts.
        for exchange in [trials[id]?.extendedID, trials[id]?.plainID].compactMap(\.self) { drive(exchange, nil) }
        guard let trial = trials[id] else { return }
        let exchange = pending[trial.extendedID]?.exchange
        var silence = Reply(status: ARES_ETIMEOUT)
        silence.ignoredReplies = exchange?.ignoredReplies ?? 0
        (silence.otherSource, silence.refusal) = (exchange?.otherSource, exchange?.refusal)
        release(id, .success(trial.extended ?? silence))
    }

    /// Gives the caller a result without a response. If programs still wait for one, the query continues.
    private func release(_ id: Int, _ result: Result<Reply, any Error>) {
        guard let trial = trials[id], let continuation = trial.continuation else { return }
        // The server, or a router, may have said what it will say.
        let isOpen = trial.extended == nil && pending[trial.extendedID]?.exchange.refusal == nil
        let now = ContinuousClock.now
        guard isOpen, let late = trial.late, lateCount < Self.maxConcurrency, now < late.end,
            late.answers.add(
                id,
                end: { [loop, self] in
                    loop.execute { self.assumeIsolated { $0.endTrial(id, .failure(CancellationError())) } }
                })
        else { return endTrial(id, result) }
        lateCount += 1
        trials[id]?.continuation = nil
        trials[id]?.end?.cancel()
        trials[id]?.end = loop.schedule(after: now.duration(to: late.end)) { [weak self] in
            self?.assumeIsolated { $0.endTrial(id, .failure(CancellationError())) }
        }
        continuation.resume(with: result)
    }

    func newID() -> Int {
        lastID += 1
        return lastID
    }

    private func recordLackOfEDNS(_ server: SocketAddress) {
        guard !plainServers.contains(server) else { return }
        plainServers.append(server)
        if plainServers.count > Self.plainLimit { plainServers.removeFirst() }
    }

    /// Sends a query over TCP, or once over UDP.
    func run(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
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

    /// Sends a query over one transport, in one form.
    private func begin(
        _ id: Int, _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
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
                ignoredReplies: exchange.ignoredReplies, otherSource: exchange.otherSource, refusal: exchange.refusal,
                isRepeated: exchange.isRepeated, form: exchange.form)
            switch ending {
            case .truncated: reply.isTruncated = true
            case .reply(let bytes): reply.bytes = bytes
            case .rejection(let bytes): (reply.bytes, reply.isRejection) = (bytes, true)
            case .status(let status):
                // A lack of resources on this machine says nothing about the server.
                if ResourceErrors.codes.contains(exchange.socketError) {
                    return .failure(
                        HostResolutionError.unavailable(reason: String(cString: strerror(exchange.socketError))))
                }
                (reply.status, reply.socketError) = (status, exchange.socketError)
                (reply.isUnsent, reply.closedAfter) = (exchange.isUnsent, exchange.closedAfter)
            }
            return .success(reply)
        }
    }

    /// Ends an exchange. The sockets are closed before the caller gets the result.
    private func finish(_ id: Int, _ result: (any DNSExchange) -> Result<Reply, any Error>) {
        guard let ended = pending.removeValue(forKey: id) else { return }
        let result = result(ended.exchange)
        ended.exchange.close()
        ended.finish(result)
    }
}
