import CAres
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// A query over UDP, on a socket of its own. It is repeated if packets are lost, and ends with the server's response.
///
/// c-ares encodes the message, and libresolv parses it. Sending and receiving the datagrams is done here: a c-ares channel
/// takes 80 KiB and five system calls to set up, more than the rest of the query (docs/decisions/0073).
final class DNSDatagramExchange: DNSExchange {
    private(set) var ending: DNSEnding?
    private(set) var socketError: CInt = 0
    private(set) var isUnsent = false
    private(set) var ignoredReplies = 0
    private(set) var otherSource: IPAddress?
    private(set) var refusal: ICMPError?
    private(set) var closedAfter: Duration?
    private(set) var isRepeated = false
    var form: DNSQueryOptions.Form { options.form }

    private let server: SocketAddress
    private let options: DNSQueryOptions
    private var deadline: ContinuousClock.Instant
    private let loop: EventLoop
    private let wake: @Sendable (CInt?) -> Void
    private var query: [UInt8] = []
    private var question: (name: String, type: DNSRecordType)?
    private var unconnected: UnconnectedQuery?
    private var socket: CInt = -1
    private var watch: Watch?
    private var timer: Timer?
    private var hasSent = false
    /// When the query was sent last.
    private var sentAt = ContinuousClock.now
    /// When the query is repeated, and the time after that until the next repetition.
    private var repetition: ContinuousClock.Instant
    private var pause: Duration
    /// When the query was repeated last; `nil` if it was not.
    private var repeatedAt: ContinuousClock.Instant?

