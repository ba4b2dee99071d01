import Translations

/// The result of one check of `netdiag doctor`.
struct DoctorFinding: Codable, Sendable, Hashable {
    /// The severity of the result.
    enum State: String, Codable, Sendable {
        /// There is no problem.
        case ok
        /// Information that requires no action.
        case note
        /// Something works less well.
        case warning
        /// Something does not work.
        case error
    }

    /// The ID of the check, as in `mdns.names`; it is never renamed.
    let id: String
    let state: State
    /// The result in a sentence without a full stop.
    let summary: String
    /// The steps to fix it; empty if nothing needs to be done.
    let fix: [String]

    /// A result in the language of the reader, which is English in JSON (``Program``).
    init(_ id: String, _ state: State, _ summary: LocalSentence, fix: LocalSentence...) {
        self.init(id, state, summary, steps: fix)
    }

    init(_ id: String, _ state: State, _ summary: LocalSentence, steps: [LocalSentence]) {
        self.id = id
        self.state = state
        self.summary = summary.text
        fix = steps.map(\.text)
    }

    init(
        _ id: String, _ state: State, _ phrase: CommandPhrase, _ facts: [String: String] = [:], fix: LocalSentence...
    ) {
        self.init(id, state, LocalSentence(phrase, facts), steps: fix)
    }
}
