/// The faults of `tcp.*`.
enum TCPFaults {
    static let all: [FaultDefinition] = []
}