    /// The maximum number of datagrams received at once, so that a flood of forged ones does not block the loop.
    private static let receivesAtOnce = 64
    /// The size of the largest datagram that is read, which is more than was announced to servers.
    private static let maxDatagram = 4_096
    /// The time until the first repetition; each further one comes after twice the previous time.
    private static let firstRepetition = Duration.milliseconds(400)
    /// A response within this time after a repetition is one to it. The response of a slow server arrives at any time.
    private static let promptness = Duration.milliseconds(200)
    /// The minimum time before the deadline for a repetition, which could not be answered in time otherwise.
    private static let shortestAnswer = Duration.milliseconds(5)
    /// The remaining time after a reply to something else, so that a valid one can still arrive.
    private static let limitAfterIgnored = Duration.seconds(1)
    /// The remaining time after an error that the server is unreachable, since routes may recover; and with another server, for a
    /// response that is under way.
    private static let limitAfterRefusal = (alone: Duration.seconds(1), withAlternative: Duration.milliseconds(50))
    /// The maximum number of errors that are read from a socket's queue at once.
    private static let errorsAtOnce = 16

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
        let now = ContinuousClock.now
        // With little time, there is one repetition after a third of it.
        pause = min(Self.firstRepetition, now.duration(to: deadline) / 3)
        repetition = options.repetition == .none ? deadline : now + pause
    }

    func open(_ name: String, type: DNSRecordType) throws(HostResolutionError) {
        query = try DNSWireQuery.make(name, type: type, options)
        question = (name, type)
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        socket = Glibc.socket(server.address.family.rawFamily, kind, 0)
        guard socket >= 0 else { return fail(errno) }
        QueuedError.enable(on: socket, family: server.address.family)
        guard server.withSockaddr({ connect(socket, $0, $1) }) == 0 else { return fail(errno) }
        let (fd, wake) = (socket, wake)
        // If a socket cannot be watched, the deadline ends the exchange.
        watch = try? loop.watch(fd, for: .readable) { _ in wake(fd) }
        send()
        arm()
    }

    func drive(_ fd: CInt?) {
        guard ending == nil else { return }
        // Data that arrived in time counts, however late the loop processes it.
        receive()
        guard ending == nil else { return }
        receiveFromOthers()
        let now = ContinuousClock.now
        if now >= deadline {
            ending = .status(ARES_ETIMEOUT)
        } else if now >= repetition {
            send()
            if repeatedAt != nil { queryUnconnected() }
            repeatedAt = now
            pause *= 2
            repetition = now + pause
        } else if fd != nil, timer != nil {
            return
        }
        arm()
    }

    func close() {
        timer?.cancel()
        watch?.cancel()
        unconnected?.close()
        (timer, watch, unconnected) = (nil, nil, nil)
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
    }

    // MARK: The socket

    private func send() {
        guard let code = errorOfSending() else { return }
        // The call reports the error for an earlier datagram, and has sent nothing.
        guard takeErrors() else { return fail(code) }
        if let code = errorOfSending() { fail(code) }
    }

    /// Sends the query once.
    ///
    /// - Returns: The `errno` of a call that failed permanently.
    private func errorOfSending() -> CInt? {
        guard Glibc.send(socket, query, query.count, CInt(MSG_NOSIGNAL)) < 0 else {
            (hasSent, sentAt) = (true, .now)
            return nil
        }
        return errno == EAGAIN ? nil : errno
    }

    private func receive() {
        withUnsafeTemporaryAllocation(byteCount: Self.maxDatagram, alignment: 1) { buffer in
            for _ in 0..<Self.receivesAtOnce where ending == nil {
                let count = recv(socket, buffer.baseAddress, buffer.count, 0)
                guard count >= 0 else {
                    let code = errno
                    if code == EINTR { continue }
                    if code != EAGAIN, !takeErrors() { fail(code) }
                    return
                }
                if count > 0 { examine(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            }
        }
    }

    /// Sends the query once on another socket, since two were in vain. Of the two forms, one is enough, and a query to the unspecified
    /// address is answered by another one anyway.
    private func queryUnconnected() {
        guard unconnected == nil, otherSource == nil, options.form == .extended, !server.address.isUnspecified,
            let question, let query = try? DNSWireQuery.make(question.name, type: question.type, options)
        else { return }
        unconnected = UnconnectedQuery(query, to: server, on: loop, wake: wake)
    }

    /// Records a reply that comes from another address. The server has the same time as after a reply to something else.
    private func receiveFromOthers() {
        guard let source = unconnected?.otherSource() else { return }
        otherSource = source
        unconnected?.close()
        unconnected = nil
        shorten(to: Self.limitAfterIgnored)
    }

    private func fail(_ code: CInt) {
        socketError = code
        isUnsent = !hasSent
        ending = .status(ARES_ECONNREFUSED)
    }

    /// Empties the error queue after a failed call.
    ///
    /// - Returns: Whether the error is only a report from the path, after which a response may still arrive.
    private func takeErrors() -> Bool {
        var isPassing = false
        for _ in 0..<Self.errorsAtOnce {
            guard let error = QueuedError(from: socket, family: server.address.family) else { break }
            guard let icmp = error.icmp else { continue }
            // The host itself reports that no program listens, or a router rejects the query with the same error.
            guard icmp.meaning != .portUnreachable else {
                if !icmp.isOwn {
                    if isOfRouter(icmp) { refusal = refusal ?? icmp }
                    if icmp.reporter?.bytes == server.address.bytes {
                        closedAfter = closedAfter ?? sentAt.duration(to: .now)
                    }
                }
                continue
            }
            isPassing = true
            guard !icmp.isOwn, icmp.meaning != .tooBig, refusal == nil else { continue }
            refusal = icmp
            let limit = Self.limitAfterRefusal
            shorten(to: options.hasAlternative ? limit.withAlternative : limit.alone)
        }
        return isPassing
    }

    /// Whether the sender of an error is another host than the server. One on this machine may have another address of it.
    private func isOfRouter(_ icmp: ICMPError) -> Bool {
        guard let reporter = icmp.reporter else { return false }
        return !reporter.isLoopback && reporter.bytes != server.address.bytes
    }

    private func examine(_ bytes: UnsafeRawBufferPointer) {
        let isExtended = options.form == .extended
        guard DNSReplyHeader.isReply(bytes, to: query) else {
            // An attacker who guesses the ID gains nothing: the query is sent once more without EDNS.
            if isExtended, DNSReplyHeader.isBareRejection(bytes, of: query) {
                ending = .rejection(Array(bytes))
                return
            }
            ignoredReplies += 1
            if ignoredReplies == 1 { shorten(to: Self.limitAfterIgnored) }
            return
        }
        isRepeated = repeatedAt.map { $0.duration(to: .now) < Self.promptness } ?? false
        let header = DNSReplyHeader(bytes)
        if header.isTruncated {
            ending = .truncated
        } else if isExtended, header.mayRejectEDNS {
            ending = .rejection(Array(bytes))
        } else {
            ending = .reply(Array(bytes))
        }
    }

    // MARK: Time

    private func shorten(to limit: Duration) {
        deadline = min(deadline, .now + limit)
        timer?.cancel()
        timer = nil
    }

    /// Sets the timer for the next repetition, or the end.
    private func arm() {
        timer?.cancel()
        timer = nil
        guard ending == nil else { return }
        let isRepeated = repetition + Self.shortestAnswer < deadline
        if !isRepeated { repetition = deadline }
        let wake = wake
        timer = loop.schedule(after: ContinuousClock.now.duration(to: min(repetition, deadline))) { wake(nil) }
    }
}
