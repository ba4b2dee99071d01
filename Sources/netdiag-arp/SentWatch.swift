import ARPWire
import CSockets
import Glibc

/// Watches for a packet of netdiagd as it leaves this machine. It sends nothing, and says nothing about other packets.
struct SentWatch: HelperExchange {
    /// The packet socket, which only receives packets of this machine with the mark.
    let descriptor: CInt
    let deadline: Int64
    let greeting = SentReply.watching.bytes
    private let request: SentRequest

    /// - Returns: `nil` if the kernel does not permit it.
    init?(_ request: SentRequest, now: Int64) {
        guard let descriptor = PacketSocket.opened() else { return nil }
        self.descriptor = descriptor
        self.request = request
        deadline = now + Int64(SentRequest.patience)
        let mark = request.mark.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard netdiag_watch_sent(descriptor, request.transport.rawValue, UInt32(request.place), mark) == 0 else {
            close(descriptor)
            return nil
        }
    }

    mutating func proceed(isReady: Bool, at now: Int64) -> [UInt8]? {
        if isReady, let reply = seen() { return reply.bytes }
        return now >= deadline ? SentReply.unseen.bytes : nil
    }

    private func seen() -> SentReply? {
        var buffer = [UInt8](repeating: 0, count: 64)
        // Bounded, so that a flood cannot delay the deadline.
        for _ in 0..<64 {
            var interface: UInt32 = 0
            let count = netdiag_receive_sent(descriptor, &buffer, buffer.count, &interface)
            guard count > 0 else { return nil }
            if request.matches(buffer[..<count]) {
                return .sent(
                    interface: interface, source: Array(buffer[12..<16]), destination: Array(buffer[16..<20]))
            }
        }
        return nil
    }
}
