import NetworkModel

/// The result for one fault.
struct ProofResult: Sendable {
    /// Whether a monitor was right.
    enum Correctness: String, Sendable {
        case right, wrong
        /// Neither: there was no healthy server of its kind to compare with, or the fault is a warning that the monitor
        /// ignored.
        case unknown
    }

    /// The result of the user's own monitor.
    struct Probe: Sendable {
        /// Its exit status, or that it timed out.
        var text: String
        var verdict: Correctness
    }

    let fault: CauseID
    /// The cause that `netdiag check` reported, or why it reported none.
    let reported: String
    let verdict: Correctness
    /// The time from the start of the server to the end of the last monitor.
    var duration: Duration
    /// The checked target; `nil` if the fault could not be started.
    var target: String?
    /// The reported severity; `nil` if the fault was not reported.
    var severity: Severity?
    /// The other errors that were reported.
    var otherErrors: [String] = []
    /// The result of the user's own monitor; `nil` if there is none.
    var probe: Probe?
    /// The number of attempts; 2 if the first one, concurrent with others, was wrong.
    var attempts = 1

    /// Whether no monitor was wrong.
    var isRight: Bool { verdict == .right && probe?.verdict != .wrong }
}
