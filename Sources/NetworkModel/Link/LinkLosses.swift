/// The packets that an interface lost between two readings of its counters (`struct rtnl_link_stats64`, rtnetlink(7)).
public struct LinkLosses: Sendable, Hashable, Codable {
    /// The time between the two readings, at least a second.
    public var period: Milliseconds
    /// The packets received and sent in that time, including lost ones.
    public var packets: Int
    /// Frames that were damaged, or for which the hardware had no room (`rx_errors`).
    public var receiveErrors: Int
    /// Packets that could not be sent, because of damage or a missing carrier (`tx_errors`). JSON key: `transmit_errors`.
    public var transmitErrors: Int
    /// Intact frames that were dropped (`rx_dropped`). A few frames of unknown protocols occur in every network.
    public var receiveDrops: Int
    /// Packets that were dropped before they were sent (`tx_dropped`). JSON key: `transmit_drops`.
    public var transmitDrops: Int

    enum CodingKeys: String, CodingKey {
        case packets
        case period = "period_ms"
        case receiveErrors = "receive_errors"
        case transmitErrors = "transmit_errors"
        case receiveDrops = "receive_drops"
        case transmitDrops = "transmit_drops"
    }

    /// Creates the losses in a period.
    public init(
        period: Duration, packets: Int, receiveErrors: Int = 0, transmitErrors: Int = 0, receiveDrops: Int = 0,
        transmitDrops: Int = 0
    ) {
        self.period = Milliseconds(period)
        self.packets = packets
        self.receiveErrors = receiveErrors
        self.transmitErrors = transmitErrors
        self.receiveDrops = receiveDrops
        self.transmitDrops = transmitDrops
    }

    /// The packets with errors in both directions.
    public var errors: Int { receiveErrors + transmitErrors }
    /// The packets that were dropped in both directions.
    public var drops: Int { receiveDrops + transmitDrops }
}
