import EventLoopKit

/// A connection established by libcurl, for protocols that it does not support: libcurl does TLS, and the caller does the
/// dialogue.
struct CurlChannel: Sendable {
    let engine: CurlEngine
    let id: Int

    /// Sends bytes.
    ///
    /// - Returns: Whether all of them were accepted before the deadline.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try await engine.send(rest, over: id)
            rest = rest.dropFirst(count)
            guard rest.isEmpty || ContinuousClock.now < deadline else { return false }
            if count == 0 { guard try await ready(for: .writable, until: deadline) else { return false } }
        }
        return true
    }

    /// Receives the next bytes.
    ///
    /// - Returns: An empty array if the peer closed the connection, `nil` at the deadline.
    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]? {
        while true {
            if let bytes = try await engine.receive(over: id) { return bytes }
            // TLS records without data keep the descriptor ready.
            guard ContinuousClock.now < deadline else { return nil }
            guard try await ready(for: .readable, until: deadline) else { return nil }
        }
    }

    private func ready(for interest: EventLoop.Interest, until deadline: ContinuousClock.Instant) async throws -> Bool {
        guard let fd = await engine.descriptor(of: id) else { return false }
        return try await !engine.loop.ready(fd, for: interest, until: deadline).isEmpty
    }
}
