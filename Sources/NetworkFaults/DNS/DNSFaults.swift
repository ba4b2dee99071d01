/// The faults of `dns.*`.
enum DNSFaults {
    static let all: [FaultDefinition] = []
}
