import Glibc
import HostResolution
import NetworkModel

/// The users whose programs listen on TCP ports of this machine, by the tables of proc_net(5). A socket that is bound, but does
/// not listen, is in none.
struct PortHolders {
    /// A socket that listens.
    private struct Entry {
        let address: SocketAddress
        let user: uid_t
    }

    /// The maximum number of bytes that are read of a table, which begins with the sockets that listen.
    private static let maxBytes = 1 << 20
    /// TCP_LISTEN of tcp_states.h.
    private static let listening = "0A"

    private let entries: [Entry]

    /// Reads the tables of this machine.
    init() {
        self.init(
            tables: ["/proc/net/tcp", "/proc/net/tcp6"].map { path in
                String(decoding: SystemFiles.read(path, atMost: Self.maxBytes), as: UTF8.self)
            })
    }

    init(tables: [String]) {
        entries = tables.flatMap { $0.split(separator: "\n").compactMap(Self.entry) }
    }

    /// The users with sockets that keep another one from the address.
    func users(at address: SocketAddress) -> Set<uid_t> {
        let wanted = address.address
        return Set(
            entries.filter { entry in
                let held = entry.address.address
                return entry.address.port == address.port
                    && (held.isUnspecified || wanted.isUnspecified || held.unmapped.bytes == wanted.unmapped.bytes)
            }.map(\.user))
    }

    /// Parses a line, whose fields are the number, the local and the remote address, the state, the queues, the timer, the
    /// repetitions and the user.
    private static func entry(_ line: Substring) -> Entry? {
        let fields = line.split(separator: " ")
        guard fields.count > 7, fields[3] == listening, let user = uid_t(fields[7]) else { return nil }
        let place = fields[1].split(separator: ":")
        guard place.count == 2, let address = address(place[0]), let port = UInt16(place[1], radix: 16) else {
            return nil
        }
        return Entry(address: SocketAddress(address, port: port), user: user)
    }

    /// The address from hexadecimal digits: words of 32 bits, each as an integer of this machine.
    private static func address(_ digits: Substring) -> IPAddress? {
        var bytes: [UInt8] = []
        var rest = digits
        while !rest.isEmpty {
            guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
            withUnsafeBytes(of: word) { bytes += $0 }
            rest = rest.dropFirst(8)
        }
        return IPAddress(bytes: bytes)
    }
}
