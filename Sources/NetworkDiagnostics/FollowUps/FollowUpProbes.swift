import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Answers the questions that a verdict leaves open.
struct FollowUpProbes: Sendable {
    /// What an answer adds to the evidence.
    typealias Amendment = @Sendable (inout Evidence) -> Void

    let engine: DiagnosticEngine
    let options: CheckOptions
    /// As it was when the questions were asked.
    let evidence: Evidence
    let deadline: ContinuousClock.Instant

    /// - Throws: `CancellationError`; what keeps the question from being put, which leaves it open.
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
    /// What it is about, for a report that has to do without its answer.
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
    /// How often an answer may lead to further questions.
    private static let maxRounds = 3
    /// Questions in one round; no rule asks for as many.
    private static let maxQuestions = 16
    /// The longest time that may be added to a check that took all of its own.
    private static let maxTime = Duration.seconds(1)

    /// Judges what has been gathered, and asks what the rules still want to know: all of a round at once.
    ///
    /// - Parameter deadline: The check's own; some time is added to it, since a target that gives no answer has used it up.
    func followUp(into gathered: inout Gathered, until deadline: ContinuousClock.Instant) async throws -> Verdict {
        var verdict = Verdict(on: gathered.evidence)
        guard !verdict.questions.isEmpty else { return verdict }
        if options.followUps == .asBudgeted {
            guard engine.followUps.begin(at: .now) else {
                // One look at the uplink serves all checks that fail at the same time.
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

    /// In the order of the questions; one that could not be put, or took too long, has none.
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
