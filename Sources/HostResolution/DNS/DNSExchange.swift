import CAres
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// One question to one server, on a c-ares channel that it shares with no other: what happens to it cannot be another's fault, and
/// ending it ends nothing else. Lives on the event loop's thread.
final class DNSExchange {
    /// How it ended.
    enum Ending {
        case reply([UInt8])
        /// The answer over UDP was truncated: it is to be had over TCP.
        case truncated
        /// The server may not take EDNS: what it said, to a question that has it.
        case rejection([UInt8])
        /// A status of c-ares, without a reply.
        case status(CInt)
    }

    let server: SocketAddress
    private(set) var ending: Ending?
    /// The `errno` of the first socket call that failed for good.
    private(set) var socketError: CInt = 0

    /// Replies with another id or question, or that are no message at all.
    private(set) var ignoredReplies = 0
    /// Who has said that the server cannot be reached, and why: the first that came back for a datagram. The question stays open,
    /// as a program's does, which is not told of it.
    private(set) var refusal: ICMPError?

    private var deadline: ContinuousClock.Instant
    private let options: DNSQuestionOptions
    private var query: [UInt8] = []
    private var datagramSockets: Set<CInt> = []
    private let loop: EventLoop
    private let wake: @Sendable (CInt?) -> Void
    private var channel: DNSChannel?
    private var watches: [CInt: (watch: Watch, interest: EventLoop.Interest)] = [:]
    private var timer: Timer?
    private var receivesLeft = 0
    /// Whether c-ares has given the question back.
    private var isFinished = false

    /// Datagrams taken before others get their turn: a flood of forged ones must not hold the loop.
    private static let receivesAtOnce = 64
    /// The first repetition comes after this long, each further one after twice as long as the one before.
    private static let firstRepetition = Duration.milliseconds(400)
    /// What a reply to something else leaves of the time, so that a true one can still come.
    private static let limitAfterIgnored = Duration.seconds(1)
    /// What somebody's word that the server cannot be reached leaves of it: routes come back.
    private static let limitAfterRefusal = Duration.seconds(1)
    /// Errors taken from a socket's queue at once.
    private static let errorsAtOnce = 16

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

    var form: DNSQuestionOptions.Form { options.form }

    /// What its channel has to be made with.
    var channelSettings: DNSChannel.Settings {
        let left = ContinuousClock.now.duration(to: deadline)
        let isStream = options.transport == .tcp
        // Short of time, one repetition after a third of it. TCP repeats by itself.
        let first = isStream ? left : min(Self.firstRepetition, left / 3)
        var (tries, covered) = isStream ? (CInt(1), left) : (CInt(2), first * 3)
        // Thirds do not add up to the whole.
        while covered + .milliseconds(5) < left {
            tries += 1
            covered = covered * 2 + first
        }
        return .init(
            transport: options.transport, form: options.form, timeout: max(1, CInt(first / .milliseconds(1))),
            tries: tries)
    }

    /// Sends the question; the exchange must be closed after this, whether it throws or not.
    ///
    /// UDP may lose packets: the question is repeated. A truncated answer ends the exchange.
    ///
    /// - Parameter channel: One that no other question uses.
    func open(_ name: String, type: DNSRecordType, on channel: DNSChannel) throws(HostResolutionError) {
        self.channel = channel
        channel.exchange = self
        try HostResolutionError.check(setServer(of: channel.handle))
        receivesLeft = Self.receivesAtOnce
        try makeQuery(name, type: type)
        ares_send(
            channel.handle, query, CInt(query.count),
            { context, status, _, reply, size in
                DNSChannel.at(context).exchange?.ended(status, UnsafeBufferPointer(start: reply, count: Int(size)))
            }, Unmanaged.passUnretained(channel).toOpaque())
        arm()
    }

