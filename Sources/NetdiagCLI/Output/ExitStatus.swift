import NetworkModel

/// The exit status of the program, with the conventions of the monitoring plugins, of sysexits(3) and of shells.
struct ExitStatus: RawRepresentable, Sendable, Hashable, Comparable {
    let rawValue: Int32

    static let up = ExitStatus(rawValue: 0)
    /// Degraded or indeterminate.
    static let warning = ExitStatus(rawValue: 1)
    static let down = ExitStatus(rawValue: 2)
    static let error = ExitStatus(rawValue: 3)
    /// `EX_USAGE` of sysexits(3).
    static let usage = ExitStatus(rawValue: 64)
    /// The status that a shell reports for a program that wrote to a closed pipe.
    static let brokenPipe = ExitStatus(rawValue: 141)

    /// The status that a shell reports for a program that was terminated by a signal.
    static func signal(_ number: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + number) }

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The exit status of every command. If there are several outcomes, the worst one counts, which has the greatest number.
    init(_ outcome: Outcome) {
        switch outcome {
        case .verdict(.connectionUp, isDegraded: false): self = .up
        case .verdict(.connectionUp, isDegraded: true), .verdict(.connectionIndeterminate, _): self = .warning
        case .verdict(.connectionDown, _): self = .down
        case .verdict(.err, _), .verdict(.noErr, _): self = .error
        case .failure(.usage): self = .usage
        case .failure(.failed), .failure(.noDaemon): self = .error
        case .failure(.refused): self = .down
        case .failure(.outputClosed): self = .brokenPipe
        case .failure(.ended): self = .up
        case .failure(.interrupted(let signal)): self = .signal(signal)
        }
    }

    static func < (left: ExitStatus, right: ExitStatus) -> Bool {
        left.rawValue < right.rawValue
    }
}
