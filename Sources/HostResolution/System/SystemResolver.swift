// For the importer, its headers define the types of the socket calls.
import CAres
import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// The resolver that programs on this machine use: getaddrinfo(3) and getnameinfo(3), with all of nsswitch.conf(5) (the hosts
/// file, multicast DNS). Its calls block, so that they run on threads of their own, at most eight at a time.
public struct SystemResolver: Sendable {
    /// The maximum number of concurrent calls; others wait for their turn.
    public static let maxConcurrency = 8
    /// The maximum number of entries in an answer.
    static let maxEntries = 256
    /// The duration after which a call counts as hanging.
    static let maxCallTime = Duration.seconds(6)

    private let calls = BlockingCalls(label: "system-resolver", atOnce: SystemResolver.maxConcurrency)
    private let hosts: HostsFile

    /// Creates a resolver.
    ///
    /// - Parameter hostsFile: Read only to determine the source of answers.
    public init(hostsFile: String = "/etc/hosts") {
        hosts = HostsFile(path: hostsFile)
    }

    /// The addresses of a name, whether or not this machine has addresses of these families itself.
    ///
    /// - Throws: `CancellationError` at once, while the blocking call ends later.
    ///   ``HostResolutionError/unavailable(reason:)`` if this machine lacks the descriptors or the memory for the call.
    public func addresses(of name: String, families: Set<AddressFamily>) async throws -> SystemLookupResult {
        let family = families.count == 1 ? families.first.map(\.rawFamily) ?? AF_UNSPEC : AF_UNSPEC
        let hosts = hosts
        let outcome = try await run { () -> Result<SystemLookupResult, HostResolutionError> in
            let begun = ContinuousClock.now
            let (addresses, code, error) = Self.getAddresses(name, family)
            // This says nothing about the name or a server.
            if code != 0, ResourceErrors.codes.contains(error) {
                return .failure(.unavailable(reason: String(cString: strerror(error))))
            }
            return .success(
                SystemLookupResult(
                    entries: Self.entries(addresses, of: name, families, hosts), otherwise: code, since: begun)
            )
        }
        return try outcome.get()
    }

    /// Runs a call on a thread. If the caller is cancelled, the call soon ends.
    private func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
        let call = ResolverCall()
        return try await calls.run({ call.run(body) }, abandon: { call.end() })
    }

    /// Whether no more calls are made, since all current ones take too long.
    var isStuck: Bool { calls.isStuck(longerThan: Self.maxCallTime) }

    /// The answer with these addresses, from any source.
    func lookupResult(
        _ addresses: [IPAddress], of name: String, _ families: Set<AddressFamily>,
        otherwise failure: Resolution.FailureReason, since begun: ContinuousClock.Instant
    ) -> SystemLookupResult {
        let entries = Self.entries(addresses, of: name, families, hosts)
        return SystemLookupResult(
            entries: entries, failure: entries.isEmpty ? failure : nil, duration: begun.duration(to: .now))
    }

    private static func entries(
        _ addresses: [IPAddress], of name: String, _ families: Set<AddressFamily>, _ hosts: HostsFile
    ) -> [SystemLookupResult.Entry] {
        let listed = Set(hosts.addresses(of: name))
        let fallback: Resolution.Source = Self.isMulticast(name) ? .mdns : .system
        return addresses.filter { families.contains($0.family) }.map {
            SystemLookupResult.Entry(address: $0, name: nil, source: listed.contains($0) ? .hosts : fallback)
        }
    }

    /// The name of an address.
    ///
    /// - Throws: `CancellationError` at once, while the blocking call ends later.
    public func name(of address: IPAddress) async throws -> SystemLookupResult {
        let hosts = hosts
        return try await run {
            let begun = ContinuousClock.now
            let (name, code) = Self.getName(address)
            let entries = name.map { name -> [SystemLookupResult.Entry] in
                let isListed = hosts.addresses(of: name).contains { $0.bytes == address.bytes }
                let source: Resolution.Source = isListed ? .hosts : Self.isMulticast(name) ? .mdns : .system
                return [.init(address: address, name: name, source: source)]
            }
            return SystemLookupResult(entries: entries ?? [], otherwise: code, since: begun)
        }
    }

    /// Whether a name is this machine's own: its host name, without or with a domain.
    public func isOwnName(_ name: String) -> Bool {
        // The size is HOST_NAME_MAX plus the terminator.
        var buffer = [CChar](repeating: 0, count: 65)
        guard gethostname(&buffer, buffer.count) == 0 else { return false }
        let own = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        let asked = name.hasSuffix(".") ? name.dropLast().lowercased() : name.lowercased()
        func label(_ name: String) -> Substring { name.prefix { $0 != "." } }
        return !own.isEmpty && label(own) == label(asked)
            && (asked == own || !asked.contains(".") || !own.contains("."))
    }

    /// The first addresses of a name in the hosts file, whether programs read that or not.
    public func addressesInHostsFile(of name: String) -> [IPAddress] {
        Array(hosts.addresses(of: name.hasSuffix(".") ? String(name.dropLast()) : name).prefix(8))
    }

    /// Whether only the hosts file has the name, so that DNS is not needed.
    func isInHostsFile(_ name: String) -> Bool {
        !hosts.addresses(of: name).isEmpty
    }

    /// Calls getaddrinfo(3).
    ///
    /// - Returns: The addresses, with the code, and the `errno` of its last failed system call: glibc also reports
    ///   `EAI_AGAIN` or `EAI_NONAME` if it could not open a file or a socket.
    private static func getAddresses(
        _ name: String, _ family: CInt
    ) -> (addresses: [IPAddress], code: CInt, error: CInt) {
        // Without AI_ADDRCONFIG, which would hide the answers of a family that this machine has lost.
        var hints = addrinfo()
        hints.ai_family = family
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        errno = 0
        let code = getaddrinfo(name, nil, &hints, &first)
        let error = errno
        guard code == 0, let first else { return ([], code, error) }
        defer { freeaddrinfo(first) }
        let addresses = sequence(first: first) { $0.pointee.ai_next }.prefix(maxEntries).compactMap { info in
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

extension SystemLookupResult {
    /// Creates an answer.
    ///
    /// - Parameter code: The code of `getaddrinfo` or `getnameinfo`, used if there are no entries.
    fileprivate init(entries: [Entry], otherwise code: CInt, since begun: ContinuousClock.Instant) {
        self.init(
            entries: entries, failure: entries.isEmpty ? Self.reason(of: code) : nil,
            isTemporary: entries.isEmpty && code == EAI_AGAIN, duration: begun.duration(to: .now))
    }

    /// The reason for a code. `getaddrinfo` has fewer reasons than DNS.
    private static func reason(of code: CInt) -> Resolution.FailureReason {
        switch code {
        case EAI_NONAME: .nxdomain
        // EAI_NODATA and EAI_ADDRFAMILY, which netdb.h only defines for GNU sources; and an answer of other families.
        case -5, -9, 0: .noData
        default: .servfail
        }
    }
}
