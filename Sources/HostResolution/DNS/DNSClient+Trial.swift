import EventLoopKit
import NetworkModel

extension DNSClient {
    /// A query over one transport, in one form.
    struct Pending {
        let exchange: any DNSExchange
        /// Called after the exchange has ended and was closed.
        let finish: (Result<Reply, any Error>) -> Void
    }

    /// A query over UDP that is sent with EDNS and, if that fails, without. It is a class, so that it is changed in its place among the
    /// others.
    final class Trial {
        let extendedID: Int
        let plainID: Int
        let server: SocketAddress
        let deadline: ContinuousClock.Instant
        /// Sends the query without EDNS.
        let queryPlainly: () -> Void
        /// The caller; `nil` once its time is over, and the response is late.
        var continuation: CheckedContinuation<Reply, any Error>?
        /// What becomes of a late response; `nil` if none is waited for.
        let late: Late?
        /// The timer for the server's response to the query with EDNS.
        var lead: Timer?
        /// The timer for the end of the caller's time.
        var end: Timer?
        /// The timer for the end of the time that a response has from a server whose port is said to be closed.
        var closing: Timer?
        var isPlainAsked = false
        /// Whether it was sent since there was no response to the one with EDNS.
        var isPlainLate = false
        /// The result of the query with EDNS, as long as it may not be final.
        var extended: Reply?

        init(
            extendedID: Int, plainID: Int, server: SocketAddress, deadline: ContinuousClock.Instant,
            queryPlainly: @escaping () -> Void, continuation: CheckedContinuation<Reply, any Error>, late: Late?
        ) {
            (self.extendedID, self.plainID, self.server, self.deadline) = (extendedID, plainID, server, deadline)
            (self.queryPlainly, self.continuation, self.late) = (queryPlainly, continuation, late)
        }
    }

    /// A query whose response may be late.
    struct Late {
        let answers: LateAnswers
        /// When programs stop waiting.
        let end: ContinuousClock.Instant
        /// The answer in a response.
        let answer: (Reply) -> DNSAnswer
    }
}
