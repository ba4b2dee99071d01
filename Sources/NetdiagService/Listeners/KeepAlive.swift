import Glibc
import NIOCore

/// Lets the kernel detect that the client of a quiet stream has disappeared without closing the connection, since its machine was
/// switched off or the network failed. The connection ends half a minute after the last sign of life.
enum KeepAlive {
    private static let options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = [
        (ChannelOptions.socketOption(.so_keepalive), 1),
        // Seconds of silence before it is asked, and between questions.
        (ChannelOptions.tcpOption(.init(rawValue: TCP_KEEPIDLE)), 10),
        (ChannelOptions.tcpOption(.init(rawValue: TCP_KEEPINTVL)), 5),
        // Milliseconds that a question, or what was sent, may stay unacknowledged (RFC 5482).
        (ChannelOptions.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), 20_000),
    ]

    static func begin(on channel: any Channel) async throws {
        for (option, value) in options { try await channel.setOption(option, value: value).get() }
    }
}
