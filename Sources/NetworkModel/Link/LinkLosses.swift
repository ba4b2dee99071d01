/// The packets that an interface lost between two readings of its counters (`struct rtnl_link_stats64`, rtnetlink(7)).
public struct LinkLosses: Sendable, Hashable, Codable {
    /// From one reading to the next, a second or more.
    public var period: Milliseconds
    /// Received and sent in that time, lost ones included.
    public var packets: Int
    /// Frames that came damaged, or that the hardware had no room for.
    public var receiveErrors: Int
    /// Packets that could not be sent, by damage or for lack of a carrier (`tx_errors`). JSON key: `transmit_errors`.
    public var transmitErrors: Int
    /// Whole frames that were thrown away. A few of unknown protocols are on every network.
    public var receiveDrops: Int
    /// Packets that were thrown away before they were sent (`tx_dropped`). JSON key: `transmit_drops`.
    public var transmitDrops: Int

    enum CodingKeys: String, CodingKey {
        case packets
        case period = "period_ms"
        case receiveErrors = "receive_errors"
        case transmitErrors = "transmit_errors"
        case receiveDrops = "receive_drops"
        case transmitDrops = "transmit_drops"
    }

    /// Creates the losses of a period.
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

    /// Packets with errors, both ways.
    public var errors: Int { receiveErrors + transmitErrors }
    /// Packets that were dropped, both ways.
    public var drops: Int { receiveDrops + transmitDrops }
}
