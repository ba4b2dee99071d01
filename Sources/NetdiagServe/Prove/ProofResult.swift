import NetworkModel

/// What became of one fault.
struct ProofResult: Sendable {
    /// Whether a monitor was right.
    enum Verdict: String, Sendable {
        case right, wrong
        /// Neither: nothing healthy of its kind was there to compare it with, or the fault is a warning, and it let that pass.
        case unknown
    }

    /// What the user's own monitor did.
    struct Probe: Sendable {
        /// Its exit status, or that it did not end.
        var text: String
        var verdict: Verdict
    }

    let fault: CauseID
    /// The cause that `netdiag check` named, or why it named none.
    let reported: String
    let verdict: Verdict
    /// From the start of the server to the last monitor's end.
    var duration: Duration
    /// What was checked; `nil` if the fault could not be started.
    var target: String?
    /// As it was reported; `nil` if it was not.
    var severity: Severity?
    /// What was reported beside the fault.
    var otherErrors: [String] = []
    /// `nil` if there is none.
    var probe: Probe?
    /// 2 where the first try, beside others, was wrong.
    var attempts = 1

    /// Whether no monitor was wrong.
    var isRight: Bool { verdict == .right && probe?.verdict != .wrong }
}
