import CAres
import EventLoopKit
import Glibc
import NetworkModel

/// One question to one server, on a c-ares channel of its own: what happens to it cannot be another's fault, and
/// ending it ends nothing else. Lives on the event loop's thread.
final class DNSExchange {
    /// How it ended.
    enum Ending {
        case reply([UInt8])
        /// The answer over UDP was truncated: it is to be had over TCP.
        case truncated
        /// A status of c-ares, without a reply.
        case status(CInt)
    }

    let server: SocketAddress
    private(set) var ending: Ending?
    /// The `errno` of the first socket call that failed for good.
    private(set) var socketError: CInt = 0

    /// Replies with another id or question, or that are no message at all.
    private(set) var ignoredReplies = 0

    private var deadline: ContinuousClock.Instant
    private let options: DNSQuestionOptions
    private var query: [UInt8] = []
    private var datagramSockets: Set<CInt> = []
    private let loop: EventLoop
    private let wake: @Sendable (CInt?) -> Void
    private var channel: ares_channel?
    private var retained: Unmanaged<DNSExchange>?
    private var watches: [CInt: (watch: Watch, interest: EventLoop.Interest)] = [:]
    private var timer: Timer?
    private var receivesLeft = 0

    /// Datagrams taken before others get their turn: a flood of forged ones must not hold the loop.
    private static let receivesAtOnce = 64
    /// DNS Flag Day 2020: what passes without fragments nearly everywhere.
    private static let payloadSize: CInt = 1_232
    /// The first repetition comes after this long, each further one after twice as long as the one before.
    private static let firstRepetition = Duration.milliseconds(400)
    /// What a reply to something else leaves of the time, so that a true one can still come.
    private static let limitAfterIgnored = Duration.seconds(1)
    /// Once for the process.
    private static let isReady = ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS

    /// - Parameter wake: Called on the loop when ``drive(_:)`` is due, with the descriptor that is ready or none.
    init(
        server: SocketAddress, options: DNSQuestionOptions, deadline: ContinuousClock.Instant, loop: EventLoop,
        wake: @escaping @Sendable (CInt?) -> Void
    ) {
        self.server = server
        self.options = options
        self.deadline = deadline
        self.loop = loop
        self.wake = wake
    }

    /// Sends the question; the exchange must be closed after this, whether it throws or not.
    ///
    /// UDP may lose packets: the question is repeated. A truncated answer ends the exchange.
    func open(_ name: String, type: DNSRecordType) throws(HostResolutionError) {
        guard Self.isReady else { throw .unavailable(reason: "c-ares says: ares_library_init failed") }
        let context = Unmanaged.passRetained(self)
        retained = context
        try check(makeChannel(context.toOpaque()))
        guard let channel else { throw .unavailable(reason: "c-ares says: no channel") }
        ares_set_socket_functions(channel, ExchangeSockets.table, context.toOpaque())
        try check(setServer(of: channel))
        receivesLeft = Self.receivesAtOnce
        try makeQuery(name, type: type)
        ares_send(
            channel, query, CInt(query.count),
            { context, status, _, reply, size in
                let exchange = DNSExchange.at(context)
                if let reply, size > 0 {
                    exchange.ending = .reply(Array(UnsafeBufferPointer(start: reply, count: Int(size))))
                } else {
                    exchange.ending = .status(status)
                }
            }, context.toOpaque())
        arm()
    }

    /// Lets c-ares go on: a descriptor is ready, or time has passed.
    func drive(_ fd: CInt?) {
        guard let channel, ending == nil else { return }
        receivesLeft = Self.receivesAtOnce
        let isWritable = fd.flatMap { watches[$0] }?.interest.contains(.writable) ?? false
        ares_process_fd(channel, fd ?? ARES_SOCKET_BAD, isWritable ? fd ?? ARES_SOCKET_BAD : ARES_SOCKET_BAD)
        if ending == nil, ContinuousClock.now >= deadline { ending = .status(ARES_ETIMEOUT) }
        arm()
    }

    /// Frees the channel, and with it every socket.
    func close() {
        timer?.cancel()
        if let channel { ares_destroy(channel) }
        channel = nil
        for (watch, _) in watches.values { watch.cancel() }
        watches = [:]
        retained?.release()
        retained = nil
    }

    // MARK: What c-ares asks for

    static func at(_ context: UnsafeMutableRawPointer!) -> DNSExchange {
        Unmanaged<DNSExchange>.fromOpaque(context).takeUnretainedValue()
    }

    func mayReceive() -> Bool {
        receivesLeft -= 1
        return receivesLeft >= 0
    }

    func opened(_ fd: CInt, isDatagram: Bool) {
        if isDatagram { datagramSockets.insert(fd) } else { datagramSockets.remove(fd) }
    }

