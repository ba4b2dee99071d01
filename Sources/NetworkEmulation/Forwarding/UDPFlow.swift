import CNamespace
import Glibc

/// The datagrams between one port of the command and one port of a server.
final class UDPFlow: PollHandler {
    private var socket: FlowSocket
    private let key: FlowKey
    private let poller: Poller
    private unowned let outlet: any PacketOutlet
    private(set) var lastUse: Int64 = 0
    /// The beginning of the last datagram that was sent, with as much data as an ICMP error quotes.
    private var lastSent: [UInt8] = []

    init(_ fd: CInt, _ key: FlowKey, poller: Poller, outlet: any PacketOutlet) {
        (self.key, self.poller, self.outlet) = (key, poller, outlet)
        socket = FlowSocket(fd)
        poller.watch(fd, readable: true, writable: false, self)
    }

    func send(_ data: UnsafeRawBufferPointer, of packet: PacketView, at now: Int64) {
        lastUse = now
        lastSent = Array(packet.bytes.prefix(128))
        socket.setHopLimit(behind: packet)
        // send(2) reports the error of an earlier datagram instead of sending. The error queue contains that error as
        // well.
        if netdiag_flow_send(socket.fd, data.baseAddress, data.count) == -Int(ECONNREFUSED) {
            _ = netdiag_flow_send(socket.fd, data.baseAddress, data.count)
        }
    }

    func ready(_ event: netdiag_poll_event) {
        lastUse = netdiag_monotonic_nanoseconds()
        let limit = 65_535 - 8 - (key.source.isIPv6 ? 40 : 20)
        let socket = socket
        socket.readPending(event, error: report) { data in
            outlet.sendToCommand(PacketWriter.datagram(answering: key, data.prefix(limit)))
        }
    }

    /// Passes on the ICMP error of a router or the server about a datagram.
    private func report(_ failure: netdiag_flow_failure) {
        lastSent.withUnsafeMutableBytes { bytes in
            // The stored packet is shorter than the length in its header.
            guard let about = PacketView(quoted: bytes) else { return }
            if failure.from_icmp != 0, (failure.is_ipv6 != 0) == key.source.isIPv6 {
                let offender = failure.offenderAddress
                // Errors from this machine's resolvers and loopback interface come from the address that stands for
                // them.
                let from = CableNetwork.place(of: key.destination) == nil ? offender : key.destination
                outlet.sendToCommand(
                    PacketWriter.error(type: failure.type, code: failure.icmp_code, about: about, from: from))
            } else if failure.code == ECONNREFUSED {
                outlet.sendToCommand(PacketWriter.error(.portUnreachable, about: about, from: key.destination))
            }
        }
    }

    func end() {
        poller.remove(socket.fd)
        close(socket.fd)
    }
}

extension netdiag_flow_failure {
    /// The sender of the ICMP message.
    var offenderAddress: PacketAddress {
        withUnsafeBytes(of: offender) { bytes in
            is_ipv6 != 0
                ? PacketAddress(isIPv6: true, high: bytes.number64(at: 0), low: bytes.number64(at: 8))
                : PacketAddress(isIPv6: false, high: 0, low: UInt64(bytes.number32(at: 0)))
        }
    }
}
