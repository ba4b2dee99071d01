import EventLoopKit
import NetworkModel
import Synchronization

/// Queries DNS servers for a name in their order, like a stub resolver (resolv.conf(5)).
struct WireLookup: Sendable {
    struct Server: Sendable {
        let address: SocketAddress
        /// UDP, or both transports for a server that programs query over TCP.
        let transport: DNSQueryOptions.Transport
    }

    struct Outcome: Sendable {
        /// The answers with records.
        var answers: [DNSAnswer] = []
        var failures: [Resolution.Failure] = []
        var aliases: [String] = []
        /// The time for the candidates before the last one that was queried; `nil` if that is the first.
        var delay: Duration?
    }

    /// The maximum number of servers. glibc uses three, others more; beyond this, the user has waited long enough.
    static let maxServers = 8

    /// How long responses are waited for while something else may lead to a result.
    struct Limits: Sendable {
        /// The maximum time for a server while there is another one.
        var attempt = Duration.seconds(2)
        /// The total time for one type once the other has its answer: enough to repeat a lost packet, and less than users wait
        /// for queries that are dropped (RFC 8305 section 3 stops sooner).
        var patience = Duration.seconds(1)
    }

    let client: DNSClient
    let servers: [Server]
    var deadline: ContinuousClock.Instant
    var limits = Limits()
    /// Where responses go that arrive later; `nil` if they are not waited for.
    var late: LateDelivery?

    /// Whether the stream of one of the servers was no response a short while ago.
    var isStreamBroken: Bool {
        get async {
            for server in servers {
                if await client.isStreamBroken(of: server.address) { return true }
            }
            return false
        }
    }

    /// Queries the candidates one after the other until one has records, all types of one in parallel.
    ///
    /// A server that did not respond for one candidate is not used for the next. If none has records, NXDOMAIN and no-data
    /// are only listed for the most informative candidate (``ReportTiming``), and the failures of servers for all.
    ///
    /// - Parameter written: The name as written by the user.
    /// - Throws: `CancellationError`, ``HostResolutionError``.
    func query(
        _ candidates: [DomainName], types: [DNSRecordType], written: DomainName? = nil
    ) async throws -> Outcome {
        var outcome = Outcome()
        var serverFailures: [DNSAnswer] = []
        var told: (attempts: [[DNSAnswer]], telling: Significance)?
        let begun = ContinuousClock.now
        for (place, candidate) in candidates.enumerated() {
            if place > 0 { outcome.delay = begun.duration(to: .now) }
            let dead = Set(serverFailures.map(\.server))
            let attempts = try await query(candidate, types: types, of: servers.filter { !dead.contains($0.address) })
            let final = attempts.compactMap { $0.last }
            outcome.answers = final.filter { $0.failure == nil }
            let isExhausted = !outcome.answers.isEmpty || !final.allSatisfy { $0.failure?.isFinal ?? true }
            let telling = isExhausted ? .result : Significance(final, isAsWritten: candidate.text == written?.text)
            if told.map({ $0.telling <= telling }) ?? true { told = (attempts, telling) }
            if isExhausted || ContinuousClock.now >= deadline { break }
            serverFailures += attempts.joined().filter { $0.failure?.isFinal == false }
        }
        serverFailures += told?.attempts.joined().filter { $0.failure != nil } ?? []
        for failed in serverFailures { outcome.add(failed, isOnly: candidates.count == 1) }
        var seen = Set<String>()
        outcome.aliases = outcome.answers.flatMap(\.aliases).filter { seen.insert($0.lowercased()).inserted }
        return outcome
    }

    /// How informative it is that a candidate has no records.
    private enum Significance: Int, Comparable {
        /// A name of the search list does not exist.
        case isMissing
        /// The name as written by the user does not exist.
        case isMissingAsWritten
        /// The name exists, with other records, or with an alias that leads nowhere.
        case exists
        /// It has records, or a server failed.
        case result

        init(_ answers: [DNSAnswer], isAsWritten: Bool) {
            let exists = answers.contains { $0.failure == .noData || !$0.aliases.isEmpty }
            self = exists ? .exists : isAsWritten ? .isMissingAsWritten : .isMissing
        }

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    private func query(
        _ name: DomainName, types: [DNSRecordType], of servers: [Server]
    ) async throws -> [[DNSAnswer]] {
        let patience = QueryTimeout()
        guard types.count > 1 else { return try await [attempts(name, types[0], of: servers, patience)] }
        let begun = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Part.self) { group in
            for (index, type) in types.enumerated() {
                group.addTask { .attempts(index, try await attempts(name, type, of: servers, patience)) }
            }
            var all = [[DNSAnswer]](repeating: [], count: types.count)
            var (left, isWaiting) = (types.count, false)
            while left > 0, let part = try await group.next() {
                switch part {
                case .attempts(let index, let attempts):
                    all[index] = attempts
                    left -= 1
                    guard !isWaiting, attempts.last.map({ $0.failure?.isFinal ?? true }) == true else { continue }
                    isWaiting = true
                    let end = begun + max(limits.patience, begun.duration(to: .now) * 2)
                    group.addTask {
                        try await client.loop.sleep(until: min(end, deadline))
                        return .overdue
                    }
                case .overdue:
                    patience.isOver.store(true, ordering: .relaxed)
                    group.cancelAll()
                }
            }
            group.cancelAll()
            try Task.checkCancellation()
            return all
        }
    }

