import Glibc
import NetworkModel

/// The leases that DHCP clients have stored. A process that has just started learns from them that an address is missing
/// because its lease expired; one that was listening has seen it.
struct LeaseFiles: Sendable {
    /// A lease according to a client.
    struct Lease: Hashable {
        var address: IPAddress
        /// The end of the lease; `nil` for no limit, or if not known.
        var ends: Timestamp?
        var server: IPAddress?
    }

    /// The root directory of the files, which is another one in tests.
    var root = ""

    /// The maximum number of bytes of a file that are examined: the last ones, since dhclient appends to its file.
    static let maxBytes = 65_536
    /// The maximum number of files of a directory that are examined.
    static let maxFiles = 32
    /// The maximum number of interfaces in a snapshot whose leases are read. If thousands lack an address, they are the first
    /// ones, which include the hardware. Each takes several files, and snapshots are frequent while interfaces are added and
    /// removed.
    static let maxLinks = 64

    /// Adds the expired leases of interfaces that are up and lack an IPv4 address. Most machines have no such interface, and
    /// no file is opened.
    func complete(_ snapshot: inout NetworkSnapshot, now: Timestamp = Timestamp()) {
        let known = Set(snapshot.expiredLeases?.filter { $0.address.family == .ipv4 }.map(\.interface) ?? [])
        for link in snapshot.links.lazy.filter(Self.lacksAddress).prefix(Self.maxLinks) {
            guard !known.contains(link.name), let expired = expired(on: link, now: now) else { continue }
            snapshot.expiredLeases = (snapshot.expiredLeases ?? []) + [expired]
        }
    }

    private static func lacksAddress(_ link: Link) -> Bool {
        link.isAdminUp && link.hasCarrier && !link.isLoopback && link.master == nil
            && !link.addresses.contains { $0.address.family == .ipv4 && !$0.address.isLinkLocal }
    }

    /// The latest lease of an interface, if it has expired.
    func expired(on link: Link, now: Timestamp) -> ExpiredLease? {
        let all = dhclient(link.name) + networkd(link.index) + networkManager(link.name) + dhcpcd(link.name)
        // If the latest lease has no end, or a later one, none has expired, whatever older files contain.
        let latest = all.max { ($0.lease.ends ?? .distantFuture) < ($1.lease.ends ?? .distantFuture) }
        guard let latest, let ended = latest.lease.ends, ended < now else { return nil }
        return ExpiredLease(
            interface: link.name, address: latest.lease.address, source: latest.source, ended: ended,
            server: latest.lease.server)
    }

    private typealias FoundLease = (lease: Lease, source: ExpiredLease.Source)

    private func dhclient(_ interface: String) -> [FoundLease] {
        ["/var/lib/dhcp", "/var/lib/dhclient", "/var/lib/NetworkManager"].flatMap { directory -> [FoundLease] in
            names(in: directory) { $0.hasPrefix("dhclient") && ($0.hasSuffix(".leases") || $0.hasSuffix(".lease")) }
                .compactMap { name -> FoundLease? in
                    guard let file = read("\(directory)/\(name)") else { return nil }
                    return LeaseText.dhclient(file.text, interface: interface).map { ($0, .dhclient) }
                }
        }
    }

    private func networkd(_ index: UInt32) -> [FoundLease] {
        guard let file = read("/run/systemd/netif/leases/\(index)") else { return [] }
        return LeaseText.assignments(file.text, written: file.written).map { [($0, .networkd)] } ?? []
    }

    private func networkManager(_ interface: String) -> [FoundLease] {
        names(in: "/var/lib/NetworkManager") { $0.hasPrefix("internal-") && $0.hasSuffix("-\(interface).lease") }
            .compactMap { name -> FoundLease? in
                guard let file = read("/var/lib/NetworkManager/\(name)") else { return nil }
                return LeaseText.assignments(file.text, written: file.written).map { ($0, .networkManager) }
            }
    }

    private func dhcpcd(_ interface: String) -> [FoundLease] {
        guard let file = read("/var/lib/dhcpcd/\(interface).lease") else { return [] }
        return LeaseText.reply(file.bytes, written: file.written).map { [($0, .dhcpcd)] } ?? []
    }

    // MARK: Files

    func names(in directory: String, where isWanted: (String) -> Bool) -> [String] {
        guard let stream = opendir(root + directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        // The number of skipped entries is limited as well.
        for _ in 0..<1_024 {
            guard names.count < Self.maxFiles, let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if isWanted(name) { names.append(name) }
        }
        return names
    }

    /// The text of a file; `nil` if it cannot be read.
    func text(of path: String) -> String? { read(path)?.text }

    private struct File {
        var bytes: [UInt8]
        var written: Timestamp

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private func read(_ path: String) -> File? {
        // Without O_NONBLOCK, a FIFO in place of the file would block the loop forever.
        let fd = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var status = stat()
        guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let start = max(0, status.st_size - off_t(Self.maxBytes))
        var bytes = [UInt8](repeating: 0, count: Int(min(status.st_size, off_t(Self.maxBytes))))
        let count = pread(fd, &bytes, bytes.count, start)
        guard count > 0 else { return nil }
        let modified = status.st_mtim
        return File(
            bytes: Array(bytes.prefix(count)),
            written: Timestamp(
                millisecondsSince1970: Int64(modified.tv_sec) * 1_000 + Int64(modified.tv_nsec) / 1_000_000))
    }
}

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(millisecondsSince1970: .max)
}
