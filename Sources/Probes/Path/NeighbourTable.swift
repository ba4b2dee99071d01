import Glibc
package import NetworkModel

/// The kernel's table of neighbours, which all network namespaces of this machine share.
package enum NeighbourTable {
    /// The number of datagrams that it has to refuse.
    private static let trials = 2
    /// The discard port (RFC 863).
    private static let port: UInt16 = 9

    /// Whether it is full, so that packets to a destination are not sent: send(2) reports `ENOBUFS` each time, as it does for a full
    /// queue, and the kernel counts it.
    package static func isFull(to destination: IPAddress) -> Bool {
        let family = destination.family
        return (0..<trials).allSatisfy { _ in
            // Without an error queue, send(2) does not report what the interface, or the table, does with the packet.
            guard let before = refusals(of: family), let socket = try? ProbeSocket.datagrams(family) else {
                return false
            }
            socket.setHopLimit(1)
            guard (try? socket.connect(to: SocketAddress(destination, port: port))) != nil, socket.send([0]) == ENOBUFS
            else { return false }
            return refusals(of: family).map { $0 > before } ?? false
        }
    }

    private static func refusals(of family: AddressFamily) -> UInt64? {
        refusals(in: SmallFile.text("/proc/net/stat/\(family == .ipv4 ? "arp_cache" : "ndisc_cache")"))
    }

    /// The sum of a column of hexadecimal numbers, of which there is a line for each processor; `nil` if there is no such column.
    static func refusals(in text: String) -> UInt64? {
        let rows = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard let place = rows.first?.firstIndex(where: { $0 == PathEvidence.Trace.neighboursFull }) else { return nil }
        let counts = rows.dropFirst().map { row in row.count > place ? UInt64(row[place], radix: 16) ?? 0 : 0 }
        return counts.reduce(UInt64(0), &+)
    }
}
