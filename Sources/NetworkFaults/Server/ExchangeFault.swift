package import NIOCore

/// A fault of one exchange of a request and its response.
package enum ExchangeFault: Sendable {
    /// How a connection ends after the last byte.
    package enum ConnectionEnd: Sendable, Hashable {
        /// The connection is closed with FIN.
        case close
        /// The connection is closed with RST (`SO_LINGER` of 0 s).
        case reset
        /// Nothing more is sent until the client closes the connection, or the server's time limit ends.
        case hang
    }

    /// No response, and this ending.
    case silent(ConnectionEnd)
    /// These bytes instead of a response.
    case raw(ByteBuffer, then: ConnectionEnd)
    /// The response with its full length declared, but only this many thousandths of its body; if it has none, its head without
    /// the end.
    case cut(thousandths: Int, then: ConnectionEnd)
    /// Another response.
    case replaced(ServedResponse)
    /// The response with its first byte delayed.
    case delayed(Delay)
    /// The response with a slower body.
    case paced(SendRate)
}
