import Glibc
import NIOCore

/// Lets the kernel detect that the client of a quiet stream has disappeared without closing the connection, since its
/// machine was switched off or the network failed. The connection ends half a minute after the last packet from the
/// client.
enum KeepAlive {
    private static let options: [(option: ChannelOptions.Types.SocketOption, value: Int)] = [
        (ChannelOptions.socketOption(.so_keepalive), 1),
        // The seconds without a packet before the first probe, and between probes.
        (ChannelOptions.tcpOption(.init(rawValue: TCP_KEEPIDLE)), 10),
        (ChannelOptions.tcpOption(.init(rawValue: TCP_KEEPINTVL)), 5),
        // The milliseconds that a probe or data may stay unacknowledged (RFC 5482).
        (ChannelOptions.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), 20_000),
    ]

    static func begin(on channel: any Channel) async throws {
        for (option, value) in options { try await channel.setOption(option, value: value).get() }
    }
}
