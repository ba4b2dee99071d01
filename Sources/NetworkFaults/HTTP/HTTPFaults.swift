/// The faults of `http.*`.
enum HTTPFaults {
    static let all: [FaultDefinition] = []
}
