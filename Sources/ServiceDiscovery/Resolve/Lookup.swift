import EventLoopKit

/// One question that somebody waits for the answer to. Belongs to the loop's thread.
protocol Lookup: AnyObject {
    /// Ends the wait.
    var timer: EventLoopKit.Timer? { get set }
    var isStarted: Bool { get }
    func start(_ client: ClientHandle)
    /// The client has gone, or nobody waits any more.
    func lost()
    /// The time is over: the answer is what there is.
    func expire()
    func fail(_ error: ServiceDiscoveryError)
}
