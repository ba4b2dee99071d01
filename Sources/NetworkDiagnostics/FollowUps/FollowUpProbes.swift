import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Runs the probes for the questions that a verdict leaves open.
struct FollowUpProbes: Sendable {
    /// The change that a result makes to the evidence.
    typealias Amendment = @Sendable (inout Evidence) -> Void

    let engine: DiagnosticEngine
    let options: CheckOptions
    /// The evidence at the time of the questions.
    let evidence: Evidence
    let deadline: ContinuousClock.Instant
    /// Whether something else is waited for meanwhile, so that a probe may take longer.
    var isWaiting = false

    /// Answers a question.
    ///
    /// - Throws: `CancellationError`, and errors because of which the question stays open.
    func perform(_ followUp: FollowUp) async throws -> Amendment {
        switch followUp {
        case .link(let followUp): try await perform(followUp)
        case .path(let followUp): try await perform(followUp)
        case .names(let followUp): try await perform(followUp)
        case .multicast(let followUp): try await perform(followUp)
        case .web(let followUp): try await perform(followUp)
        }
    }
}

extension FollowUp {
    /// The subject of the question, for a report without its answer.
    fileprivate var topic: CheckTerms.Topic {
        switch self {
        case .link: .link
        case .path: .path
        case .names: .names
        case .multicast: .multicast
        case .web: .web
        }
    }
}

extension CheckRun {
    /// The maximum number of rounds, since an answer may lead to further questions.
    private static let maxRounds = 3
    /// The maximum number of questions in a round, which no rule reaches.
    static let maxFollowUps = 16
    /// The longest time that is added to a check that used its whole time limit.
    private static let maxTime = Duration.seconds(1)

    /// Evaluates the evidence, and answers the questions of the rules, all of a round at once.
    ///
    /// - Parameter deadline: The deadline of the check. Some time is added to it, since a silent target has used it up.
    func followUp(into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant) async throws
        -> Verdict
    {
        var verdict = Verdict(on: gathered.evidence)
        guard !verdict.followUps.isEmpty else { return verdict }
        if options.followUps == .asBudgeted {
            guard engine.followUps.begin(at: .now) else {
                // All checks that fail at the same time share one observation of the uplink.
                let shared = verdict.followUps.filter { $0 == .path(.uplink) }
                if !shared.isEmpty {
                    let end = min(deadline, .now + Self.maxTime) + min(options.timeout / 5, Self.maxTime)
                    let probes = FollowUpProbes(
                        engine: engine, options: options, evidence: gathered.evidence, deadline: end)
                    for amendment in try await Self.answers(to: shared[...], by: probes) {
                        amendment(&gathered.evidence)
                    }
                    verdict = Verdict(on: gathered.evidence)
                    if verdict.isUplinkBroken { return verdict }
                }
                gathered.evidence.terms.omitted = Set(verdict.followUps.map(\.topic)).sorted {
                    $0.rawValue < $1.rawValue
                }
                return Verdict(on: gathered.evidence)
            }
        }
        defer { if options.followUps == .asBudgeted { engine.followUps.finish() } }
        var asked: Set<FollowUp> = []
        let end = min(deadline, .now + Self.maxTime) + min(options.timeout / 5, Self.maxTime)
        while asked.count < Self.maxRounds * Self.maxFollowUps, ContinuousClock.now < end {
            let open = verdict.followUps.filter { asked.insert($0).inserted }.prefix(Self.maxFollowUps)
            guard !open.isEmpty else { break }
            let prober = FollowUpProbes(engine: engine, options: options, evidence: gathered.evidence, deadline: end)
            for amendment in try await Self.answers(to: open, by: prober, known: early) {
                amendment(&gathered.evidence)
            }
            verdict = Verdict(on: gathered.evidence)
        }
        return verdict
    }

    /// The answers in the order of the questions; `nil` for one that failed, or took too long.
    ///
    /// - Parameter known: Answers that were found before.
    private static func answers(
        to followUps: ArraySlice<FollowUp>, by prober: FollowUpProbes, known: EarlyAnswers? = nil
    ) async throws -> [FollowUpProbes.Amendment] {
        let answers = try await withThrowingTaskGroup(of: (Int, FollowUpProbes.Amendment?).self) { group in
            for (index, followUp) in followUps.enumerated() {
                let early = known?.amendment(for: followUp, in: prober.evidence)
                group.addTask {
                    if let early { return (index, early) }
                    do {
                        return (index, try await prober.perform(followUp))
                    } catch {
                        try Task.checkCancellation()
                        return (index, nil)
                    }
                }
            }
            var answers = [FollowUpProbes.Amendment?](repeating: nil, count: followUps.count)
            for try await (index, amendment) in group { answers[index] = amendment }
            return answers
        }
        return answers.compactMap(\.self)
    }
}
