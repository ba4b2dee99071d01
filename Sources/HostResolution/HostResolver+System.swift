import Glibc
public import NetworkModel

extension HostResolver {
    /// What a program that starts now gets for a name: `getaddrinfo(3)` in a process of its own.
    ///
    /// - Parameters:
    ///   - name: As in ``resolve(_:families:configuration:servers:timeout:)``.
    ///   - deadline: For the process, which is ended then.
    /// - Returns: `nil` if no process can be run, or `name` is no name.
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

    /// What the system makes of a name: by a call in this process, and by another process while calls here hang.
    func systemAnswer(
        of domain: DomainName, families: Set<AddressFamily>, until deadline: ContinuousClock.Instant
    ) async throws -> SystemAnswer {
        guard system.isStuck else { return try await system.addresses(of: domain.asked, families: families) }
        let begun = ContinuousClock.now
        switch try await process.addresses(of: domain.asked, until: deadline) {
        case .answered(let addresses):
            return system.answer(addresses, of: domain.asked, families, otherwise: .noData, since: begun)
        case .unanswered: return system.answer([], of: domain.asked, families, otherwise: .nxdomain, since: begun)
        case .silent, .unavailable:
            return system.answer([], of: domain.asked, families, otherwise: .timeout, since: begun)
        }
    }

    /// The services that nsswitch.conf(5) has for the names of hosts, in order.
    public var nameServices: [String] { NameServices.hosts(in: Self.nameServicesFile).services }

    /// Those of them that are asked for a name of the Internet: an action as `[NOTFOUND=return]` may end the search before.
    public var reachedNameServices: [String] { NameServices.hosts(in: Self.nameServicesFile).reached }

    /// What decides how names are looked up: what the environment of this process says of the resolver (resolv.conf(5)), as
    /// `RES_OPTIONS=use-vc in the environment`, else the line that they stand in, as `/etc/nsswitch.conf:3: hosts: files dns`; `nil` if there
    /// is neither.
    public var nameServiceLine: String? {
        var settings: [String] = []
        for name in ["RES_OPTIONS", "LOCALDOMAIN"] {
            if let value = getenv(name) { settings.append("\(name)=\(String(cString: value).prefix(64))") }
        }
        guard settings.isEmpty else { return settings.joined(separator: " ") + " in the environment" }
        return NameServices.hosts(in: Self.nameServicesFile).line
    }

    /// The files of the system's resolver that are there, and that programs of other users may not read.
    public func unreadableFiles() -> [String] { SystemFiles.unreadable }

    static let nameServicesFile = "/etc/nsswitch.conf"
}
