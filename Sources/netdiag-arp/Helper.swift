import ARPWire
import CSockets
import Glibc

/// Answers several questions concurrently, in one loop around poll(2).
struct Helper {
    /// The maximum number of connections. Further ones wait in the socket's queue.
    private static let maxClients = 16
    /// The time in milliseconds after which a client without a question is dropped.
    private static let patience: Int64 = 1_000
    /// The time in milliseconds without connections after which the helper ends. systemd starts it again.
    private static let idle: Int64 = 30_000

    let listener: CInt
    private var clients: [HelperClient] = []
    private var budget: Budget
    private var lastClient = Clock.milliseconds

    init(listener: CInt) {
        self.listener = listener
        budget = Budget(at: Clock.milliseconds)
    }

    mutating func run() {
        while !clients.isEmpty || Clock.milliseconds - lastClient < Self.idle {
            let deadline = clients.map(\.deadline).min() ?? lastClient + Self.idle
            var polled = clients.map { pollfd(fd: $0.watched, events: Int16(POLLIN), revents: 0) }
            let isOpen = clients.count < Self.maxClients
            if isOpen { polled.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
            let wait = max(0, min(deadline - Clock.milliseconds, Self.idle))
            guard poll(&polled, nfds_t(polled.count), CInt(wait)) >= 0 || errno == EINTR else { return }
            // The time of what poll(2) reports: closing the sockets of a client takes so long that packets may arrive meanwhile.
            let now = Clock.milliseconds
            for place in clients.indices.reversed() {
                serve(place, isReady: polled[place].revents != 0, at: now)
            }
            if isOpen, polled[polled.count - 1].revents != 0 { acceptClient() }
        }
    }

    private mutating func acceptClient() {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        lastClient = Clock.milliseconds
        clients.append(HelperClient(descriptor: descriptor, deadline: lastClient + Self.patience))
    }

    private mutating func serve(_ place: Int, isReady: Bool, at now: Int64) {
        if clients[place].exchange == nil {
            guard isReady else {
                if now >= clients[place].deadline { drop(place) }
                return
            }
            begin(place, at: Clock.milliseconds)
        } else if let reply = clients[place].proceed(isReady: isReady, at: now) {
            sendReply(place, reply)
        }
    }

    /// Reads the question of a connection, which may only send one.
    private mutating func begin(_ place: Int, at now: Int64) {
        var buffer = [UInt8](repeating: 0, count: ARPRequest.maxLength + 1)
        let count = recv(clients[place].descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return drop(place) }
        let bytes = buffer[..<count]
        if let request = ARPRequest(bytes: bytes) {
            let (busy, refused) = (ARPReply(.busy).bytes, ARPReply(.refused).bytes)
            begin(place, isUrgent: true, at: now, busy: busy, refused: refused) {
                guard let source = ARPSourceAddresses(of: request) else { return nil }
                return ARPExchange(request, at: source, now: now)
            }
        } else if let request = TwinRequest(bytes: bytes) {
            begin(place, at: now, busy: TwinReply.busy.bytes, refused: TwinReply.refused.bytes) {
                TwinWatch(request, now: now)
            }
        } else if let request = SentRequest(bytes: bytes) {
            begin(place, at: now, busy: SentReply.busy.bytes, refused: SentReply.refused.bytes) {
                SentWatch(request, now: now)
            }
        } else {
            drop(place)
        }
    }

    private mutating func begin(
        _ place: Int, isUrgent: Bool = false, at now: Int64, busy: [UInt8], refused: [UInt8],
        _ opened: () -> (any HelperExchange)?
    ) {
        guard budget.consume(isUrgent: isUrgent, at: now) else { return sendReply(place, busy) }
        guard let exchange = opened() else { return sendReply(place, refused) }
        clients[place].begin(exchange)
        if !exchange.greeting.isEmpty { write(exchange.greeting, to: place) }
    }

    private mutating func sendReply(_ place: Int, _ reply: [UInt8]) {
        write(reply, to: place)
        drop(place)
    }

    private func write(_ bytes: [UInt8], to place: Int) {
        _ = send(clients[place].descriptor, bytes, bytes.count, CInt(NETDIAG_NO_SIGNAL))
    }

    private mutating func drop(_ place: Int) {
        clients.remove(at: place).end()
    }
}
