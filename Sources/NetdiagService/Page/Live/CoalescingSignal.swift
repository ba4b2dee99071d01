import Synchronization

/// Wakes one reader when there is something new. However much arrives in the meantime, the reader is woken once, and then reads
/// the current state.
final class CoalescingSignal: Sendable {
    enum Call: Sendable {
        case news, heartbeat, over
    }

    private struct State {
        var hasNews = true
        var hasHeartbeat = false
        var isOver = false
        var reader: CheckedContinuation<Call, Never>?

        mutating func removeCall() -> Call? {
            if isOver { return .over }
            if hasNews {
                (hasNews, hasHeartbeat) = (false, false)
                return .news
            }
            if hasHeartbeat {
                hasHeartbeat = false
                return .heartbeat
            }
            return nil
        }
    }

    private let state = Mutex(State())

    /// Waits for the next call; the first one returns immediately.
    func wait() async -> Call {
        await withCheckedContinuation { continuation in
            let call = state.withLock { state -> Call? in
                if let call = state.removeCall() { return call }
                state.reader = continuation
                return nil
            }
            if let call { continuation.resume(returning: call) }
        }
    }

    func raise(_ call: Call) {
        let (reader, call) = state.withLock { state -> (CheckedContinuation<Call, Never>?, Call?) in
            switch call {
            case .news: state.hasNews = true
            case .heartbeat: state.hasHeartbeat = true
            case .over: state.isOver = true
            }
            guard let reader = state.reader, let call = state.removeCall() else { return (nil, nil) }
            state.reader = nil
            return (reader, call)
        }
        if let reader, let call { reader.resume(returning: call) }
    }
}
