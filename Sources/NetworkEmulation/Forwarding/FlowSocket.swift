import CNamespace

/// The socket on this machine's network that a flow of the command goes by.
struct FlowSocket {
    let fd: CInt
    private var hopLimit = 64

    init(_ fd: CInt) { self.fd = fd }

    /// Has what is sent next go as far as the command's packet would have gone from here.
    mutating func setHopLimit(behind packet: PacketView) {
        guard packet.hopLimit - 1 != hopLimit else { return }
        hopLimit = packet.hopLimit - 1
        netdiag_flow_set_hop_limit(fd, packet.isIPv6 ? 1 : 0, CInt(hopLimit))
    }

    /// Takes what waits, at most 16 errors and 64 messages at a time, so that other flows have their turn.
    func takeWaiting(
        _ event: netdiag_poll_event, error: (netdiag_flow_failure) -> Void, message: (UnsafeRawBufferPointer) -> Void
    ) {
        var failure = netdiag_flow_failure()
        for _ in 0..<16 where event.failed != 0 {
            guard netdiag_flow_take_error(fd, &failure) == 1 else { break }
            error(failure)
        }
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            for _ in 0..<64 {
                let count = netdiag_flow_receive(fd, buffer.baseAddress, buffer.count)
                guard count >= 0 else { return }
                message(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
            }
        }
    }
}
