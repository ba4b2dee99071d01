import Glibc
package import NetworkModel

/// Sends packets towards a silent destination that end at the first router, to find out whether this machine withholds them
/// after programs have sent them: for lack of the keys that an IPsec policy requires, or because the queue of its own
/// interface drops them.
package struct WithheldProbe: Sendable {
    /// The kernel's counter of packets whose policy requires a missing state (SA) (`/proc/net/xfrm_stat`).
    private static let counter = "XfrmOutNoStates"
    /// The sizes of data in bytes: datagrams as large as those of a handshake, and smaller than what every IP link carries in
    /// one piece.
    private static let sizes = [0, 1_200]
    /// The discard port (RFC 863).
    private static let port: UInt16 = 9
    /// The number of datagrams of each size, since a queue that is full for a moment drops some of them.
    package static let datagrams = 4

    private let destination: SocketAddress

    package init(_ destination: SocketAddress) { self.destination = destination }

    /// Whether each new connection matches a policy without a state. The counter includes packets of other programs, so that
    /// it must increase twice.
    package func lacksState() -> Bool {
        (0..<2).allSatisfy { _ in
            guard let before = Self.missingStates, let socket = try? ProbeSocket(.stream(destination.address.family))
            else { return false }
            socket.setHopLimit(1)
            socket.resetOnClose()
            _ = try? socket.connect(to: destination)
            return Self.missingStates.map { $0 > before } ?? false
        }
    }

    /// Sends datagrams, one size after the other.
    ///
    /// - Parameter dropped: The number of packets that the queue has dropped so far.
    /// - Returns: Whether it dropped all datagrams of a size.
    package func isDropped(counting dropped: () -> Int?) -> Bool {
        Self.sizes.contains { size in
            let peer = SocketAddress(destination.address, port: Self.port)
            guard let before = dropped(), let socket = try? ProbeSocket(.datagram(peer.address.family)) else {
                return false
            }
            socket.setHopLimit(1)
            guard (try? socket.connect(to: peer)) != nil else { return false }
            let data = [UInt8](repeating: 0, count: size)
            for _ in 0..<Self.datagrams { _ = socket.send(data) }
            return dropped().map { $0 - before >= Self.datagrams } ?? false
        }
    }

    private static var missingStates: UInt64? {
        let line = SmallFile.text("/proc/net/xfrm_stat").split(separator: "\n").first { $0.hasPrefix(counter) }
        return line?.split { $0 == " " || $0 == "\t" }.last.flatMap { UInt64($0) }
    }
}
