import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Synchronization

/// The answers to questions that were asked while a peer was still silent. A verdict that asks one of them needs not wait for it.
final class EarlyAnswers: Sendable {
    private struct State {
        var peer: SocketAddress?
        /// Receives the peers; `nil` if nobody waits for one.
        var peers: AsyncStream<SocketAddress?>.Continuation?
        var answers = [FollowUp: FollowUpProbes.Amendment]()
        var areFamiliesCompared = false
    }

    private let state = Mutex(State())

    /// The peer to which a check is connected; `nil` if it is not.
    var peer: SocketAddress? { state.withLock { $0.peer } }

    /// Records the connection to a peer; `nil` before there is one.
    func connected(to peer: SocketAddress?) {
        state.withLock { state in
            state.peer = peer
            state.peers?.yield(peer)
        }
    }

    /// The current peer, and those to which the check is connected later, of which the last one counts. Only one caller may wait.
    func peers() -> AsyncStream<SocketAddress?> {
        let (peers, continuation) = AsyncStream<SocketAddress?>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.peers = continuation
            continuation.yield(state.peer)
        }
        return peers
    }

    /// Records an answer.
    ///
    /// - Parameter isFamilyLost: Whether the question was asked with the knowledge that packets over one address family are lost.
    func add(_ answer: @escaping FollowUpProbes.Amendment, to question: FollowUp, isFamilyLost: Bool) {
        state.withLock { state in
            state.answers[question] = answer
            if question == .path(.uplink) { state.areFamiliesCompared = isFamilyLost }
        }
    }

    /// The answer to a question; `nil` if it is not known. What was asked about the uplink because of a peer that is silent does not
    /// compare the address families.
    func amendment(for question: FollowUp, in evidence: Evidence) -> FollowUpProbes.Amendment? {
        let isFamilyLost = question == .path(.uplink) && evidence.isFamilyLost
        return state.withLock { isFamilyLost && !$0.areFamiliesCompared ? nil : $0.answers[question] }
    }
}

/// A task that begins at some time, unless it is ended before. Hardly any exchange lasts that long, so that it is a timer until then: a
/// child task that waits, and another one for the exchange, cost a considerable part of a check.
private final class EarlyQuestions: Sendable {
    private struct State {
        var timer: EventLoopKit.Timer?
        var task: Task<Void, Never>?
        var hasEnded = false
    }

    private let state = Mutex(State())

    init(on loop: EventLoop, at begin: ContinuousClock.Instant, _ ask: @escaping @Sendable () async -> Void) {
        let left = max(.zero, ContinuousClock.now.duration(to: begin))
        // The lock is held meanwhile, so that a timer that is due at once waits.
        state.withLock { state in
            state.timer = loop.schedule(after: left) { self.begin(ask) }
        }
    }

    private func begin(_ ask: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.timer = nil
            if !state.hasEnded { state.task = Task { await ask() } }
        }
    }

    /// Ends the task, and waits for that.
    func end() async {
        let task = state.withLock { state in
            state.hasEnded = true
            state.timer?.cancel()
            return state.task
        }
        task?.cancel()
        await task?.value
    }
}

/// Questions about a peer that accepts a connection, and is then silent, or that does not respond to datagrams. They are asked before
/// the time limit is reached, so that a check ends soon after it.
extension CheckRun {
    /// The longest time before the end of the check at which questions are asked: enough for two rounds, since the answer to the first
    /// one, about packet sizes, may lead to another, and series of echo requests follow it.
    private static let maxLead = Duration.milliseconds(2_800)
    /// The time that a series of echo requests takes.
    private static let timeOfSeries = Duration.seconds(1)
    /// How long nothing must have arrived. A peer that needs longer for a part of its response is rare, and is only sent a few packets
    /// more.
    private static let silence = Duration.seconds(2)
    /// The same for a peer that was reached late, so that there is hardly any time for the questions.
    private static let leastSilence = Duration.seconds(1)
    /// The time for the questions that such a peer may leave.
    private static let timeOfQuestions = Duration.seconds(2)

