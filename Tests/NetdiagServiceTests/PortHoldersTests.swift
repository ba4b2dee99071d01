import Glibc
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Users whose programs have a port")
struct PortHoldersTests {
    /// A line of /proc/net/tcp on this machine, whose byte order its words have.
    private static func line(_ address: String, _ port: String, _ state: String, _ user: Int) -> String {
        let bytes = IPAddress(address).map { Array($0.bytes) } ?? []
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            let word = bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            let digits = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        return "   0: \(words.joined()):\(port) 00000000:0000 \(state) 00000000:00000000 00:00000000 00000000 "
            + "\(user)        0 83 1 00000000d857442e 100 0 0 10 0"
    }

    @Test("only sockets that listen on an overlapping address count")
    func overlap() {
        let holders = PortHolders(tables: [
            [
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                Self.line("127.0.0.1", "1F75", "0A", 1_000), Self.line("192.0.2.1", "1F75", "0A", 0),
                Self.line("127.0.0.1", "1F75", "01", 1_001), Self.line("0.0.0.0", "1F76", "0A", 1_002), "broken",
            ].joined(separator: "\n"),
            [Self.line("::1", "1F75", "0A", 1_003), Self.line("::ffff:127.0.0.2", "1F75", "0A", 1_004)]
                .joined(separator: "\n"),
        ])
        func users(_ address: String, _ port: UInt16 = 8_053) -> Set<uid_t> {
            IPAddress(address).map { holders.users(at: SocketAddress($0, port: port)) } ?? []
        }
        #expect(users("127.0.0.1") == [1_000] && users("::1") == [1_003] && users("127.0.0.2") == [1_004])
        #expect(users("::") == [1_000, 0, 1_003, 1_004] && users("127.0.0.3").isEmpty)
        #expect(users("192.0.2.1", 8_054) == [1_002] && users("::", 8_055).isEmpty)
    }

    @Test("the tables of this machine have a socket that listens")
    func own() throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
                bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 1) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        #expect(isListening)
        let loopback = try #require(IPAddress("127.0.0.1"))
        let place = SocketAddress(loopback, port: UInt16(bigEndian: address.sin_port))
        #expect(PortHolders().users(at: place) == [geteuid()])
    }
}
