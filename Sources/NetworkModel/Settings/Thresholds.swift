/// From where on something is worth a warning.
public struct Thresholds: Sendable, Hashable {
    /// Days before a certificate's end; 0 to 3650.
    public var certificateDays = 14
    /// To make a connection. A SYN that is lost is sent again after a second (RFC 6298 section 2).
    public var connect = Milliseconds(.milliseconds(900))
    /// For a name server to answer.
    public var resolve = Milliseconds(.seconds(1))
    /// From resolving the name to the end of the answer.
    public var page = Milliseconds(.seconds(3))
    /// For a gateway to answer an echo request.
    public var gatewayRoundTrip = Milliseconds(.milliseconds(200))
    /// The share of echo requests to a gateway that may stay unanswered, 0 to 1.
    public var gatewayLoss = 0.1
    /// Of a radio, in dBm.
    public var signal = -75
    /// How often a carrier may change in two minutes.
    public var carrierChanges = 4
    /// The share of an interface's packets that may be dropped or have errors, 0 to 1.
    public var packetErrors = 0.01

    /// Creates thresholds with their defaults.
    ///
    /// - Parameter certificateDays: Days before a certificate's end, 0 to 3650.
    public init(certificateDays: Int = 14) {
        self.certificateDays = certificateDays
    }
}

extension Thresholds: Codable {
    private enum CodingKeys: String, CodingKey {
        case certificateDays = "certificate_days"
        case connect = "connect_ms"
        case resolve = "resolve_ms"
        case page = "page_ms"
        case gatewayRoundTrip = "gateway_round_trip_ms"
        case gatewayLoss = "gateway_loss"
        case signal = "signal_dbm"
        case carrierChanges = "carrier_changes"
        case packetErrors = "packet_errors"
    }
}
