import CCurl

/// A transfer, with the state that libcurl's callbacks write to.
///
/// It is confined to ``CurlEngine``: created, called back and freed on its loop. The contexts of callbacks are passed to
/// libcurl as ``CurlHandle/context(_:)``, which retains them as long as libcurl may call.
protocol CurlTransfer: AnyObject {
    associatedtype Outcome: Sendable
    var handle: CurlHandle { get }

    /// Sets a function that ends the transfer early, as if its time limit were reached. It must not be called within a
    /// callback of libcurl.
    func setStop(_ stop: @escaping @Sendable () -> Void)

    /// Whether libcurl has not noticed that it could continue.
    var isForgotten: Bool { get }

    /// The same transfer, if it is monitored. A cast would search for the conformance in each transfer.
    var monitored: (any MonitoredTransfer)? { get }

    /// The result of the transfer, as a value. Called once, while libcurl still has the connection.
    func outcome(_ code: CURLcode) -> Outcome
}

extension CurlTransfer {
    func setStop(_ stop: @escaping @Sendable () -> Void) {}
    var isForgotten: Bool { false }
    var monitored: (any MonitoredTransfer)? { nil }
}

/// A transfer that does more than libcurl alone whenever that is called.
protocol MonitoredTransfer: CurlTransfer {
    /// The socket that libcurl reads from.
    var socket: CInt? { get }

    /// Called before libcurl reads.
    func willRead()

    /// Called after libcurl has done what it could.
    func hasDriven()
}

extension MonitoredTransfer {
    var monitored: (any MonitoredTransfer)? { self }
}
