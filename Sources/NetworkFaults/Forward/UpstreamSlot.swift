import NIOCore

/// The upstream connection of a client's connection, which is kept between requests.
final class UpstreamSlot {
    private let client: any Channel
    private var kept: (url: String, connection: UpstreamConnection)?

    init(_ client: any Channel) { self.client = client }

    var connector: UpstreamConnector {
        UpstreamConnector(
            addresses: UpstreamAddresses(listener: client.parent?.localAddress ?? client.localAddress),
            loop: client.eventLoop)
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
