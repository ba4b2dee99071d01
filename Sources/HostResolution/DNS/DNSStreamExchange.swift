import CAres
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// A query over TCP, on a c-ares channel of its own.
final class DNSStreamExchange: DNSExchange {
    let server: SocketAddress
    private(set) var ending: DNSEnding?
    private(set) var socketError: CInt = 0
    /// TCP sends no datagrams.
    let isUnsent = false
    /// Replies over a connection are not counted.
    let ignoredReplies = 0
    /// A connection has one peer.
    let otherSource: IPAddress? = nil
    /// TCP repeats packets itself.
    let isRepeated = false
    /// ICMP errors end a connection themselves.
    let refusal: ICMPError? = nil
    /// They are not limited as for datagrams.
    let closedAfter: Duration? = nil

    private let deadline: ContinuousClock.Instant
    private let options: DNSQueryOptions
    private let loop: EventLoop
    private let wake: @Sendable (CInt?) -> Void
    private var channel: DNSChannel?
    private var watches: [CInt: (watch: Watch, interest: EventLoop.Interest)] = [:]
    private var timer: Timer?
    private var receivesLeft = 0
    /// What may still be received: twice the largest message with its length (RFC 1035 section 4.2.2). A server that sends more
    /// than the response to the only query would keep the loop busy until the deadline.
    private var bytesLeft = 2 * (2 + 65_535)
    private var messages = DNSStreamCounter()

    /// The number of messages after which a stream without the response counts as one without end: nothing but the response to the only
    /// query is expected.
    private static let maxMessages = 3
    /// The maximum number of segments processed at once, so that a flood of forged ones does not block the loop.
    private static let receivesAtOnce = 64
    /// What a reception counts at least, so that single bytes end as well.
    private static let minReception = 32

    /// Creates an exchange.
    ///
    /// - Parameter wake: Called on the loop when ``drive(_:)`` is due, with the descriptor that is ready, if any.
    init(
        server: SocketAddress, options: DNSQueryOptions, deadline: ContinuousClock.Instant, loop: EventLoop,
        wake: @escaping @Sendable (CInt?) -> Void
    ) {
        self.server = server
        self.options = options
        self.deadline = deadline
        self.loop = loop
        self.wake = wake
    }

    var form: DNSQueryOptions.Form { options.form }

    func open(_ name: String, type: DNSRecordType) throws(HostResolutionError) {
        // TCP retransmits itself.
        let left = ContinuousClock.now.duration(to: deadline)
        let channel = try DNSChannel(isExtended: form == .extended, timeout: max(1, CInt(left / .milliseconds(1))))
        self.channel = channel
        channel.exchange = self
        try HostResolutionError.check(setServer(of: channel.handle))
        receivesLeft = Self.receivesAtOnce
        let query = try DNSWireQuery.make(name, type: type, options)
        ares_send(
            channel.handle, query, CInt(query.count),
            { context, status, _, reply, size in
                DNSChannel.at(context).exchange?.ended(status, UnsafeBufferPointer(start: reply, count: Int(size)))
            }, Unmanaged.passUnretained(channel).toOpaque())
        arm()
    }

    /// Lets c-ares continue: a descriptor is ready, or time has passed.
    func drive(_ fd: CInt?) {
        guard let channel = channel?.handle, ending == nil else { return }
        receivesLeft = Self.receivesAtOnce
        let isWritable = fd.flatMap { watches[$0] }?.interest.contains(.writable) ?? false
        ares_process_fd(channel, fd ?? ARES_SOCKET_BAD, isWritable ? fd ?? ARES_SOCKET_BAD : ARES_SOCKET_BAD)
        if ending == nil, isForeign { ending = .status(ARES_EBADRESP) }
        if ending == nil, ContinuousClock.now >= deadline { ending = .status(ARES_ETIMEOUT) }
        arm()
    }

    func close() {
        timer?.cancel()
        guard let channel else { return }
        self.channel = nil
        channel.destroy()
        for (watch, _) in watches.values { watch.cancel() }
        watches = [:]
    }

    // MARK: What c-ares asks for

    private func ended(_ status: CInt, _ reply: UnsafeBufferPointer<UInt8>) {
        // It may have ended already, because of what was seen of the reply.
        if ending == nil { ending = reply.isEmpty ? .status(status) : .reply(Array(reply)) }
    }

    func mayReceive() -> Bool {
        receivesLeft -= 1
        return receivesLeft >= 0 && !isForeign
    }

    /// Whether the server sends other messages than the response.
    private var isForeign: Bool { bytesLeft <= 0 || messages.complete >= Self.maxMessages }

    /// Counts what was received; the result and `errno` are unchanged.
    func counting(_ result: Int, in buffer: UnsafeRawPointer?) -> Int {
        if result > 0 {
            bytesLeft -= max(result, Self.minReception)
            messages.add(UnsafeRawBufferPointer(start: buffer, count: result))
        }
        return result
    }

    /// Records the reason of a failure, which c-ares maps to few codes; `errno` is unchanged.
    func recordingError<Count: SignedInteger>(_ result: Count) -> Count {
        let code = errno
        if result < 0, code != EAGAIN, code != EINPROGRESS, code != EINTR, socketError == 0 { socketError = code }
        errno = code
        return result
    }

    func follow(_ fd: CInt, _ interest: EventLoop.Interest) {
        if interest.isEmpty {
            watches.removeValue(forKey: fd)?.watch.cancel()
        } else if let (watch, _) = watches[fd] {
            watch.update(interest)
            watches[fd] = (watch, interest)
        } else {
            // If a socket cannot be watched, the deadline ends the exchange.
            let wake = wake
            watches[fd] = (try? loop.watch(fd, for: interest) { _ in wake(fd) }).map { ($0, interest) }
        }
    }

    /// Sets the timer for c-ares's next step, or the end.
    private func arm() {
        timer?.cancel()
        timer = nil
        guard let channel = channel?.handle, ending == nil else { return }
        var next = timeval()
        var delay = ContinuousClock.now.duration(to: deadline)
        if ares_timeout(channel, nil, &next) != nil {
            delay = min(delay, .seconds(next.tv_sec) + .microseconds(next.tv_usec))
        }
        let wake = wake
        timer = loop.schedule(after: delay) { wake(nil) }
    }

    private func setServer(of channel: ares_channel?) -> CInt {
        var node = ares_addr_port_node()
        node.family = server.address.family.rawFamily
        withUnsafeMutableBytes(of: &node.addr) { $0.copyBytes(from: server.address.bytes) }
        node.udp_port = CInt(server.port)
        node.tcp_port = CInt(server.port)
        return ares_set_servers_ports(channel, &node)
    }
}
