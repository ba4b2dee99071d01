/// The faults of `proxy.*`.
enum ProxyFaults {
    static let all: [FaultDefinition] = []
}
