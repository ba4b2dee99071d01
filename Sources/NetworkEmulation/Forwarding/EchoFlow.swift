import CNamespace
import Glibc

/// The echo requests with one identifier to one destination, and the replies. On this machine's network, the kernel
/// chooses the identifier, except for a raw socket.
final class EchoFlow: PollHandler {
    /// The maximum number of requests that are kept, since an ICMP error may quote them.
    private static let maxKept = 32

    private var socket: FlowSocket
    private let key: FlowKey
    private let isRaw: Bool
    private let poller: Poller
    private unowned let outlet: any PacketOutlet
    private(set) var lastUse: Int64 = 0
    private var sent: [(sequence: UInt16, packet: [UInt8])] = []

    init(_ fd: CInt, _ key: FlowKey, isRaw: Bool, poller: Poller, outlet: any PacketOutlet) {
        (self.key, self.isRaw, self.poller, self.outlet) = (key, isRaw, poller, outlet)
        socket = FlowSocket(fd)
        poller.watch(fd, readable: true, writable: false, self)
    }

    func send(_ message: UnsafeRawBufferPointer, of packet: PacketView, at now: Int64) {
        lastUse = now
        if sent.count >= Self.maxKept { sent.removeFirst() }
        sent.append((message.number16(at: 6), Array(packet.bytes.prefix(128))))
        socket.setHopLimit(behind: packet)
        _ = netdiag_flow_send(socket.fd, message.baseAddress, message.count)
    }

    func ready(_ event: netdiag_poll_event) {
        let socket = socket
        socket.readPending(event, error: report, message: receive)
    }

    /// Handles an ICMP message; a raw IPv4 socket receives it with the IP header.
    private func receive(_ bytes: UnsafeRawBufferPointer) {
        var message = bytes
        if isRaw, !key.source.isIPv6 {
            guard let packet = PacketView(bytes) else { return }
            message = packet.payload
        }
        guard message.count >= 8, message.count <= 65_000, message[0] == (key.source.isIPv6 ? 129 : 0),
            !isRaw || message.number16(at: 4) == key.sourcePort
        else { return }
        var reply = Array(message)
        (reply[2], reply[3]) = (0, 0)
        (reply[4], reply[5]) = (UInt8(key.sourcePort >> 8), UInt8(key.sourcePort & 0xff))
        outlet.sendToCommand(PacketWriter.icmp(from: key.destination, to: key.source, reply))
    }

    private func report(_ failure: netdiag_flow_failure) {
        let sequence = UInt16(failure.sequence.0) << 8 | UInt16(failure.sequence.1)
        guard failure.from_icmp != 0, (failure.is_ipv6 != 0) == key.source.isIPv6,
            let index = sent.firstIndex(where: { $0.sequence == sequence })
        else { return }
        sent[index].packet.withUnsafeMutableBytes { bytes in
            guard let about = PacketView(quoted: bytes) else { return }
            outlet.sendToCommand(
                PacketWriter.error(
                    type: failure.type, code: failure.icmp_code, about: about, from: failure.offenderAddress))
        }
    }

    func end() {
        poller.remove(socket.fd)
        close(socket.fd)
    }
}
