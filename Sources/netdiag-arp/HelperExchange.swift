/// What the helper does for a client on a packet socket.
protocol HelperExchange {
    /// The packet socket.
    var descriptor: CInt { get }
    /// The time of the next step without a packet, in milliseconds.
    var deadline: Int64 { get }
    /// The bytes that the client gets when the exchange has begun; empty for none.
    var greeting: [UInt8] { get }

    /// Reads a bounded number of packets if there are some, and does what is due.
    ///
    /// - Returns: The reply as soon as it is known.
    mutating func proceed(isReady: Bool, at now: Int64) -> [UInt8]?
}
