import NetworkModel

/// How the program ends (the convention of the monitoring plugins).
struct ExitStatus: RawRepresentable, Sendable, Hashable, Comparable {
    let rawValue: Int32

    static let up = ExitStatus(rawValue: 0)
    /// Degraded, or it cannot be told.
    static let warning = ExitStatus(rawValue: 1)
    static let down = ExitStatus(rawValue: 2)
    static let error = ExitStatus(rawValue: 3)
    /// `EX_USAGE` of sysexits(3).
    static let usage = ExitStatus(rawValue: 64)
    /// What a shell reports of a program that an interrupt ended.
    static let interrupted = ExitStatus(rawValue: 130)
    /// What a shell reports of a program that wrote to a closed pipe.
    static let brokenPipe = ExitStatus(rawValue: 141)

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ status: ConnectionStatus, isDegraded: Bool = false) {
        switch status {
        case .connectionUp: self = isDegraded ? .warning : .up
        case .connectionIndeterminate: self = .warning
        case .connectionDown: self = .down
        case .err, .noErr: self = .error
        }
    }

    static func < (left: ExitStatus, right: ExitStatus) -> Bool {
        left.rawValue < right.rawValue
    }
}
