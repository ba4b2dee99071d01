import Glibc

/// A connection, which waits for its question and then for the reply from the link.
struct HelperClient {
    let descriptor: CInt
    private(set) var deadline: Int64
    private(set) var exchange: (any HelperExchange)?

    init(descriptor: CInt, deadline: Int64) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    /// The descriptor to poll.
    var watched: CInt { exchange?.descriptor ?? descriptor }

    mutating func begin(_ exchange: any HelperExchange) {
        self.exchange = exchange
        deadline = exchange.deadline
    }

    /// - Returns: The reply as soon as it is known.
    mutating func proceed(isReady: Bool, at now: Int64) -> [UInt8]? {
        defer { if let exchange { deadline = exchange.deadline } }
        return exchange?.proceed(isReady: isReady, at: now)
    }

    func end() {
        if let exchange { close(exchange.descriptor) }
        close(descriptor)
    }
}
