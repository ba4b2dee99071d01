/// The values beyond which there is a warning.
public struct Thresholds: Sendable, Hashable {
    /// The minimum days until a certificate expires, 0 to 3650.
    public var certificateDays = 14
    /// The maximum time to establish a connection. A lost SYN is retransmitted after a second (RFC 6298 section 2).
    public var connect = Milliseconds(.milliseconds(900))
    /// The maximum time until the response of a name server.
    public var resolve = Milliseconds(.seconds(1))
    /// The maximum time from resolving the name to the end of the response.
    public var page = Milliseconds(.seconds(3))
    /// The maximum round trip of an echo request to a gateway.
    public var gatewayRoundTrip = Milliseconds(.milliseconds(200))
    /// The maximum share of echo requests to a gateway without a reply, 0 to 1.
    public var gatewayLoss = 0.1
    /// The minimum signal of a radio, in dBm.
    public var signal = -75
    /// The maximum number of carrier changes in two minutes.
    public var carrierChanges = 4
    /// The maximum share of an interface's packets with errors or drops, 0 to 1.
    public var packetErrors = 0.01

    /// Creates the default thresholds.
    ///
    /// - Parameter certificateDays: The minimum days until a certificate expires, 0 to 3650.
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
