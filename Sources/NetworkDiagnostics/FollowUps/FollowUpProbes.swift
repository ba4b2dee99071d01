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

    /// Answers a question.
    ///
    /// - Throws: `CancellationError`, and errors because of which the question stays open.
    func answer(_ question: Question) async throws -> Amendment {
        switch question {
        case .link(let question): try await answer(question)
        case .path(let question): try await answer(question)
        case .names(let question): try await answer(question)
        case .multicast(let question): try await answer(question)
        case .web(let question): try await answer(question)
        }
    }
}

extension Question {
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
    private static let maxQuestions = 16
    /// The longest time that is added to a check that used its whole time limit.
    private static let maxTime = Duration.seconds(1)

    /// Evaluates the evidence, and answers the questions of the rules, all of a round at once.
    ///
    /// - Parameter deadline: The deadline of the check. Some time is added to it, since a silent target has used it up.
    func followUp(into gathered: inout Gathered, until deadline: ContinuousClock.Instant) async throws -> Verdict {
        var verdict = Verdict(on: gathered.evidence)
        guard !verdict.questions.isEmpty else { return verdict }
        if options.followUps == .asBudgeted {
            guard engine.followUps.begin(at: .now) else {
                // All checks that fail at the same time share one observation of the uplink.
                let shared = verdict.questions.filter { $0 == .path(.uplink) }
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
                gathered.evidence.terms.omitted = Set(verdict.questions.map(\.topic)).sorted {
                    $0.rawValue < $1.rawValue
                }
                return Verdict(on: gathered.evidence)
            }
        }
        defer { if options.followUps == .asBudgeted { engine.followUps.finish() } }
        var asked: Set<Question> = []
        let end = min(deadline, .now + Self.maxTime) + min(options.timeout / 5, Self.maxTime)
        while asked.count < Self.maxRounds * Self.maxQuestions, ContinuousClock.now < end {
            let open = verdict.questions.filter { asked.insert($0).inserted }.prefix(Self.maxQuestions)
            guard !open.isEmpty else { break }
            let inquirer = FollowUpProbes(engine: engine, options: options, evidence: gathered.evidence, deadline: end)
            for amendment in try await Self.answers(to: open, by: inquirer) { amendment(&gathered.evidence) }
            verdict = Verdict(on: gathered.evidence)
        }
        return verdict
    }

    /// The answers in the order of the questions; `nil` for one that failed, or took too long.
    private static func answers(
        to questions: ArraySlice<Question>, by inquirer: FollowUpProbes
    ) async throws -> [FollowUpProbes.Amendment] {
        let answers = try await withThrowingTaskGroup(of: (Int, FollowUpProbes.Amendment?).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask {
                    do {
                        return (index, try await inquirer.answer(question))
                    } catch {
                        try Task.checkCancellation()
                        return (index, nil)
                    }
                }
            }
            var answers = [FollowUpProbes.Amendment?](repeating: nil, count: questions.count)
            for try await (index, amendment) in group { answers[index] = amendment }
            return answers
        }
        return answers.compactMap(\.self)
    }
}
