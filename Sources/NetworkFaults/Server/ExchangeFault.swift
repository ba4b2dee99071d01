package import NIOCore

/// What goes wrong in one exchange of a request and its answer.
package enum ExchangeFault: Sendable {
    /// How a connection goes on after the last byte.
    package enum Ending: Sendable, Hashable {
        /// FIN.
        case close
        /// RST (`SO_LINGER` of 0 s).
        case reset
        /// Nothing more, until the client goes or the server's limit is over.
        case hang
    }

    /// No byte of an answer, and this ending.
    case silent(Ending)
    /// These bytes in place of an answer.
    case raw(ByteBuffer, then: Ending)
    /// The answer with its whole length declared, of whose body this many thousandths are sent.
    case cut(thousandths: Int, then: Ending)
    /// Another answer.
    case replaced(HTTPAnswer)
    /// The answer, its first byte later.
    case delayed(Delay)
    /// The answer, its body slower.
    case paced(Pace)
}
