import NIOCore

/// The upstream connection of a client's connection, which is kept between requests.
final class UpstreamSlot {
    private let client: any Channel
    private let budget: DescriptorBudget
    private var kept: (url: String, connection: UpstreamConnection)?

    /// - Parameter budget: The descriptors that the connection to the upstream takes one of.
    init(_ client: any Channel, _ budget: DescriptorBudget) { (self.client, self.budget) = (client, budget) }

    var connector: UpstreamConnector {
        UpstreamConnector(
            addresses: UpstreamAddresses(listener: client.parent?.localAddress ?? client.localAddress),
            loop: client.eventLoop, budget: budget)
    }

    /// Returns the kept connection if it is usable, or a new one.
    func connection(
        to order: ForwardOrder
    ) async throws(ForwardError) -> (connection: UpstreamConnection, isReused: Bool) {
        if let (url, connection) = kept {
            kept = nil
            if url == order.upstream.url, await connection.isReusable() { return (connection, true) }
            connection.close()
        }
        let connection = try await UpstreamConnection.open(
            order.upstream, connector, isRecorded: order.recorder != nil)
        return (connection, false)
    }

    /// Keeps a connection for the next request.
    func store(_ connection: UpstreamConnection, for upstream: Upstream) {
        connection.rest()
        kept = (upstream.url, connection)
    }

    func close() {
        kept?.connection.close()
        kept = nil
    }
}