    /// Lets c-ares go on: a descriptor is ready, or time has passed.
    func drive(_ fd: CInt?) {
        guard let channel = channel?.handle, ending == nil else { return }
        receivesLeft = Self.receivesAtOnce
        let isWritable = fd.flatMap { watches[$0] }?.interest.contains(.writable) ?? false
        ares_process_fd(channel, fd ?? ARES_SOCKET_BAD, isWritable ? fd ?? ARES_SOCKET_BAD : ARES_SOCKET_BAD)
        if ending == nil, ContinuousClock.now >= deadline { ending = .status(ARES_ETIMEOUT) }
        arm()
    }

    /// Closes every socket.
    ///
    /// - Returns: The channel, where it can be used again: c-ares has no question any more, and so no socket.
    func close() -> DNSChannel? {
        timer?.cancel()
        guard let channel else { return nil }
        self.channel = nil
        // Asked before: c-ares gives back what it still has as it ends.
        let isFree = isFinished
        if !isFree { channel.destroy() }
        channel.exchange = nil
        for (watch, _) in watches.values { watch.cancel() }
        watches = [:]
        return isFree ? channel : nil
    }

    // MARK: What c-ares asks for

    private func ended(_ status: CInt, _ reply: UnsafeBufferPointer<UInt8>) {
        isFinished = true
        // It may have been ended already, by what was seen of the reply.
        if ending == nil { ending = reply.isEmpty ? .status(status) : .reply(Array(reply)) }
    }

    func mayReceive() -> Bool {
        receivesLeft -= 1
        return receivesLeft >= 0
    }

    func opened(_ fd: CInt, isDatagram: Bool) {
        guard isDatagram else {
            datagramSockets.remove(fd)
            return
        }
        datagramSockets.insert(fd)
        QueuedError.keep(on: fd, family: server.address.family)
    }

    /// Empties the error queue of a socket whose call has failed.
    ///
    /// - Returns: Whether the failure was no more than somebody's word on the way, after which an answer may still come.
    func takeErrors(of fd: CInt) -> Bool {
        guard datagramSockets.contains(fd) else { return false }
        var isPassing = false
        for _ in 0..<Self.errorsAtOnce {
            guard let error = QueuedError(from: fd, family: server.address.family) else { break }
            // The host itself says that nobody listens.
            guard let icmp = error.icmp, icmp.meaning != .portUnreachable else { continue }
            isPassing = true
            guard !icmp.isOwn, icmp.meaning != .tooBig, refusal == nil else { continue }
            refusal = icmp
            deadline = min(deadline, .now + Self.limitAfterRefusal)
        }
        return isPassing
    }

    /// Looks at what has come in before c-ares does.
    ///
    /// - Returns: Whether c-ares is to see it.
    func examine(_ bytes: UnsafeRawBufferPointer, from fd: CInt) -> Bool {
        guard datagramSockets.contains(fd) else { return true }
        let isExtended = options.form == .extended
        guard DNSReplyHeader.isReply(bytes, to: query) else {
            // Who guesses the id gains nothing by it: the question is put once more without EDNS.
            if isExtended, DNSReplyHeader.isBareRejection(bytes, of: query) {
                ending = .rejection(Array(bytes))
                return false
            }
            ignoredReplies += 1
            if ignoredReplies == 1 { deadline = min(deadline, .now + Self.limitAfterIgnored) }
            return false
        }
        let header = DNSReplyHeader(bytes)
        if header.isTruncated {
            // c-ares would have its own, shorter times for TCP.
            ending = .truncated
            return false
        } else if isExtended, header.mayRejectEDNS {
            // c-ares would ask again without EDNS on the same channel, which is then without EDNS for the next question as well.
            ending = .rejection(Array(bytes))
            return false
        } else if [1, 2, 4].contains(header.code) {
            // c-ares would ask again, even a server that knows EDNS, and so lose what it says of its reasons.
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

    func follow(_ fd: CInt, _ interest: EventLoop.Interest) {
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
        guard let channel = channel?.handle, ending == nil else { return }
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
        let payload = options.form == .extended ? DNSChannel.payloadSize : 0
        let status = ares_create_query(name, 1, CInt(type.code), id, 1, &bytes, &size, payload)
        defer { ares_free_string(bytes) }
        try HostResolutionError.check(status)
        query = Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
        if options.checking == .disabled { query[3] |= 0x10 }
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