    private final class QueryTimeout: Sendable {
        let isOver = Atomic(false)
    }

    private enum Part: Sendable {
        case attempts(Int, [DNSAnswer])
        /// The other types have their answers, and the time for this one is over.
        case overdue
    }

    /// The answers of the servers up to the first final one.
    ///
    /// - Parameter patience: Whether a cancellation means the end of this type's time, and not that the caller was cancelled.
    private func attempts(
        _ name: DomainName, _ type: DNSRecordType, of servers: [Server], _ patience: QueryTimeout
    ) async throws -> [DNSAnswer] {
        var answers: [DNSAnswer] = []
        for (index, server) in servers.enumerated() {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero || answers.isEmpty else { break }
            let others = servers.count - index - 1
            // The last server gets the remaining time, the others a share.
            let limit = others == 0 ? left : min(limits.attempt, left / (others + 1))
            let begun = ContinuousClock.now
            do {
                let answer = try await client.query(
                    name, type: type, server: server.address,
                    options: .init(transport: server.transport, hasAlternative: others > 0),
                    timeout: limit, until: deadline, late: late)
                answers.append(answer)
                guard let failure = answer.failure, !failure.isFinal else { return answers }
            } catch is CancellationError where patience.isOver.load(ordering: .relaxed) {
                let silence = begun.duration(to: .now)
                let answer = DNSAnswer(
                    name: name.text, type: type, server: server.address, failure: .timeout, duration: silence)
                return answers + [answer]
            }
        }
        return answers
    }
}

extension WireLookup.Outcome {
    /// Whether any query got no response. One that this machine did not send fails at once, as those of programs do.
    var hasSilence: Bool {
        failures.contains { failure in
            let isSent = failure.isUnsent != true && failure.isWithheld != true
            return failure.reason == .timeout && isSent || failure.ignoredReplies != nil
        }
    }
    /// Whether the ports of all servers that were queried are closed.
    var areServersClosed: Bool {
        answers.isEmpty && !failures.isEmpty
            && failures.allSatisfy { $0.reason == .closed && $0.isTruncated != true }
    }
    /// Whether a response over UDP was truncated, and what arrived over TCP was none.
    var hasBrokenStream: Bool { failures.contains { $0.isTruncated == true && $0.reason == .malformed } }

    /// Adds a response that arrived after its time.
    mutating func add(late answer: DNSAnswer) {
        if answer.failure == nil { answers.append(answer) } else { add(answer, isOnly: true) }
    }

    fileprivate mutating func add(_ answer: DNSAnswer, isOnly: Bool) {
        guard let reason = answer.failure else { return }
        var failure = Resolution.Failure(
            source: .dns, server: answer.server.shownServer, type: answer.type.rawValue, reason: reason,
            duration: answer.duration)
        failure.question = isOnly ? nil : answer.name
        failure.aliases = answer.aliases.isEmpty ? nil : answer.aliases
        failure.isAliasLoop = answer.isAliasLoop ? true : nil
        failure.isTruncated = answer.isTruncated ? true : nil
        failure.ignoredReplies = answer.ignoredReplies == 0 ? nil : answer.ignoredReplies
        failure.repliedFrom = answer.repliedFrom
        failure.isNotImplemented = answer.isNotImplemented ? true : nil
        failure.extendedErrors = answer.extendedErrors.isEmpty ? nil : answer.extendedErrors
        failure.refusal = answer.rejection
        failure.isUnsent = answer.isUnsent ? true : nil
        failure.isWithheld = answer.isWithheld ? true : nil
        let isKnown = failures.contains {
            $0.server == failure.server && $0.type == failure.type && $0.reason == failure.reason
        }
        if !isKnown { failures.append(failure) }
    }
}

extension Resolution.FailureReason {
    /// Whether a stub resolver accepts it as the answer, and queries no other server.
    var isFinal: Bool { self == .nxdomain || self == .noData }
}

extension SocketAddress {
    /// The server as named in answers: with its port unless that is 53.
    package var shownServer: String { port == 53 ? address.description : description }
}
