import Glibc
import Synchronization

/// Rows of the fault table that were wrong, and are run a second time, without other labs beside them (decision 104).
enum RepeatedRows {
    /// The maximum number in one run. More than that is a fault of the program, or of the table.
    private static let max = 2
    /// The maximum length of the evidence that is printed.
    private static let maxEvidence = 20_000
    private static let count = Mutex(0)

    /// Whether one more row may be repeated: never with `NETDIAG_ROWS_ONCE`.
    static func mayRepeat() -> Bool {
        guard getenv("NETDIAG_ROWS_ONCE") == nil else { return false }
        return count.withLock { count in
            count += 1
            return count <= max
        }
    }

    /// Prints what was wrong, with the evidence of that run: a row that fails once in many runs cannot be understood without.
    static func report(_ fault: Fault, _ mistakes: [String], _ verdict: FaultVerdict, alone isAlone: Bool) {
        let run = isAlone ? "alone" : "beside other labs"
        let text =
            "Wrong when run \(run): \(fault.title): \(mistakes.joined(separator: "; "))\n"
            + verdict.document.prefix(maxEvidence) + "\n"
        // In one call, so that the output of other tests does not come between.
        _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
