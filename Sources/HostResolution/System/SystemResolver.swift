// Its headers own the types of the socket calls, in the eyes of the importer.
import CAres
import Glibc
public import NetworkModel
import SystemAddresses

/// The resolver that programs on this machine use: getaddrinfo(3) and getnameinfo(3), with all of nsswitch.conf(5)
/// (the hosts file, multicast DNS). Its calls block, so they run on threads of their own, at most eight at a time.
public struct SystemResolver: Sendable {
    /// Calls that block at a time; the others wait for their turn.
    public static let concurrencyLimit = 8
    /// Entries that are taken of one answer.
    static let entryLimit = 256
    /// Calls that take longer are taken to hang.
    static let longestCall = Duration.seconds(6)

    private let calls = BlockingCalls(label: "netdiag.system-resolver", atOnce: SystemResolver.concurrencyLimit)
    private let hosts: HostsFile

    /// - Parameter hostsFile: Read only to tell where an answer comes from.
    public init(hostsFile: String = "/etc/hosts") {
        hosts = HostsFile(path: hostsFile)
    }

    /// The addresses of a name, whether or not this machine has addresses of these families itself.
    ///
    /// - Throws: `CancellationError`, at once; the call that blocks ends later by itself. ``HostResolutionError/unavailable(reason:)``
    ///   where this machine lacks the descriptors or the memory for the call.
    public func addresses(of name: String, families: Set<AddressFamily>) async throws -> SystemAnswer {
        let family = families.count == 1 ? families.first.map(\.rawFamily) ?? AF_UNSPEC : AF_UNSPEC
        let hosts = hosts
        let outcome = try await calls.run { () -> Result<SystemAnswer, HostResolutionError> in
            let begun = ContinuousClock.now
            let (addresses, code, error) = Self.getAddresses(name, family)
            // It says nothing of the name or of a server. (No address is what a server out of reach may lead to as well.)
            if code != 0, error != EADDRNOTAVAIL, Self.shortages.contains(error) {
                return .failure(.unavailable(reason: String(cString: strerror(error))))
            }
            return .success(
                SystemAnswer(entries: Self.entries(addresses, of: name, families, hosts), otherwise: code, since: begun)
            )
        }
        return try outcome.get()
    }

    /// What a system call fails with where the process or the machine has run out of something. `ENOBUFS` is not among them: a
    /// query that the queue of a link drops, as of one whose cable has just been pulled, fails so as well (`IP_RECVERR`, ip(7)).
    static let shortages: Set<CInt> = [EMFILE, ENFILE, ENOMEM, EADDRNOTAVAIL]

    /// Whether no call is made any more, since all that are under way take too long.
    var isStuck: Bool { calls.isStuck(longerThan: Self.longestCall) }

    /// The answer that consists of these addresses, from wherever they come.
    func answer(
        _ addresses: [IPAddress], of name: String, _ families: Set<AddressFamily>,
        otherwise failure: Resolution.FailureReason, since begun: ContinuousClock.Instant
    ) -> SystemAnswer {
        let entries = Self.entries(addresses, of: name, families, hosts)
        return SystemAnswer(
            entries: entries, failure: entries.isEmpty ? failure : nil, duration: begun.duration(to: .now))
    }

    private static func entries(
        _ addresses: [IPAddress], of name: String, _ families: Set<AddressFamily>, _ hosts: HostsFile
    ) -> [SystemAnswer.Entry] {
        let listed = Set(hosts.addresses(of: name))
        let fallback: Resolution.Source = Self.isMulticast(name) ? .mdns : .system
        return addresses.filter { families.contains($0.family) }.map {
            SystemAnswer.Entry(address: $0, name: nil, source: listed.contains($0) ? .hosts : fallback)
        }
    }

    /// The name of an address.
    ///
    /// - Throws: `CancellationError`, at once; the call that blocks ends later by itself.
    public func name(of address: IPAddress) async throws -> SystemAnswer {
        let hosts = hosts
        return try await calls.run {
            let begun = ContinuousClock.now
            let (name, code) = Self.getName(address)
            let entries = name.map { name -> [SystemAnswer.Entry] in
                let isListed = hosts.addresses(of: name).contains { $0.bytes == address.bytes }
                let source: Resolution.Source = isListed ? .hosts : Self.isMulticast(name) ? .mdns : .system
                return [.init(address: address, name: name, source: source)]
            }
            return SystemAnswer(entries: entries ?? [], otherwise: code, since: begun)
        }
    }

    /// Whether a name is this machine's own: its host name, alone or with a domain.
    public func isOwnName(_ name: String) -> Bool {
        // HOST_NAME_MAX, and the end.
        var buffer = [CChar](repeating: 0, count: 65)
        guard gethostname(&buffer, buffer.count) == 0 else { return false }
        let own = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        let asked = name.hasSuffix(".") ? name.dropLast().lowercased() : name.lowercased()
        func label(_ name: String) -> Substring { name.prefix { $0 != "." } }
        return !own.isEmpty && label(own) == label(asked)
            && (asked == own || !asked.contains(".") || !own.contains("."))
    }

    /// Where the hosts file alone answers for the name; the DNS is not needed then.
    func isInHostsFile(_ name: String) -> Bool {
        !hosts.addresses(of: name).isEmpty
    }

    /// - Returns: With the code of getaddrinfo(3), and `errno` as its last failed system call left it: glibc says `EAI_AGAIN` or
    ///   `EAI_NONAME` too where it could not open a file or a socket.
    private static func getAddresses(
        _ name: String, _ family: CInt
    ) -> (addresses: [IPAddress], code: CInt, error: CInt) {
        // Without AI_ADDRCONFIG: it would hide the answers of a family that this machine has lost.
        var hints = addrinfo()
        hints.ai_family = family
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        errno = 0
        let code = getaddrinfo(name, nil, &hints, &first)
        let error = errno
        guard code == 0, let first else { return ([], code, error) }
        defer { freeaddrinfo(first) }
        let addresses = sequence(first: first) { $0.pointee.ai_next }.prefix(entryLimit).compactMap { info in
            info.pointee.ai_addr.flatMap { SocketAddress($0)?.address }
        }
        return (addresses, code, 0)
    }

    private static func getName(_ address: IPAddress) -> (name: String?, code: CInt) {
        // NI_MAXHOST of netdb.h.
        var buffer = [CChar](repeating: 0, count: 1_025)
        let code = SocketAddress(address, port: 0).withSockaddr {
            getnameinfo($0, $1, &buffer, socklen_t(buffer.count), nil, 0, CInt(NI_NAMEREQD))
        }
        guard code == 0 else { return (nil, code) }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (String(decoding: bytes, as: UTF8.self), code)
    }

    private static func isMulticast(_ name: String) -> Bool {
        Host.name(name).isMulticastName
    }

}

extension SystemAnswer {
    /// - Parameter code: Of `getaddrinfo` or `getnameinfo`, where there are no entries.
    fileprivate init(entries: [Entry], otherwise code: CInt, since begun: ContinuousClock.Instant) {
        self.init(
            entries: entries, failure: entries.isEmpty ? Self.reason(of: code) : nil,
            isTemporary: entries.isEmpty && code == EAI_AGAIN, duration: begun.duration(to: .now))
    }

    /// `getaddrinfo` knows fewer reasons than the DNS.
    private static func reason(of code: CInt) -> Resolution.FailureReason {
        switch code {
        case EAI_NONAME: .nxdomain
        // EAI_NODATA and EAI_ADDRFAMILY, which netdb.h has only for GNU sources; and an answer of other families.
        case -5, -9, 0: .noData
        default: .servfail
        }
    }
}
