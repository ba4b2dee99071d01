import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// The connections of a listener: who is on the other end is found out once, when each is accepted.
struct ClientChannel: ServerChildChannel {
    struct Connection: ServerChildChannelValue {
        let client: Client
        let http: HTTP1Channel.Value

        var channel: any Channel { http.channel }
    }

    /// The client has gone before it could be served.
    struct Gone: Error {}

    let configuration: HTTP1Channel.Configuration
    let transport: Client.Transport
    let frontDoor: FrontDoor

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        guard let client = Client(of: channel, transport: transport) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Gone())
        }
        return http(client).setup(channel: channel, logger: logger).map { Connection(client: client, http: $0) }
    }

    func handle(value: Connection, logger: Logger) async {
        await http(value.client).handle(value: value.http, logger: logger)
    }

    private func http(_ client: Client) -> HTTP1Channel {
        HTTP1Channel(
            responder: { [frontDoor] in try await frontDoor.respond($0, $1, $2, client) }, configuration: configuration)
    }
}