    /// When questions about a peer begin from which nothing has arrived since some time.
    ///
    /// - Parameter deadline: The end of the check.
    static func beginOfQuestions(
        silentSince last: ContinuousClock.Instant, until deadline: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        max(last + leastSilence, min(last + silence, deadline - timeOfQuestions))
    }

    /// Runs an exchange. Shortly before the end of the check, questions are asked about a peer that is silent.
    ///
    /// - Parameters:
    ///   - destinations: The addresses of the target.
    ///   - evidence: What is known before the exchange.
    func askingAboutSilence<Result: Sendable>(
        of target: Target, at destinations: [SocketAddress], _ evidence: Evidence,
        until deadline: ContinuousClock.Instant, _ exchange: () async throws -> Result
    ) async throws -> Result {
        // Checks of a schedule share a budget of questions, and nobody waits for them.
        guard options.followUps == .always, target.mayBeSilent, !evidence.observed.has(ProxyEvidence.self) else {
            return try await exchange()
        }
        early.connected(to: nil)
        let begin = deadline - min(options.timeout * 14 / 25, Self.maxLead)
        let questions = EarlyQuestions(on: engine.loop, at: begin) { [self] in
            await probeEarly(target, at: destinations, evidence, until: deadline)
        }
        do {
            let result = try await exchange()
            await questions.end()
            return result
        } catch {
            await questions.end()
            throw error
        }
    }

    /// Asks what the verdict would ask if the check ended now. What cannot be found out is asked again.
    private func probeEarly(
        _ target: Target, at destinations: [SocketAddress], _ evidence: Evidence,
        until deadline: ContinuousClock.Instant
    ) async {
        guard let peer = await silentPeer(of: target, at: destinations, until: deadline) else { return }
        var evidence = evidence.ended(
            beforeResponseOf: peer, for: target, await packets(to: peer),
            passingOver: destinations.prefix(while: { $0.address.bytes != peer.address.bytes })
                .filter { $0.address.family != peer.address.family })
        var asked: Set<FollowUp> = []
        var isFirst = true
        while !Task.isCancelled, ContinuousClock.now < deadline {
            // The packets of the other questions may fill the queue of a slow link, which would drop some of a series.
            let mayMeasure = !isFirst && ContinuousClock.now + Self.timeOfSeries < deadline
            let open = Verdict(on: evidence).followUps.filter { question in
                (mayMeasure || !question.isAboutSeries) && asked.insert(question).inserted
            }
            .prefix(Self.maxFollowUps)
            guard !open.isEmpty || isFirst else { return }
            isFirst = false
            let probes = FollowUpProbes(engine: engine, options: options, evidence: evidence, deadline: deadline)
            let isFamilyLost = evidence.isFamilyLost
            let answers = await withTaskGroup(of: (FollowUp, FollowUpProbes.Amendment?).self) { group in
                for question in open {
                    group.addTask { (question, try? await probes.perform(question)) }
                }
                var answers: [FollowUpProbes.Amendment] = []
                for await (question, answer) in group {
                    guard let answer, !Task.isCancelled else { continue }
                    early.add(answer, to: question, isFamilyLost: isFamilyLost)
                    answers.append(answer)
                }
                return answers
            }
            for amendment in answers { amendment(&evidence) }
        }
    }

    /// The peer from which nothing has arrived for some time, as soon as there is one. An exchange of datagrams ends when a response
    /// arrives.
    private func silentPeer(
        of target: Target, at destinations: [SocketAddress], until deadline: ContinuousClock.Instant
    ) async -> SocketAddress? {
        guard target.isConnectedTo else { return destinations.first }
        // A name that was resolved late leaves no connection before the questions would begin. The end of the check ends the wait.
        for await peer in early.peers() {
            guard let peer else { continue }
            while early.peer == peer, let time = await silence(of: peer) {
                let now = ContinuousClock.now
                let next = Self.beginOfQuestions(silentSince: now - time, until: deadline)
                if next <= now { return peer }
                guard next < deadline, (try? await engine.loop.sleep(until: next)) != nil else { return nil }
            }
        }
        return nil
    }

