/// The faults of `ftp.*`.
enum FTPFaults {
    static let all: [FaultDefinition] = []
}
