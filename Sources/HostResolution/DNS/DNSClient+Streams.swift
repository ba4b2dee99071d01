import CAres
import NetworkModel

/// Servers that send something else over TCP than the response. As every connection to them costs what they send, one result counts
/// for a while for all queries of this client, of which there may be many at once.
extension DNSClient {
    /// The time for which a server is not queried over TCP again.
    private static let timeOfBrokenStream = Duration.seconds(10)
    /// The maximum number of such servers; others are queried again at once.
    private static let maxBrokenStreams = 64

    /// Whether the stream of a server was no response a short while ago.
    func isStreamBroken(of server: SocketAddress) -> Bool {
        brokenStreams[server].map { $0 > .now } ?? false
    }

    /// Sends a query over TCP, unless the server's stream was no response a short while ago, which is then the result of this one too.
    func overTCP(
        _ name: DomainName, type: DNSRecordType, server: SocketAddress, options: DNSQueryOptions,
        until deadline: ContinuousClock.Instant
    ) async throws -> Reply {
        guard !isStreamBroken(of: server) else {
            var reply = Reply(status: ARES_EBADRESP)
            reply.form = options.form
            return reply
        }
        let reply = try await run(newID(), name, type: type, server: server, options: options, until: deadline)
        if reply.bytes == nil, reply.status == ARES_EBADRESP {
            let now = ContinuousClock.now
            brokenStreams = brokenStreams.filter { $0.value > now }
            if brokenStreams.count < Self.maxBrokenStreams { brokenStreams[server] = now + Self.timeOfBrokenStream }
        }
        return reply
    }
}
