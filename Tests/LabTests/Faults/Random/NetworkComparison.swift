import Lab

/// The results for one random network that has been brought up.
struct NetworkComparison: Sendable {
    let plan: NetworkPlan
    /// The disagreements that remained at a second try.
    let disagreements: [String]
    /// Whether there were disagreements only at the first try.
    let isSettledLate: Bool
    let time: Duration
    let text: String
    /// The report that `netdiag check --json` printed.
    let report: String
    /// The document that `netdiag status --json` printed.
    let status: String

    init(seed: UInt64) async throws {
        let plan = NetworkPlan(seed: seed)
        let begun = ContinuousClock.now
        let (url, answers, first) = try await Lab.run { lab in
            let network = try await RandomNetwork(plan, in: lab)
            let answers = try await NetworkAnswers(of: network)
            let first = answers.disagreements(with: plan)
            if first.isEmpty { return (network.url, answers, first) }
            return (network.url, try await NetworkAnswers(of: network), first)
        }
        self.plan = plan
        report = answers.printed
        status = answers.printedStatus
        disagreements = first.isEmpty ? [] : answers.disagreements(with: plan)
        isSettledLate = !first.isEmpty && disagreements.isEmpty
        time = begun.duration(to: .now)
        var lines = [
            "\(plan.command): \(plan.shape)", "  target: \(url)", "  wrong: \(plan.wrong)", answers.words,
        ]
        lines += disagreements.map { "  DISAGREE: \($0)" }
        if isSettledLate { lines += first.map { "  at first: \($0)" } }
        text = lines.joined(separator: "\n")
    }
}
