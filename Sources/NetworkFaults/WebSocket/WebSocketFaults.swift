/// The faults of `ws.*`.
enum WebSocketFaults {
    static let all: [FaultDefinition] = []
}
