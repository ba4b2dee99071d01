import NetworkFaults
import NetworkModel

/// A fault that is to be proven, and where it is.
struct ProofSubject: Sendable {
    /// Where a fault is found.
    enum Place: Sendable {
        /// It is started for the proof, with these arguments.
        case own(FaultDefinition, FaultArguments)
        /// Somebody serves it already, and goes on.
        case served(FaultEndpoint)
    }

    /// What a check has to report.
    let cause: CauseID
    let place: Place
}
