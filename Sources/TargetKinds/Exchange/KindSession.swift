import Probes

/// What is said on a connection to a server, in turns. How it ends is in the evidence.
///
/// A kind whose client and server take turns has a session: it says what silence and words that are not of the protocol mean, and
/// holds the parts of its conversation by ``hold(_:)``.
protocol KindSession {
    associatedtype Evidence: SessionEvidence
    /// What is thrown where the server's words are not of the protocol.
    associatedtype Malformed: Error

    var evidence: Evidence { get set }
    /// How the conversation has ended where nothing comes in time.
    var silence: Evidence.Outcome { get }

    /// Takes note of the words that are not of the protocol, whose outcome is recorded already.
    mutating func record(_ malformed: Malformed)
    /// Takes note of the end of the connection, whose outcome is recorded already.
    mutating func record(_ end: StreamEnd)
}

/// What is thrown in a session that is over for a reason that its evidence has.
struct SessionOver: Error {}

/// The evidence of a conversation.
protocol SessionEvidence {
    associatedtype Outcome: SessionOutcome

    var outcome: Outcome { get set }
}

/// What every conversation can end by, besides silence, which means something else at each step.
protocol SessionOutcome {
    static var closed: Self { get }
    static var reset: Self { get }
    /// By another error of the connection.
    static var failed: Self { get }
    /// By words that are not of the protocol, or by more of them than are taken.
    static var foreign: Self { get }
}

extension KindSession {
    /// Holds a part of the conversation. How it ends is in the evidence.
    ///
    /// - Returns: `nil` if it has not come to its end.
    /// - Throws: `CancellationError`, and what this machine cannot do.
    @discardableResult
    mutating func hold<Value>(_ part: (inout Self) async throws -> Value) async throws -> Value? {
        do {
            return try await part(&self)
        } catch is SessionOver {
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
    /// What there is to say of it beside the outcome; `nil` if that says all.
    var words: String? {
        switch self {
        case .closed, .reset, .timeout: nil
        case .tooMuch: "it sends more than is taken"
        case .failed(let reason): reason
        }
    }
}
