import Synchronization

/// Decides whether queries or echo requests that measure loss begin while a look-up is under way, which they do once at most.
final class EarlyTrial: Sendable {
    private let decision = Mutex<Bool?>(nil)

    /// Decides whether they begin, unless that is decided already.
    ///
    /// - Returns: The decision.
    func decide(_ doBegin: Bool) -> Bool {
        decision.withLock { decided in
            let result = decided ?? doBegin
            decided = result
            return result
        }
    }
}
