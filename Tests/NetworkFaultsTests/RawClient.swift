import NIOCore
import NIOPosix

/// Sends bytes and collects the response.
enum RawClient {
    struct Outcome {
        var bytes: [UInt8] = []
        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// Whether the connection was reset.
        var isReset = false
    }

    /// Reads until the peer closes, or until the given number of bytes.
    static func exchange(
        _ port: Int, _ text: String, until count: Int = .max, endsOutput: Bool = false
    ) async throws -> Outcome {
        try await exchange(port, Array(text.utf8), endsOutput: endsOutput) { $0.readableBytes >= count }
    }

    /// Reads until the peer closes, or until the closure returns true.
    ///
    /// - Parameter endsOutput: Whether the output ends after the bytes.
    static func exchange(
        _ port: Int, _ bytes: [UInt8], endsOutput: Bool = false, until isEnough: (ByteBuffer) -> Bool
    ) async throws -> Outcome {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        var received = ByteBuffer()
        var isReset = false
        do {
            received = try await channel.executeThenClose { inbound, outbound in
                var received = ByteBuffer()
                do {
                    if !bytes.isEmpty { try await outbound.write(ByteBuffer(bytes: bytes)) }
                } catch ChannelError.ioOnClosedChannel {
                    // The peer was faster; the data that it sent is read below.
                }
                if endsOutput { outbound.finish() }
                do {
                    for try await var part in inbound {
                        received.writeBuffer(&part)
                        if isEnough(received) { break }
                    }
                } catch let error as IOError where error.errnoCode == 104 {
                    isReset = true
                }
                return received
            }
        } catch let error as IOError where error.errnoCode == 104 {
            isReset = true
        }
        return Outcome(bytes: Array(received.readableBytesView), isReset: isReset)
    }
}
