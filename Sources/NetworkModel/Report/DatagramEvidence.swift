/// The result of sending datagrams to a server (RFC 768).
public struct DatagramEvidence: Sendable, Hashable, Codable {
    /// The result of an exchange of datagrams.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// A response arrived.
        case answered
        /// The host itself reported that no program listens on the port (ICMP port unreachable).
        case refused
        /// Another ICMP error arrived.
        case unreachable
        /// Nothing arrived, or nothing that is a response.
        case silent
        /// This machine did not send the datagram.
        case unsent
    }

    /// The destination address of the datagrams.
    public var address: IPAddress
    /// The destination port of the datagrams.
    public var port: UInt16
    /// The result of the exchange.
    public var outcome: Outcome
    /// The number of datagrams that were sent.
    public var sent: Int
    /// The number of received datagrams that were no response, at most 1,000,000.
    public var strays: Int
    /// The time from the datagram with a response to that response; `nil` without one. JSON key: `round_trip_ms`.
    public var roundTrip: Milliseconds?
    /// The ICMP error; `nil` if there was none.
    public var error: ICMPError?
    /// Why the datagram was not sent, by the name of the error in errno(3), as in `EPERM`; `nil` if it was.
    public var failure: String?
    /// The other addresses of the name, if all of them were tried and are silent; otherwise `nil`. JSON key: `also_silent`.
    public var alsoSilent: [IPAddress]?

    enum CodingKeys: String, CodingKey {
        case address, port, outcome, sent, strays, error, failure
        case roundTrip = "round_trip_ms"
        case alsoSilent = "also_silent"
    }

    /// Creates the evidence of an exchange, with all counts at zero.
    public init(_ destination: SocketAddress, outcome: Outcome) {
        address = destination.address
        port = destination.port
        self.outcome = outcome
        sent = 0
        strays = 0
    }

    /// `address:port`, with IPv6 in brackets.
    public var destination: String { SocketAddress(address, port: port).description }

    /// All destinations that are silent, or the only one, as `address:port`.
    public var destinations: [String] {
        ([address] + (alsoSilent ?? [])).map { SocketAddress($0, port: port).description }
    }

    /// A one-line summary: the destination, and how the exchange ended.
    public var summary: String {
        switch outcome {
        case .answered: "\(destination) answers"
        case .refused: "\(destination) refused"
        case .unreachable: "\(destination) unreachable" + (error?.reporter.map { ", \($0) says" } ?? "")
        case .silent: destinations.map { "\($0) no answer to \(sent)" }.joined(separator: ", ")
        case .unsent: "\(destination) cannot be sent to" + (failure.map { " (\($0))" } ?? "")
        }
    }
}
