import EventLoopKit

/// A lookup with a waiting caller. It belongs to the loop's thread.
protocol Lookup: AnyObject {
    /// The timer of the limit.
    var timer: EventLoopKit.Timer? { get set }
    var isStarted: Bool { get }
    func start(_ client: ClientHandle)
    /// The client is gone, or the caller does not wait any more.
    func lost()
    /// The time limit is reached: the result is what was found so far.
    func expire()
    func fail(_ error: ServiceDiscoveryError)
}
