import CNamespace

/// The socket on this machine's network for a flow of the command.
struct FlowSocket {
    let fd: CInt
    private var hopLimit = 64

    init(_ fd: CInt) { self.fd = fd }

    /// Sets the hop limit of the following packets to that of the command's packet after one hop.
    mutating func setHopLimit(behind packet: PacketView) {
        guard packet.hopLimit - 1 != hopLimit else { return }
        hopLimit = packet.hopLimit - 1
        netdiag_flow_set_hop_limit(fd, packet.isIPv6 ? 1 : 0, CInt(hopLimit))
    }

    /// Reads pending errors and messages, at most 16 and 64 at a time, so that other flows are served as well.
    func readPending(
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
