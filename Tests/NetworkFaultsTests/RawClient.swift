import NIOCore
import NIOPosix

/// Sends bytes and collects what comes back.
enum RawClient {
    struct Outcome {
        var text = ""
        /// Whether the connection was reset.
        var isReset = false
    }

    /// Reads until the other side has closed, or so many bytes have come.
    static func exchange(_ port: Int, _ text: String, until count: Int = .max) async throws -> Outcome {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var received = ByteBuffer()
        var isReset = false
        do {
            received = try await channel.executeThenClose { inbound, outbound in
                var received = ByteBuffer()
                try await outbound.write(ByteBuffer(string: text))
                do {
                    for try await var part in inbound {
                        received.writeBuffer(&part)
                        if received.readableBytes >= count { break }
                    }
                } catch let error as IOError where error.errnoCode == 104 {
                    isReset = true
                }
                return received
            }
        } catch let error as IOError where error.errnoCode == 104 {
            isReset = true
        }
        return Outcome(text: String(buffer: received), isReset: isReset)
    }
}
