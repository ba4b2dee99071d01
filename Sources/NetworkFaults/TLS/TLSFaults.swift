/// The faults of `tls.*`.
enum TLSFaults {
    static let all: [FaultDefinition] = []
}
