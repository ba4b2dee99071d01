import ARPWire
import CSockets
import Glibc

/// Sends ARP requests for an address to a link, with the intervals of ``ARPFrame/patience``, and waits for the reply.
struct ARPExchange: HelperExchange {
    /// The packet socket, which only receives ARP packets from that link.
    let descriptor: CInt
    private let arpRequest: ARPRequest
    private let request: [UInt8]
    private let began: Int64
    private var rest = ARPFrame.patience[...]
    /// The time of the next step without a reply, in milliseconds.
    private(set) var deadline: Int64
    let greeting: [UInt8] = []

    /// - Returns: `nil` if the kernel does not permit it.
    init?(_ arpRequest: ARPRequest, at place: ARPSourceAddresses, now: Int64) {
        guard let descriptor = PacketSocket.opened() else { return nil }
        self.descriptor = descriptor
        self.arpRequest = arpRequest
        request = ARPFrame.request(from: place.hardware, place.source, for: arpRequest.address)
        began = now
        deadline = now
        let isBound = Self.withBroadcast(on: arpRequest) { bind(descriptor, $0, $1) == 0 }
        guard isBound else {
            close(descriptor)
            return nil
        }
        send(at: now)
    }

    private mutating func send(at now: Int64) {
        guard let wait = rest.popFirst() else { return }
        deadline = now + Int64(wait)
        _ = Self.withBroadcast(on: arpRequest) { sendto(descriptor, request, request.count, 0, $0, $1) }
    }

    mutating func proceed(isReady: Bool, at now: Int64) -> [UInt8]? {
        if isReady, let hardware = received() {
            let reply = ARPReply(
                .answered, hardwareAddress: hardware, microseconds: UInt32(clamping: (now - began) * 1_000))
            return reply.bytes
        }
        guard now >= deadline else { return nil }
        guard !rest.isEmpty else { return ARPReply(.silent).bytes }
        send(at: Clock.milliseconds)
        return nil
    }

    private func received() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        // Bounded, so that a storm on the link cannot delay the deadline.
        for _ in 0..<64 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            let hardware = ARPFrame.hardwareAddress(of: arpRequest.address, in: buffer[..<count])
            if let hardware, hardware != arpRequest.excluded { return hardware }
        }
        return nil
    }

    private static func withBroadcast<Value>(
        on arpRequest: ARPRequest, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var link = netdiag_arp_broadcast(UInt32(arpRequest.interface))
        return withUnsafePointer(to: &link) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_ll>.size)) }
        }
    }
}
