import Glibc
public import NetworkModel

extension HostResolver {
    /// The result for a name in a newly started program: getaddrinfo(3) in a process of its own.
    ///
    /// - Parameters:
    ///   - name: The name, as in ``resolve(_:families:configuration:servers:timeout:)``.
    ///   - families: The address families of the result; addresses of others are left out.
    ///   - deadline: When the process is killed.
    /// - Returns: `nil` if no process can be started, or `name` is not a valid name.
    /// - Throws: `CancellationError`.
    public func freshLookup(
        of name: String, families: Set<AddressFamily>, until deadline: ContinuousClock.Instant
    ) async throws -> SystemLookup? {
        guard let domain = try? DomainName(name) else { return nil }
        let begun = ContinuousClock.now
        let outcome = try await process.addresses(of: domain.asked, until: deadline)
        func lookup(_ addresses: [IPAddress], _ failure: Resolution.FailureReason?) -> SystemLookup {
            SystemLookup(addresses: addresses, failure: failure, duration: begun.duration(to: .now))
        }
        switch outcome {
        case .answered(let addresses):
            let wanted = addresses.filter { families.contains($0.family) }
            return lookup(wanted, wanted.isEmpty ? .noData : nil)
        case .unanswered: return lookup([], .nxdomain)
        case .silent: return lookup([], .timeout)
        case .unavailable: return nil
        }
    }

    /// The result of the system resolver: by a call in this process, or by another process while calls here hang.
    func systemAnswer(
        of domain: DomainName, families: Set<AddressFamily>, until deadline: ContinuousClock.Instant
    ) async throws -> SystemLookupResult {
        guard system.isStuck else { return try await system.addresses(of: domain.asked, families: families) }
        let begun = ContinuousClock.now
        switch try await process.addresses(of: domain.asked, until: deadline) {
        case .answered(let addresses):
            return system.lookupResult(addresses, of: domain.asked, families, otherwise: .noData, since: begun)
        case .unanswered: return system.lookupResult([], of: domain.asked, families, otherwise: .nxdomain, since: begun)
        case .silent, .unavailable:
            return system.lookupResult([], of: domain.asked, families, otherwise: .timeout, since: begun)
        }
    }

    /// The services for host names in nsswitch.conf(5), in order.
    public var nameServices: [String] { NameServices.hosts(in: Self.nameServicesFile).services }

    /// The services that are reached for a name of the Internet: an action such as `[NOTFOUND=return]` may end the search
    /// before the others.
    public var reachedNameServices: [String] { NameServices.hosts(in: Self.nameServicesFile).reached }

    /// Whether the services that are reached query the servers of resolv.conf(5), or nobody.
    var asksServersAlone: Bool {
        let known = ["dns", "files", "db", "compat", "myhostname", "mymachines"]
        return reachedNameServices.allSatisfy { known.contains($0) || $0.hasPrefix("mdns") }
    }

    /// Whether programs on this machine get its own addresses for a name without a query to another host: from the hosts file, or
    /// from nss-myhostname(8).
    ///
    /// - Parameters:
    ///   - name: The name, without a final dot.
    ///   - host: The host name of this machine.
    ///   - addresses: The addresses of this machine; loopback addresses are always its own.
    public func leadsHere(_ name: String, host: String, addresses: [IPAddress]) -> Bool {
        NameServices.hosts(in: Self.nameServicesFile).leadHere(
            name, host: host, listed: system.addressesInHostsFile(of: name), addresses: addresses)
    }

    /// The names of the resolver variables in the environment of this process (resolv.conf(5)).
    public var resolverVariables: [String] { ["RES_OPTIONS", "LOCALDOMAIN"].filter { getenv($0) != nil } }

    /// The setting that determines how names are resolved: a resolver variable in the environment of this process
    /// (resolv.conf(5)), as `RES_OPTIONS=use-vc in the environment`, otherwise the line of the services, as
    /// `/etc/nsswitch.conf:3: hosts: files dns`; `nil` if there is neither.
    public var nameServiceLine: String? {
        let settings = resolverVariables.compactMap { name in
            getenv(name).map { "\(name)=\(String(cString: $0).prefix(64))" }
        }
        guard settings.isEmpty else { return settings.joined(separator: " ") + " in the environment" }
        return NameServices.hosts(in: Self.nameServicesFile).line
    }

    /// The library of a name service that is not installed, such as `libnss_nosuch.so.2`, if the search for names ends there; `nil`
    /// if there is none.
    public var missingNameLibrary: String? { NameServices.hosts(in: Self.nameServicesFile).missingLibrary }

    /// The socket of nscd(8), which the system resolver queries before the services; `nil` if it does not run.
    public var nameCache: String? { access(Self.nameCacheSocket, F_OK) == 0 ? Self.nameCacheSocket : nil }

    private static let nameCacheSocket = "/run/nscd/socket"

    /// The existing files of the system resolver that programs of other users cannot read.
    public func unreadableFiles() -> [String] { SystemFiles.unreadable }

    static let nameServicesFile = "/etc/nsswitch.conf"
}
