/// The faults of a listener while it runs. Their number and order are those of its plan.
package struct CurrentFaults: Sendable {
    /// The faults of the listener, then those of each route.
    package var rules: [[FaultRule]]
    /// The faults of a zone.
    package var questions: [QueryFault]

    init(_ plan: ListenerPlan) {
        rules = [plan.faults] + plan.routes.map(\.faults)
        questions = plan.questionFaults
    }
}
