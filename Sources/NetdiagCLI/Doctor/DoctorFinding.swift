/// What one look of `netdiag doctor` has found.
struct DoctorFinding: Codable, Sendable, Hashable {
    /// How bad it is.
    enum State: String, Codable, Sendable {
        /// As it should be.
        case ok
        /// Worth knowing, and nobody has to do anything.
        case note
        /// Something works less well.
        case warning
        /// Something does not work.
        case error
    }

    /// What was examined, as `mdns.names`; never renamed.
    let id: String
    let state: State
    /// What is the matter, in a sentence without a full stop.
    let summary: String
    /// What to do about it, a step each; empty where nothing is to be done.
    let fix: [String]

    init(_ id: String, _ state: State, _ summary: String, fix: String...) {
        self.init(id, state, summary, steps: fix)
    }

    init(_ id: String, _ state: State, _ summary: String, steps: [String]) {
        self.id = id
        self.state = state
        self.summary = summary
        fix = steps
    }
}
