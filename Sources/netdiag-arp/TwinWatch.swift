import ARPWire
import CSockets
import Glibc

/// Listens for frames of another host on a link that has this machine's hardware address there. It reads no more of them than the
/// address of their sender, and sends nothing.
struct TwinWatch: HelperExchange {
    /// The packet socket, which only receives frames from that hardware address that this machine does not send itself.
    let descriptor: CInt
    let deadline: Int64
    let greeting: [UInt8] = []
    /// The addresses of this machine: some switches and bonds return its own frames.
    private let own: Set<[UInt8]>
    private var sender: [UInt8]?

    /// - Returns: `nil` if the link is down, unknown or not Ethernet, or if the kernel does not permit it.
    init?(_ request: TwinRequest, now: Int64) {
        guard let list = InterfaceList(), let link = list.link(request.interface),
            let descriptor = PacketSocket.opened()
        else { return nil }
        self.descriptor = descriptor
        deadline = now + Int64(TwinRequest.patience)
        own = Set(list.addresses.map(\.bytes))
        guard netdiag_watch_hardware(descriptor, UInt32(request.interface), link.hardware) == 0 else {
            close(descriptor)
            return nil
        }
    }

    mutating func proceed(isReady: Bool, at now: Int64) -> [UInt8]? {
        if isReady { read() }
        // A link-local address tells less than another one.
        if let sender, now >= deadline || !FrameSender.isLinkLocal(sender) { return TwinReply.heard(sender).bytes }
        return now >= deadline ? TwinReply.silent.bytes : nil
    }

    private mutating func read() {
        var buffer = [UInt8](repeating: 0, count: FrameSender.maxPlace)
        // Bounded, so that a flood cannot delay the deadline.
        for _ in 0..<64 {
            var type: UInt16 = 0
            let count = netdiag_receive_frame(descriptor, &buffer, buffer.count, &type)
            guard count > 0 else { return }
            guard let found = FrameSender.address(of: buffer[..<count], type), !own.contains(found) else { continue }
            sender = found
            if !FrameSender.isLinkLocal(found) { return }
        }
    }
}
