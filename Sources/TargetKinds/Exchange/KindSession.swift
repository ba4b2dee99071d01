public import Probes

/// A session with a server in which both sides take turns. Its outcome is in the evidence.
///
/// A kind with such a protocol has a session. It defines the meaning of silence and of malformed messages, and runs the
/// parts of the dialogue by ``perform(_:)``.
public protocol KindSession {
    /// The observation, which contains the outcome.
    associatedtype Evidence: SessionEvidence
    /// The error for messages of the server that do not follow the protocol.
    associatedtype Malformed: Error

    /// What was observed so far. Its outcome is replaced when the session ends early, and is that of a completed one before.
    var evidence: Evidence { get set }
    /// The outcome if nothing is received, or nothing is accepted, before the deadline. It may depend on the step of the dialogue.
    var silence: Evidence.Outcome { get }

    /// Records details of a malformed message, after its outcome was recorded.
    mutating func record(_ malformed: Malformed)
    /// Records details of the end of the connection, after its outcome was recorded.
    mutating func record(_ end: StreamEnd)
}

/// The error that ends a session for a reason that the evidence contains.
public struct SessionEnd: Error {
    /// Creates the error. The outcome is recorded in the evidence before it is thrown.
    public init() {}
}

/// The evidence of a session.
public protocol SessionEvidence {
    /// How the session ended.
    associatedtype Outcome: SessionOutcome

    /// How the session ended; before that, as if it had been completed.
    var outcome: Outcome { get set }
}

/// The outcomes that every session has, besides silence, whose meaning depends on the step.
///
/// An enum with these cases conforms to it: `enum Outcome: String, Codable, SessionOutcome`.
public protocol SessionOutcome {
    /// The server closed the connection.
    static var closed: Self { get }
    /// The server reset the connection.
    static var reset: Self { get }
    /// The connection ended with another error.
    static var failed: Self { get }
    /// The messages did not follow the protocol, or exceeded the size limit.
    static var foreign: Self { get }
}

extension KindSession {
    /// Runs a part of the session. Its outcome is recorded in the evidence.
    ///
    /// - Parameter part: The part of the dialogue. It ends early by throwing ``SessionEnd``, `Malformed` or `StreamEnd`.
    /// - Returns: `nil` if the part was not completed.
    /// - Throws: `CancellationError`, errors of this machine, and all others that the part throws.
    @discardableResult
    public mutating func perform<Value>(_ part: (inout Self) async throws -> Value) async throws -> Value? {
        do {
            return try await part(&self)
        } catch is SessionEnd {
        } catch let malformed as Malformed {
            evidence.outcome = .foreign
            record(malformed)
        } catch let end as StreamEnd {
            evidence.outcome =
                switch end {
                case .closed: .closed
                case .reset: .reset
                case .failed: .failed
                case .tooMuch: .foreign
                case .timeout: silence
                }
            record(end)
        }
        return nil
    }
}

extension StreamEnd {
    /// Details that the outcome does not contain; `nil` if there are none.
    public var words: String? {
        switch self {
        case .closed, .reset, .timeout: nil
        case .tooMuch: "it sends more than is taken"
        case .failed(let reason): reason
        }
    }
}
