import Glibc
import HTTPTypes
import NIOCore
import NetworkModel

/// The reason why a connection is closed immediately after it was accepted, before anything is read.
enum Refusal: Sendable {
    /// The client's address is in none of the permitted networks.
    case address
    /// There are too many connections of its kind, all of which have requests.
    case full

    private var problem: Problem {
        switch self {
        case .address: AccessRules.foreignAddress
        case .full:
            Problem(.serviceUnavailable, "there are too many connections already", fields: [.retryAfter: "10"])
        }
    }

    /// Sends the reason in one packet, for which the empty buffer of the socket has room, and closes the connection.
    ///
    /// Called on the channel's event loop, before the channel is registered there.
    func close(_ channel: any Channel, _ transport: Client.Transport) {
        if transport == .plain {
            let response = bytes
            _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                send($0, response, response.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
        }
        channel.close(promise: nil)
    }

    private var bytes: [UInt8] {
        let response = problem.response
        guard case .bytes(let body) = response.body else { return [] }
        var text = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        for field in response.fields { text += "\(field.name): \(field.value)\r\n" }
        text += "Content-Length: \(body.readableBytes)\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        return Array(text.utf8) + Array(body.readableBytesView)
    }
}
