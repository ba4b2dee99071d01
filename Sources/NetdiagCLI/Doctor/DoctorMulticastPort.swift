import Glibc
import NetworkModel
import Translations

/// Checks whether port 5353 is open: mDNS packets must be able to leave and to reach this machine.
///
/// A packet to the mDNS group is looped back to the sender's own machine (`IP_MULTICAST_LOOP`, ip(7)), and passes its packet
/// filter in both directions. The query is for a name that does not exist.
struct DoctorMulticastPort {
    /// The time limit in milliseconds; looped packets arrive immediately.
    private static let patience: CInt = 500

    var finding: DoctorFinding {
        let receiver = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard receiver >= 0 else { return unknown(Self.text(.noSocket)) }
        defer { close(receiver) }
        var one: CInt = 1
        for option in [SO_REUSEADDR, SO_REUSEPORT] {
            setsockopt(receiver, SOL_SOCKET, option, &one, socklen_t(MemoryLayout<CInt>.size))
        }
        guard Self.bind(receiver) else {
            guard errno == EADDRINUSE else { return unknown(Self.text(.portNotBound)) }
            return DoctorFinding(
                "mdns.port", .error, .portTaken,
                fix: LocalSentence(.seeWhich, ["command": "sudo ss -lunp 'sport = :5353'"]),
                LocalSentence(.stopOrSwitchOff))
        }
        let interfaces = Self.interfaces()
        guard !interfaces.isEmpty else { return unknown(CommandPhrase.noMulticastInterface.text) }
        var blocked: [(name: String, why: String)] = []
        for interface in interfaces {
            if let why = Self.trouble(on: interface, receiver) { blocked.append((interface.name, why)) }
        }
        guard let first = blocked.first else {
            return DoctorFinding("mdns.port", .ok, .multicastPasses, ["names": Self.list(interfaces.map(\.name))])
        }
        return DoctorFinding(
            "mdns.port", .error, .multicastBlocked,
            ["names": Self.list(blocked.map(\.name)), "reason": first.why],
            fix: LocalSentence(.seeRule, ["command": "sudo nft list ruleset"]),
            LocalSentence(
                .openPort,
                [
                    "ufw": "sudo ufw allow mdns",
                    "firewalld": "sudo firewall-cmd --permanent --add-service=mdns",
                    "nft": "nft add rule inet filter input udp dport 5353 accept",
                ]))
    }

    private func unknown(_ why: String) -> DoctorFinding {
        DoctorFinding("mdns.port", .note, .multicastUnseen, ["reason": why])
    }

    /// A phrase with the error of the last system call.
    private static func text(_ phrase: CommandPhrase) -> String { phrase.text(["error": ErrorNumber.text()]) }

    private static func list(_ names: [String]) -> String { names.joined(separator: Phrase.itemSeparator) }

    private struct Interface {
        let name: String
        let index: CInt
    }

    /// The interfaces that are up and have multicast and an IPv4 address, without loopback.
    private static func interfaces() -> [Interface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [Interface] = []
        var next = list
        while let entry = next, found.count < 64 {
            next = entry.pointee.ifa_next
            let flags = entry.pointee.ifa_flags
            let wanted = UInt32(IFF_UP | IFF_RUNNING | IFF_MULTICAST)
            guard entry.pointee.ifa_addr?.pointee.sa_family == sa_family_t(AF_INET), flags & wanted == wanted,
                flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let name = String(cString: entry.pointee.ifa_name)
            let index = CInt(if_nametoindex(name))
            if index > 0, !found.contains(where: { $0.index == index }) {
                found.append(Interface(name: name, index: index))
            }
        }
        return found
    }

    /// - Returns: The reason why the packet has not come back; `nil` if it has.
    private static func trouble(on interface: Interface, _ receiver: CInt) -> String? {
        let sender = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard sender >= 0 else { return text(.noSocket) }
        defer { close(sender) }
        var group = ip_mreqn()
        group.imr_multiaddr.s_addr = in_addr_t(bigEndian: 0xe000_00fb)
        group.imr_ifindex = interface.index
        let size = socklen_t(MemoryLayout<ip_mreqn>.size)
        // RFC 6762 section 11 requires 255.
        var hops: UInt8 = 255
        setsockopt(sender, CInt(IPPROTO_IP), IP_MULTICAST_TTL, &hops, 1)
        guard setsockopt(sender, CInt(IPPROTO_IP), IP_MULTICAST_IF, &group, size) == 0,
            setsockopt(receiver, CInt(IPPROTO_IP), IP_ADD_MEMBERSHIP, &group, size) == 0
        else { return text(.groupNotJoined) }
        defer { setsockopt(receiver, CInt(IPPROTO_IP), IP_DROP_MEMBERSHIP, &group, size) }
        let question = question()
        var address = Self.address(0xe000_00fb)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(sender, question, question.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard sent == question.count else {
            return errno == EPERM
                ? CommandPhrase.filterHoldsOut.text : text(.nothingSent)
        }
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        var buffer = [UInt8](repeating: 0, count: 9_000)
        while ContinuousClock.now < end {
            var ready = pollfd(fd: receiver, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 50) >= 0 || errno == EINTR else { break }
            let count = recv(receiver, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            if count == question.count, buffer.prefix(count).elementsEqual(question) { return nil }
        }
        return CommandPhrase.filterHoldsIn.text
    }

    /// A query for the address of a name that does not exist (RFC 1035 section 4.1).
    private static func question() -> [UInt8] {
        let label = "netdiag-" + String(UInt64.random(in: .min ... .max), radix: 36)
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        for part in [label, "local"] { bytes += [UInt8(part.utf8.count)] + Array(part.utf8) }
        return bytes + [0, 0, 1, 0, 1]
    }

    private static func bind(_ descriptor: CInt) -> Bool {
        var address = address(0)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(_ host: UInt32) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(5_353).bigEndian
        address.sin_addr.s_addr = in_addr_t(bigEndian: host)
        return address
    }
}
