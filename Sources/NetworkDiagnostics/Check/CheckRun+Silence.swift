import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Synchronization

/// The answers to questions that were asked while a peer was still silent. A verdict that asks one of them needs not wait for it.
final class EarlyAnswers: Sendable {
    private struct State {
        var peer: SocketAddress?
        var answers: [FollowUp: FollowUpProbes.Amendment] = [:]
    }

    private let state = Mutex(State())

    /// The peer to which a check is connected; `nil` if it is not.
    var peer: SocketAddress? { state.withLock { $0.peer } }

    /// Records the connection to a peer; `nil` before there is one.
    func connected(to peer: SocketAddress?) { state.withLock { $0.peer = peer } }

    /// Records an answer.
    func add(_ answer: @escaping FollowUpProbes.Amendment, to question: FollowUp) {
        state.withLock { $0.answers[question] = answer }
    }

    /// The answer to a question; `nil` if it is not known.
    func answer(to question: FollowUp) -> FollowUpProbes.Amendment? { state.withLock { $0.answers[question] } }
}

/// Questions about a peer that accepts a connection, and is then silent. They are asked before the time limit is reached, so that a
/// check ends soon after it.
extension CheckRun {
    /// The longest time before the end of the check at which questions are asked.
    private static let longestLead = Duration.milliseconds(1_500)
    /// How long nothing must have arrived. A peer that needs longer for a part of its response is rare, and is only sent a few packets
    /// more.
    private static let silence = Duration.seconds(2)

    /// Runs an exchange. Shortly before the end of the check, questions are asked about a peer that is silent.
    ///
    /// - Parameter evidence: What is known before the exchange.
    func askingAboutSilence<Result: Sendable>(
        of target: Target, _ evidence: Evidence, until deadline: ContinuousClock.Instant,
        _ exchange: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // Checks of a schedule share a budget of questions, and nobody waits for them.
        guard options.followUps == .always, evidence.proxy == nil, target.beginsWithTLS || target.isPage else {
            return try await exchange()
        }
        early.connected(to: nil)
        let begin = deadline - min(options.timeout * 3 / 10, Self.longestLead)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await exchange() }
            group.addTask { [self] in
                try await engine.loop.sleep(until: begin)
                await askEarly(target, evidence, until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            while let step = try await group.next() {
                if let result = step { return result }
            }
            throw CancellationError()
        }
    }

    /// Asks what the verdict would ask if the check ended now. What cannot be found out is asked again.
    private func askEarly(_ target: Target, _ evidence: Evidence, until deadline: ContinuousClock.Instant) async {
        guard let peer = early.peer, await isSilent(peer) else { return }
        var evidence = evidence.ended(beforeResponseOf: peer, for: target)
        var asked: Set<FollowUp> = []
        while !Task.isCancelled, ContinuousClock.now < deadline {
            let open = Verdict(on: evidence).followUps.filter { asked.insert($0).inserted }
                .prefix(Self.maxFollowUps)
            guard !open.isEmpty else { return }
            let probes = FollowUpProbes(engine: engine, options: options, evidence: evidence, deadline: deadline)
            let answers = await withTaskGroup(of: (FollowUp, FollowUpProbes.Amendment?).self) { group in
                for question in open {
                    group.addTask { (question, try? await probes.perform(question)) }
                }
                var answers: [FollowUpProbes.Amendment] = []
                for await (question, answer) in group {
                    guard let answer, !Task.isCancelled else { continue }
                    early.add(answer, to: question)
                    answers.append(answer)
                }
                return answers
            }
            for amendment in answers { amendment(&evidence) }
        }
    }

    /// Whether nothing arrives over the connections to a peer, those of other programs included.
    private func isSilent(_ peer: SocketAddress) async -> Bool {
        guard let connections = try? await engine.links.connections() else { return false }
        let found = connections.filter {
            $0.peer.bytes == peer.address.bytes && $0.port == peer.port && $0.closed == nil
                && $0.synRepetitions == nil
        }
        return !found.isEmpty && found.allSatisfy { $0.silence.map { $0 >= Self.silence } ?? true }
    }
}

extension Evidence {
    /// The evidence of a check that ends before a peer to which it is connected responds.
    func ended(beforeResponseOf peer: SocketAddress, for target: Target) -> Evidence {
        var ended = self
        ended.tcp = TCPEvidence(attempts: [
            .init(address: peer.address, port: peer.port, outcome: .connected, duration: .zero)
        ])
        if target.beginsWithTLS {
            ended.tls = TLSEvidence(serverName: "\(target.host)", outcome: .timeout)
        } else {
            ended.http = HTTPEvidence(url: target.text, outcome: .noAnswer)
        }
        return ended
    }
}