    /// Looks at what has come in before c-ares does.
    ///
    /// - Returns: Whether c-ares is to see it.
    func examine(_ bytes: UnsafeRawBufferPointer, from fd: CInt) -> Bool {
        guard datagramSockets.contains(fd) else { return true }
        guard DNSReplyHeader.isReply(bytes, to: query) else {
            ignoredReplies += 1
            if ignoredReplies == 1 { deadline = min(deadline, .now + Self.limitAfterIgnored) }
            return false
        }
        let header = DNSReplyHeader(bytes)
        if header.isTruncated {
            // c-ares would have its own, shorter times for TCP.
            ending = .truncated
            return false
        } else if header.code == 2, header.hasAdditional {
            // c-ares would ask again without EDNS, which this server knows, and so lose what it says of its reasons.
            ending = .reply(Array(bytes))
            return false
        }
        return true
    }

    /// Keeps the reason of a failure, which c-ares folds into few codes; `errno` is as it was.
    func noting<Count: SignedInteger>(_ result: Count) -> Count {
        let code = errno
        if result < 0, code != EAGAIN, code != EINPROGRESS, code != EINTR, socketError == 0 { socketError = code }
        errno = code
        return result
    }

    private func follow(_ fd: CInt, _ interest: EventLoop.Interest) {
        if interest.isEmpty {
            watches.removeValue(forKey: fd)?.watch.cancel()
        } else if let (watch, _) = watches[fd] {
            watch.update(interest)
            watches[fd] = (watch, interest)
        } else {
            // Where a socket cannot be watched, the deadline ends the exchange.
            let wake = wake
            watches[fd] = (try? loop.watch(fd, for: interest) { _ in wake(fd) }).map { ($0, interest) }
        }
    }

    /// One timer: c-ares's own next step, or the end of it all.
    private func arm() {
        timer?.cancel()
        timer = nil
        guard let channel, ending == nil else { return }
        var next = timeval()
        var delay = ContinuousClock.now.duration(to: deadline)
        if ares_timeout(channel, nil, &next) != nil {
            delay = min(delay, .seconds(next.tv_sec) + .microseconds(next.tv_usec))
        }
        let wake = wake
        timer = loop.schedule(after: delay) { wake(nil) }
    }

    // MARK: The channel

    private func makeQuery(_ name: String, type: DNSRecordType) throws(HostResolutionError) {
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: CInt = 0
        let id = UInt16.random(in: .min ... .max)
        let status = ares_create_query(name, 1, CInt(type.code), id, 1, &bytes, &size, Self.payloadSize)
        defer { ares_free_string(bytes) }
        try check(status)
        query = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
        if options.checking == .disabled { query[3] |= 0x10 }
    }

    private func makeChannel(_ context: UnsafeMutableRawPointer) -> CInt {
        var options = ares_options()
        let isStream = self.options.transport == .tcp
        // Answers that say no come back as they are, instead of being taken for a broken server and dropped.
        options.flags =
            ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_NOCHECKRESP | ARES_FLAG_EDNS
            | (isStream ? ARES_FLAG_USEVC : 0)
        let left = ContinuousClock.now.duration(to: deadline)
        // Short of time, one repetition after a third of it. TCP repeats by itself.
        let first = isStream ? left : min(Self.firstRepetition, left / 3)
        var (tries, covered) = isStream ? (CInt(1), left) : (CInt(2), first * 3)
        // Thirds do not add up to the whole.
        while covered + .milliseconds(5) < left {
            tries += 1
            covered = covered * 2 + first
        }
        options.timeout = max(1, CInt(first / .milliseconds(1)))
        options.tries = tries
        options.ednspsz = Self.payloadSize
        options.sock_state_cb_data = context
        options.sock_state_cb = { context, fd, readable, writable in
            var interest: EventLoop.Interest = []
            if readable != 0 { interest.insert(.readable) }
            if writable != 0 { interest.insert(.writable) }
            DNSExchange.at(context).follow(fd, interest)
        }
        // Given domains, lookups and an empty file, c-ares does not read the system's configuration for each question.
        let mask =
            ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_EDNSPSZ | ARES_OPT_SOCK_STATE_CB
            | ARES_OPT_DOMAINS | ARES_OPT_LOOKUPS | ARES_OPT_RESOLVCONF
        return "b".withCString { lookups in
            "/dev/null".withCString { file in
                options.lookups = UnsafeMutablePointer(mutating: lookups)
                options.resolvconf_path = UnsafeMutablePointer(mutating: file)
                return ares_init_options(&channel, &options, mask)
            }
        }
    }

    private func setServer(of channel: ares_channel) -> CInt {
        var node = ares_addr_port_node()
        node.family = server.address.family.rawFamily
        withUnsafeMutableBytes(of: &node.addr) { $0.copyBytes(from: server.address.bytes) }
        node.udp_port = CInt(server.port)
        node.tcp_port = CInt(server.port)
        return ares_set_servers_ports(channel, &node)
    }

    private func check(_ status: CInt) throws(HostResolutionError) {
        guard status == ARES_SUCCESS else {
            throw .unavailable(reason: "c-ares says: \(String(cString: ares_strerror(status)))")
        }
    }
}
