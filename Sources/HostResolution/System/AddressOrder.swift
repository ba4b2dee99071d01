// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc
import NetworkModel
import SystemAddresses

/// The order in which programs try the addresses of a name (RFC 6724 section 6, with the policy of gai.conf(5)), for addresses
/// that getaddrinfo(3) has not sorted.
struct AddressOrder: Sendable {
    /// Prefixes as IPv6 addresses, each with a value; the longest prefix that matches counts.
    private struct Policy: Sendable {
        var entries: [(prefix: [UInt8], length: Int, value: Int)]

        init(_ entries: [(String, Int, Int)]) {
            self.entries = entries.compactMap { text, length, value in
                IPAddress(text).map { ($0.bytesOfIPv6, length, value) }
            }
        }

        func value(of address: [UInt8]) -> Int? {
            entries.filter { AddressOrder.commonBits($0.prefix, address) >= $0.length }
                .max { $0.length < $1.length }?.value
        }
    }

    /// The default policies of the system library.
    private var precedences = Policy([
        ("::1", 128, 50), ("::", 0, 40), ("2002::", 16, 30), ("::", 96, 20), ("::ffff:0:0", 96, 10),
    ])
    private var labels = Policy([
        ("::1", 128, 0), ("::", 0, 1), ("2002::", 16, 2), ("::", 96, 3), ("::ffff:0:0", 96, 4), ("fec0::", 10, 5),
        ("fc00::", 7, 6), ("2001::", 32, 7),
    ])

    /// The maximum length of gai.conf(5) that is read, in bytes.
    private static let maxBytes = 65_536
    /// The maximum number of addresses that are sorted.
    private static let maxAddresses = 256

    /// Reads the policy of this machine.
    init() {
        let path = "/etc/gai.conf"
        guard SystemFiles.regular(path) != nil else { return }
        apply(String(decoding: SystemFiles.read(path, atMost: Self.maxBytes), as: UTF8.self))
    }

    /// Creates the policy of a text in the syntax of gai.conf(5).
    init(text: String) { apply(text) }

    /// Lines of one kind replace all defaults of that kind.
    private mutating func apply(_ text: String) {
        var found: [String: [(String, Int, Int)]] = [:]
        // By scalars, since CR LF is one character.
        for line in text.unicodeScalars.split(separator: "\n").prefix(1_000) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
            guard words.count == 3, let value = Int(words[2]) else { continue }
            let parts = words[1].split(separator: "/", maxSplits: 1).map(String.init)
            let length = parts.count == 2 ? Int(parts[1]) : 128
            guard let prefix = parts.first, let length, IPAddress(prefix)?.family == .ipv6 else { continue }
            found[words[0], default: []].append((prefix, length, value))
        }
        if let lines = found["precedence"] { precedences = Policy(lines) }
        if let lines = found["label"] { labels = Policy(lines) }
    }

    /// The addresses in the order of programs.
    ///
    /// - Parameter source: The source address of packets to an address; `nil` if there is no route to it.
    func sorted(
        _ addresses: [IPAddress], from source: (IPAddress) -> IPAddress? = Self.source
    ) -> [IPAddress] {
        let candidates = addresses.prefix(Self.maxAddresses).map { Candidate($0, from: source($0), self) }
        // The sort is stable: otherwise, the order of the answer counts (rule 10).
        return candidates.sorted { $0.precedes($1) }.map(\.address) + addresses.dropFirst(Self.maxAddresses)
    }

    /// The source address that the kernel chooses. Nothing is sent.
    static func source(to address: IPAddress) -> IPAddress? {
        let family = address.family == .ipv4 ? AF_INET : AF_INET6
        let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard SocketAddress(address, port: 53).withSockaddr({ connect(descriptor, $0, $1) }) == 0 else { return nil }
        return SocketAddress.local(of: descriptor)?.address
    }

    private struct Candidate {
        let address: IPAddress
        let isUsable: Bool
        let hasOwnScope: Bool
        let hasOwnLabel: Bool
        let precedence: Int
        let scope: Int
        /// The length of the prefix in common with the source; 0 for IPv4, whose prefixes mean nothing beyond the link.
        let commonBits: Int

        init(_ address: IPAddress, from source: IPAddress?, _ order: AddressOrder) {
            self.address = address
            let bytes = address.bytesOfIPv6
            precedence = order.precedences.value(of: bytes) ?? 1
            scope = AddressOrder.scope(of: address)
            isUsable = source != nil
            hasOwnScope = source.map { AddressOrder.scope(of: $0) == AddressOrder.scope(of: address) } ?? false
            let label = source.map { order.labels.value(of: $0.bytesOfIPv6) }
            hasOwnLabel = label.map { $0 == order.labels.value(of: bytes) } ?? false
            commonBits =
                address.family == .ipv6 ? source.map { AddressOrder.commonBits($0.bytesOfIPv6, bytes) } ?? 0 : 0
        }

        /// Rules 1, 2, 5, 6, 8 and 9. The others need to know more about the addresses of this machine.
        func precedes(_ other: Candidate) -> Bool {
            if isUsable != other.isUsable { return isUsable }
            if hasOwnScope != other.hasOwnScope { return hasOwnScope }
            if hasOwnLabel != other.hasOwnLabel { return hasOwnLabel }
            if precedence != other.precedence { return precedence > other.precedence }
            if scope != other.scope { return scope < other.scope }
            return address.family == other.address.family && commonBits > other.commonBits
        }
    }

    /// The scope of an address (RFC 6724 section 3.1).
    private static func scope(of address: IPAddress) -> Int { address.isLinkLocal || address.isLoopback ? 2 : 14 }

    private static func commonBits(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var bits = 0
        for (left, right) in zip(one, other) {
            guard left == right else { return bits + (left ^ right).leadingZeroBitCount }
            bits += 8
        }
        return bits
    }
}

extension IPAddress {
    /// The bytes as an IPv6 address; an IPv4 address is mapped (RFC 4291 section 2.5.5.2).
    fileprivate var bytesOfIPv6: [UInt8] {
        family == .ipv6 ? Array(bytes) : [UInt8](repeating: 0, count: 10) + [0xff, 0xff] + Array(bytes)
    }
}
