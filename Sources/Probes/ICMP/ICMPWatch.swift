import CSockets
import Glibc
public import NetworkModel
import Synchronization

/// Sees the ICMP messages over IPv4 that reach this machine, also those that its packet filter drops (packet(7)). It requires
/// `CAP_NET_RAW`.
public final class ICMPWatch: Sendable {
    /// The delivery of a message to its socket takes microseconds, but the kernel's thread for it may be interrupted in between
    /// if the processors are busy.
    static let delivery = Duration.milliseconds(100)
    /// The maximum number of messages that are kept, and of those that are read at once.
    private static let maxMessages = 256

    let socket: ProbeSocket
    private let seen = Mutex<[[UInt8]]>([])
    private let reversePathDrops: UInt64?

    /// Starts to watch.
    ///
    /// - Returns: `nil` without permission.
    public init?() {
        guard let socket = try? ProbeSocket(.link), netdiag_watch_icmp(socket.fd) == 0 else { return nil }
        self.socket = socket
        reversePathDrops = ArrivalProbe.reversePathDrops
    }

    /// An error about a packet of this machine that has arrived so far.
    ///
    /// - Parameters:
    ///   - destination: The destination of the packet.
    ///   - transport: TCP or UDP.
    ///   - port: The source port of the packet.
    func error(
        about destination: SocketAddress, _ transport: PathEvidence.Transport, from port: UInt16
    ) -> ICMPError? {
        read()
        return seen.withLock { seen in
            seen.lazy.compactMap { ICMPMessage.error(in: $0, about: destination, transport, from: port) }.first
        }
    }

    /// Whether an error about any packet to a destination has arrived so far.
    public func hasError(about destination: IPAddress) -> Bool {
        read()
        return seen.withLock { seen in seen.contains { ICMPMessage.isError($0, about: destination) } }
    }

    /// Whether a reply to an echo request of this machine has arrived so far.
    ///
    /// - Parameters:
    ///   - address: The sender of the reply.
    ///   - identifier: The identifier of the request.
    func hasReply(from address: IPAddress, identifier: UInt16) -> Bool {
        read()
        return seen.withLock { $0.contains { ICMPMessage.isReply($0, from: address, identifier: identifier) } }
    }

    /// Receives a message, and the index of its interface.
    ///
    /// - Returns: `nil` if nothing has arrived; an empty message if the packet is damaged, or not of another host.
    func receive() -> (message: [UInt8], interface: UInt32)? {
        var buffer = [UInt8](repeating: 0, count: 2_048)
        var (interface, isChecked): (UInt32, UInt32) = (0, 0)
        let count = netdiag_receive_packet(socket.fd, &buffer, buffer.count, &interface, &isChecked)
        guard count > 0 else { return nil }
        let isMessage = interface != 0 && ICMPMessage.isIntact(buffer[..<count])
        return (isMessage ? Array(buffer[..<count]) : [], interface)
    }

    /// Keeps what has arrived, except for damaged messages, which the kernel drops itself. Packets that came over an interface
    /// which does not lead back are dropped by the reverse path filter (RFC 3704), so that nothing can be said about any.
    private func read() {
        // Bounded, so that a flood cannot delay the caller for ever.
        for _ in 0..<Self.maxMessages {
            guard let (message, _) = receive() else { break }
            guard !message.isEmpty else { continue }
            seen.withLock { if $0.count < Self.maxMessages { $0.append(message) } }
        }
        if ArrivalProbe.reversePathDrops != reversePathDrops { seen.withLock { $0 = [] } }
    }
}

/// ICMP over IPv4 with its IP header (RFC 791 section 3.1, RFC 792).
enum ICMPMessage {
    /// The length of an IPv4 header; `nil` if it is none.
    private static func headerLength(_ packet: some Collection<UInt8>) -> Int? {
        guard let first = packet.first, first >> 4 == 4, first & 0x0f >= 5 else { return nil }
        return Int(first & 0x0f) * 4
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt16 {
        UInt16(bytes[bytes.startIndex + place]) << 8 | UInt16(bytes[bytes.startIndex + place + 1])
    }

    /// Whether the packet is whole, has a right checksum, and came from another host.
    static func isIntact(_ packet: ArraySlice<UInt8>) -> Bool {
        guard let head = headerLength(packet), packet.count >= head + 8 else { return false }
        let length = Int(number(packet, at: 2))
        let start = packet.startIndex
        guard length >= head + 8, length <= packet.count,
            !packet[start + 12..<start + 16].elementsEqual(packet[start + 16..<start + 20])
        else { return false }
        return EchoSocket.checksum(Array(packet[start + head..<start + length])) == 0
    }

    /// The error in a packet, if it is about a certain packet of this machine.
    static func error(
        in packet: [UInt8], about destination: SocketAddress, _ transport: PathEvidence.Transport, from port: UInt16
    ) -> ICMPError? {
        guard let head = headerLength(packet), packet.count > head + 8, [3, 11, 12].contains(packet[head]) else {
            return nil
        }
        let sent = packet[(head + 8)...]
        guard let inner = headerLength(sent), sent.count >= inner + 4,
            sent[sent.startIndex + 9] == (transport == .tcp ? 6 : 17),
            sent[sent.startIndex + 16..<sent.startIndex + 20].elementsEqual(destination.address.bytes),
            number(sent, at: inner) == port, number(sent, at: inner + 2) == destination.port
        else { return nil }
        return ICMPError(
            family: .ipv4, type: packet[head], code: packet[head + 1],
            reporter: IPAddress(bytes: Array(packet[12..<16])))
    }

    /// Whether a packet is an error about a packet to a destination.
    static func isError(_ packet: [UInt8], about destination: IPAddress) -> Bool {
        guard let head = headerLength(packet), packet.count > head + 8, [3, 11, 12].contains(packet[head]) else {
            return false
        }
        let sent = packet[(head + 8)...]
        return headerLength(sent) != nil && sent.count >= 20
            && sent[sent.startIndex + 16..<sent.startIndex + 20].elementsEqual(destination.bytes)
    }

    /// Whether a packet is a reply to an echo request.
    static func isReply(_ packet: [UInt8], from address: IPAddress, identifier: UInt16) -> Bool {
        guard let head = headerLength(packet), packet.count >= head + 8 else { return false }
        return packet[head] == 0 && packet[12..<16].elementsEqual(address.bytes)
            && number(packet[head...], at: 4) == identifier
    }
}
