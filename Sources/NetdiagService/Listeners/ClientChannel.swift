import EventLoopTasks
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import TLSServerChannel
import NetdiagConfiguration
import TLSServer

/// The connections of a listener. When a connection is accepted, its peer is identified and admitted if there is room.
struct ClientChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let client: Client
        let http: HTTP1Channel.Value

        var channel: any Channel { http.channel }
    }

    /// The connection was closed instead of being served.
    struct Closed: Error {}

    /// The sizes of the kernel's buffers for each connection in bytes, without its own overhead (socket(7)): for data
    /// that the client has not read, and for data that it sent. They count against the memory of the service.
    private static let sendBuffer = 64 * 1_024
    private static let receiveBuffer = 16 * 1_024
    /// The number of bytes per read; the fields of most requests need less.
    private static let readSize = 4_096

    /// The certificate; `nil` for plain HTTP.
    let tls: ServerTLS?
    let table: ConnectionTable
    let admission: RequestAdmission

    private var transport: Client.Transport { tls == nil ? .plain : .tls }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let client = Client(of: channel, transport: transport) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(Closed())
        }
        if let address = client.address, !admission.access.isAdmitted(address) {
            Refusal.address.close(channel, transport)
            return channel.eventLoop.makeFailedFuture(Closed())
        }
        guard let connection = table.admit(client, channel) else {
            Refusal.full.close(channel, transport)
            return channel.eventLoop.makeFailedFuture(Closed())
        }
        return http(client).setup(channel: channel, logger: logger).flatMapThrowing { http in
            // SwiftNIO ends the program if its writer is released before the channel is closed, as for a connection that
            // is accepted while the server is being closed.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(http) {} }
            try Self.guardInput(of: connection, table.turns(on: channel.eventLoop))
            if let tls {
                guard let session = TLSSession(tls.context) else { throw Closed() }
                try channel.pipeline.syncOperations.addHandler(TLSHandler(session), position: .first)
            }
            return Value(client: client, http: http)
        }
    }

    private static func guardInput(of connection: Connection, _ turns: RequestTurns) throws {
        let channel = connection.channel
        if let options = channel.syncOptions {
            try options.setOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
            try options.setOption(.socketOption(.so_sndbuf), value: .init(sendBuffer))
            try options.setOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readSize))
            try options.setOption(.maxMessagesPerRead, value: 1)
        }
        let pipeline = channel.pipeline.syncOperations
        let gate = RequestSerializer(connection, turns)
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(ExchangeHandler(gate), position: .before(codec))
        try pipeline.addHandler(gate, position: .first)
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
            await http(value.client).handle(value: value.http, logger: logger)
        }
    }

    private func http(_ client: Client) -> HTTP1Channel {
        HTTP1Channel(
            responder: { [admission] in try await admission.respond($0, $1, $2, client) },
            configuration: .init(
                additionalChannelHandlers: [MalformedRequestHandler(), HangUpHandler()],
                // The target counts as a field. It may have this size, so that one that is too long has its own status.
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: MalformedRequestHandler.maxHeadBytes,
                    maxHeaderListSize: MalformedRequestHandler.maxHeadBytes,
                    maxHeaderFieldCount: MalformedRequestHandler.maxFields)))
    }
}