    /// How long nothing has arrived over the connections to a peer; `nil` if there are none.
    private func silence(of peer: SocketAddress) async -> Duration? {
        await connections(to: peer).map { $0.silence ?? Self.silence }.min()
    }

    /// The counted packets of a connection to a peer: of one that may have lost some, if there is one.
    private func packets(to peer: SocketAddress) async -> TCPEvidence.Packets? {
        let counted = await connections(to: peer).compactMap(\.packets)
        return counted.first(where: \.suggestLoss) ?? counted.first
    }

    /// The connections to a peer, those of other programs included.
    private func connections(to peer: SocketAddress) async -> [OwnConnection] {
        guard let connections = try? await engine.links.connections() else { return [] }
        return connections.filter {
            $0.peer.bytes == peer.address.bytes && $0.port == peer.port && $0.closed == nil
                && $0.synRepetitions == nil
        }
    }
}

extension FollowUp {
    /// Whether a series of echo requests answers it.
    fileprivate var isAboutSeries: Bool {
        switch self {
        case .path(.losses), .link(.series): true
        case .path, .link, .names, .multicast, .web: false
        }
    }
}

extension Target {
    /// Whether a check waits for a response, about whose absence there are questions.
    fileprivate var mayBeSilent: Bool {
        guard case .kind = goal else { return beginsWithTLS || question != nil }
        return isConnectedTo || scheme?.transport == .udp
    }
}

/// The evidence of a kind of target whose server is silent, with what the rules of the layers below read.
private struct SilentExchange: JudgedEvidence {
    static let layer = Layer.kind("silent")

    /// The result of datagrams; `nil` for a connection.
    var datagrams: DatagramEvidence?

    var hasStalled: Bool { datagrams == nil }
    var isProven: Bool { false }
    var summary: String { "" }

    mutating func mapServerText(_ change: (String) -> String) {}
    func findings(in evidence: Evidence) -> [Finding] { [] }
}

extension Evidence {
    /// The evidence of a check that ends before a peer responds, to which it is connected or sends datagrams.
    ///
    /// - Parameters:
    ///   - packets: The counted packets of the connection; `nil` if they are not known.
    ///   - others: The addresses of the other address family that were tried first. Hardly any of them was refused, so that the question
    ///     about the uplink compares the families at once, and need not be asked again at the end.
    func ended(
        beforeResponseOf peer: SocketAddress, for target: Target, _ packets: TCPEvidence.Packets? = nil,
        passingOver others: [SocketAddress] = []
    ) -> Evidence {
        var ended = self
        if let question = target.question {
            let silence = Resolution.Failure(
                source: .dns, server: peer.shownServer, type: question.type.rawValue, reason: .timeout,
                duration: .seconds(2))
            ended.dns = DNSEvidence(
                resolution: Resolution(name: question.name, answers: [], failures: [silence]),
                servers: [peer.description])
            return ended
        }
        guard target.isConnectedTo else {
            ended.observed[SilentExchange.self] = SilentExchange(datagrams: DatagramEvidence(peer, outcome: .silent))
            return ended
        }
        ended.tcp = TCPEvidence(attempts: [
            .init(address: peer.address, port: peer.port, outcome: .connected, duration: .zero)
        ])
        ended.tcp?.attempts[0].packets = packets
        ended.tcp?.attempts += others.map {
            TCPEvidence.Attempt(address: $0.address, port: $0.port, outcome: .timeout, duration: .zero)
        }
        if target.beginsWithTLS {
            ended.tls = TLSEvidence(serverName: "\(target.host)", outcome: .timeout)
        } else if target.isPage {
            ended.http = HTTPEvidence(url: target.text, outcome: .noAnswer)
        } else {
            ended.observed[SilentExchange.self] = SilentExchange()
        }
        return ended
    }
}
