import Foundation

/// Runs work that blocks on a thread of its own.
///
/// Swift's pool has one thread for each processor, which all tests of a process share. While as many tests block as there are
/// processors, no other test continues, and the time limits of their checks elapse.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
