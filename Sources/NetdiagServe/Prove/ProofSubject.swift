import NetworkFaults
import NetworkModel

/// A fault to prove, and its server.
struct ProofSubject: Sendable {
    /// The server with the fault.
    enum Place: Sendable {
        /// It is started for the proof with these arguments.
        case own(FaultDefinition, FaultArguments)
        /// It is already running, and continues.
        case served(FaultEndpoint)
    }

    /// The cause that a check must report.
    let cause: CauseID
    let place: Place
}
