public import EventLoopKit
import Glibc
public import NetworkModel

/// Sends two datagrams at the same time from one socket, as getaddrinfo(3) sends its queries for IPv4 and IPv6 addresses.
///
/// Some firewalls and routers let only one response pass to a port (resolv.conf(5), `single-request-reopen`).
public struct DatagramPairProbe: Sendable {
    /// Which of the two datagrams were answered.
    public struct Answers: Sendable, Hashable {
        /// Whether the first datagram was answered.
        public var first = false
        /// Whether the second datagram was answered.
        public var second = false
        /// Whether this machine's own packet filter or policy refused to send one of them (EPERM, EACCES).
        public var isWithheld = false
    }

    /// The maximum length of a received datagram in bytes; longer ones are truncated.
    private static let maxBytes = 4_096
    /// The maximum number of datagrams received at once.
    private static let receivesAtOnce = 64

    private let destination: SocketAddress
    private let loop: EventLoop

    /// Creates a probe.
    public init(_ destination: SocketAddress, loop: EventLoop) {
        self.destination = destination
        self.loop = loop
    }

    /// Sends the datagrams, and waits for both responses.
    ///
    /// - Parameters:
    ///   - first: The first datagram.
    ///   - second: The second datagram, sent from the same socket.
    ///   - deadline: When waiting for responses ends.
    ///   - isAnswer: Whether a datagram is the response to a request. Other datagrams are ignored.
    /// - Returns: `nil` if the datagrams could not be sent for another reason than a packet filter, or an error arrived
    ///   instead of a response.
    /// - Throws: `CancellationError`, or ``ProbeError`` if no socket is available.
    public func observe(
        _ first: [UInt8], _ second: [UInt8], until deadline: ContinuousClock.Instant,
        isAnswer: @Sendable (_ answer: [UInt8], _ question: [UInt8]) -> Bool
    ) async throws -> Answers? {
        let socket = try ProbeSocket.datagrams(destination.address.family)
        do throws(ProbeSocket.Failure) {
            try socket.connect(to: destination)
        } catch {
            return nil
        }
        let codes = [socket.send(first), socket.send(second)]
        if codes.contains(where: { $0 == EPERM || $0 == EACCES }) { return Answers(isWithheld: true) }
        guard codes == [0, 0] else { return nil }
        var answers = Answers()
        while try await socket.wait(until: deadline, on: loop) {
            guard socket.takeError() == nil else { return nil }
            for _ in 0..<Self.receivesAtOnce {
                guard let datagram = socket.receive(atMost: Self.maxBytes) else { break }
                if isAnswer(datagram, first) { answers.first = true }
                if isAnswer(datagram, second) { answers.second = true }
            }
            if answers.first && answers.second || ContinuousClock.now >= deadline { break }
        }
        return answers
    }
}
