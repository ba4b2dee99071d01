import CNamespace
import Glibc

/// The cable between the command's TUN device and the network. It is a loop on the thread that calls ``run()``.
final class Cable: PacketOutlet, PollHandler {
    /// How the command ended.
    enum End: Hashable {
        case exited(Int32)
        case killed(Int32)
        case notStarted(code: Int32)
        /// The init process of the command's namespace ended without a report.
        case gone
    }

    private static let sweepInterval: Int64 = 1_000_000_000
    /// The maximum number of packets that are read from a device before other descriptors are served.
    private static let batch = 128

    private let descriptors: netdiag_cable
    private let poller: Poller
    private var policy: RoutePolicy
    private var up: LinkQueue?
    private var down: LinkQueue?
    private var tcp: TCPForwarder?
    private var udp: UDPForwarder?
    private var echo: EchoForwarder?
    private let signals: CInt
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)
    private let began = netdiag_monotonic_nanoseconds()
    private var now = netdiag_monotonic_nanoseconds()
    private var notCarried = 0
    /// The size of the largest packet that servers send, in bytes. If the link reports its MTU, servers have adapted to
    /// it.
    private let serverMTU: Int
    private var reassembler = FragmentReassembler()
    /// The identification of the last packet that was sent to the command in fragments.
    private var identification: UInt32 = 0
    private var end: End?

    /// Creates a cable and watches its descriptors.
    ///
    /// - Parameter signals: The signalfd(2) descriptor of the caller's signals, which are passed on to the command.
    init(_ settings: CableSettings, _ descriptors: netdiag_cable, signals: CInt) throws(CableError) {
        (self.descriptors, self.signals) = (descriptors, signals)
        policy = RoutePolicy(settings: settings)
        let limit = settings.link.mtu.flatMap { $0.isReported ? $0.bytes : nil } ?? CableSettings.mtu
        serverMTU = min(limit, CableSettings.mtu)
        poller = try Poller()
        let tcp = TCPForwarder(poller: poller, outlet: self, supervisor: descriptors.supervisor_end)
        tcp.onAcceptance = { [unowned self] in
            policy.hasAccepted = true
            self.tcp?.isPortalOpen = true
        }
        self.tcp = tcp
        udp = UDPForwarder(poller: poller, outlet: self)
        echo = EchoForwarder(poller: poller, outlet: self)
        up = LinkQueue(settings.link, direction: .up, seed: settings.seed) { [unowned self] packet, _ in
            forward(packet)
        } report: { [unowned self] packet, mtu in
            guard let view = PacketView(packet) else { return }
            PacketWriter.error(.tooBig(mtu: mtu), about: view, from: CableNetwork.linkAddress(isIPv6: view.isIPv6))?
                .withUnsafeBytes { write($0, to: descriptors.command_tun) }
        }
        down = LinkQueue(settings.link, direction: .down, seed: settings.seed) { [unowned self] packet, _ in
            write(packet, to: descriptors.command_tun)
        } report: { [unowned self] packet, mtu in
            // Only the router's kernel uses such a report, since it terminates TCP connections. Other protocols have no
            // sender there.
            guard let view = PacketView(packet), view.transport == .tcp else { return }
            PacketWriter.error(.tooBig(mtu: mtu), about: view, from: CableNetwork.linkAddress(isIPv6: view.isIPv6))?
                .withUnsafeBytes { write($0, to: descriptors.router_tun) }
        }
        for fd in [descriptors.command_tun, descriptors.router_tun, descriptors.init_end, signals] {
            poller.watch(fd, readable: true, writable: false, self)
        }
    }

    deinit { buffer.deallocate() }

    /// Carries packets until the command has ended.
    func run() -> End {
        var nextSweep = began + Self.sweepInterval
        while true {
            if let end { return end }
            let dues = [up?.nextDue, down?.nextDue, udp?.nextDue].compactMap { $0 }
            poller.wait(until: min(dues.min() ?? nextSweep, nextSweep))
            now = netdiag_monotonic_nanoseconds()
            up?.flush(at: now)
            down?.flush(at: now)
            udp?.flush(policy, at: now)
            if now >= nextSweep {
                nextSweep = now + Self.sweepInterval
                tcp?.sweep(at: now)
                udp?.sweep(at: now)
                echo?.sweep(at: now)
                reassembler.sweep(at: now)
            }
        }
    }

    func ready(_ event: netdiag_poll_event) {
        now = netdiag_monotonic_nanoseconds()
        switch event.fd {
        case descriptors.command_tun:
            read(event.fd) { if isFromCommand($0) { up?.send($0, at: now) } }
        case descriptors.router_tun:
            read(event.fd) { if isForCommand($0) { down?.send($0, at: now) } }
        case descriptors.init_end: handleEvents()
        case signals:
            var isFromTerminal: CInt = 0
            while case let number = netdiag_signals_take(signals, &isFromTerminal), number != 0 {
                // The terminal sends its signals to the command as well.
                if isFromTerminal == 0 { netdiag_cable_signal(descriptors.init_end, number) }
            }
        default: break
        }
    }

    private func read(_ tun: CInt, _ take: (UnsafeRawBufferPointer) -> Void) {
        for _ in 0..<Self.batch {
            let count = Glibc.read(tun, buffer.baseAddress, buffer.count)
            guard count > 0 else { return }
            take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        }
    }

    /// Whether a packet of the command is to be forwarded. Multicast (neighbour discovery, listener reports, mDNS)
    /// stays on the command's own link, and is not counted.
    private func isFromCommand(_ packet: UnsafeRawBufferPointer) -> Bool {
        guard let view = PacketView(packet), view.destination.isUnicast else { return false }
        return true
    }

    /// Whether a packet of the router's kernel is for the command. Others are dropped.
    private func isForCommand(_ packet: UnsafeRawBufferPointer) -> Bool {
        guard let view = PacketView(packet) else { return false }
        return CableNetwork.place(of: view.destination) == .command
    }

    private func handleEvents() {
        var event = netdiag_cable_event()
        while end == nil, netdiag_cable_event(descriptors.init_end, &event) == 1 {
            switch event.kind {
            case CInt(NETDIAG_CABLE_STARTED.rawValue): break
            case CInt(NETDIAG_CABLE_NOT_STARTED.rawValue): end = .notStarted(code: event.value)
            case CInt(NETDIAG_CABLE_EXITED.rawValue): end = .exited(event.value)
            case CInt(NETDIAG_CABLE_KILLED.rawValue): end = .killed(event.value)
            default: end = .gone
            }
        }
    }

    /// Forwards a packet that has passed the link, according to its protocol.
    private func forward(_ bytes: UnsafeRawBufferPointer) {
        // A packet that was corrupted on the link must not reach another host.
        guard let packet = PacketView(bytes), packet.hasValidHeader else { return notCarried += 1 }
        if packet.isFragment {
            guard let whole = reassembler.add(packet, at: now) else { return }
            return whole.withUnsafeBytes { forward($0) }
        }
        let place = CableNetwork.place(of: packet.destination)
        if packet.hopLimit <= 1, place != .router {
            return sendToCommand(
                PacketWriter.error(
                    .timeExceeded, about: packet, from: CableNetwork.routerAddress(isIPv6: packet.isIPv6)))
        }
        switch packet.transport {
        case .tcp: tcp?.receive(packet, policy, at: now)
        case .udp where packet.hasValidChecksum: udp?.receive(packet, policy, at: now)
        // The router's kernel has every address of the cable, and replies to echo requests to them.
        case .icmp where place?.isThere == true, .icmpv6 where place?.isThere == true: sendToRouter(bytes)
        case .icmp where packet.hasValidChecksum, .icmpv6 where packet.hasValidChecksum:
            echo?.receive(packet, policy, at: now)
        default: notCarried += 1
        }
    }

    func sendToCommand(_ packet: UnsafeRawBufferPointer) {
        guard packet.count > serverMTU, let view = PacketView(packet) else { return sendWhole(packet) }
        identification &+= 1
        let fragments = PacketFragmenter.fragments(sending: view, mtu: serverMTU, identification: identification)
        for fragment in fragments ?? [] { fragment.withUnsafeBytes { sendWhole($0) } }
    }

    private func sendWhole(_ packet: UnsafeRawBufferPointer) { down?.send(packet, at: now) }

    func sendToRouter(_ packet: UnsafeRawBufferPointer) { write(packet, to: descriptors.router_tun) }

    private func write(_ packet: UnsafeRawBufferPointer, to tun: CInt) {
        // If the queue of the device is full, the kernel drops the packet, as a real device does.
        _ = Glibc.write(tun, packet.baseAddress, packet.count)
    }

    /// The counts so far.
    var summary: CableSummary {
        var summary = CableSummary()
        summary.duration = .nanoseconds(netdiag_monotonic_nanoseconds() - began)
        summary.seed = policy.settings.seed
        summary.up = up?.summary ?? DirectionSummary()
        summary.down = down?.summary ?? DirectionSummary()
        summary.connections = tcp?.connections ?? 0
        summary.connectionsRefused = tcp?.refused ?? 0
        summary.questions = udp?.questions ?? 0
        summary.questionsInterferedWith = udp?.questionsInterferedWith ?? 0
        summary.echoRefused = echo?.refused ?? 0
        summary.notCarried = notCarried + reassembler.nested
        summary.hasAcceptedPortal = policy.settings.hasPortal ? policy.hasAccepted : nil
        return summary
    }
}
