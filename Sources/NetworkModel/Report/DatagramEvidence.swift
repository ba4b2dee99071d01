/// The result of sending datagrams to a server (RFC 768).
public struct DatagramEvidence: Sendable, Hashable, Codable {
    /// How an exchange of datagrams ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// An answer came.
        case answered
        /// The host says that nobody listens on the port: ICMP port unreachable, from itself.
        case refused
        /// Another ICMP error came back.
        case unreachable
        /// Nothing came back, or nothing that is an answer.
        case silent
        /// This machine did not send it.
        case unsent
    }

    /// The address that the datagrams were sent to.
    public var address: IPAddress
    /// The port that the datagrams were sent to.
    public var port: UInt16
    /// How the exchange ended.
    public var outcome: Outcome
    /// Datagrams that were sent.
    public var sent: Int
    /// Datagrams that came back, and were no answer.
    public var strays: Int
    /// From the datagram that was answered to its answer.
    public var roundTrip: Milliseconds?
    /// The ICMP error that came back; `nil` if none did.
    public var error: ICMPError?
    /// Why it was not sent, as errno(3) names it.
    public var failure: String?

    enum CodingKeys: String, CodingKey {
        case address, port, outcome, sent, strays, error, failure
        case roundTrip = "round_trip_ms"
    }

    /// Creates the evidence of an exchange in which nothing was counted yet.
    public init(_ destination: SocketAddress, outcome: Outcome) {
        address = destination.address
        port = destination.port
        self.outcome = outcome
        sent = 0
        strays = 0
    }

    /// `address:port`, with IPv6 in brackets.
    public var destination: String { SocketAddress(address, port: port).description }

    /// One line for people.
    public var summary: String {
        switch outcome {
        case .answered: "\(destination) answers"
        case .refused: "\(destination) refused"
        case .unreachable: "\(destination) unreachable" + (error?.reporter.map { ", \($0) says" } ?? "")
        case .silent: "\(destination) no answer to \(sent)"
        case .unsent: "\(destination) cannot be sent to" + (failure.map { " (\($0))" } ?? "")
        }
    }
}
