import Glibc

extension Host {
    /// Starts a system bus on the host.
    @discardableResult
    public func startBus() async throws -> HostProcess {
        try await run(["sh", "-euc", "mkdir -p /run/dbus; rm -f /run/dbus/pid; dbus-uuidgen --ensure=/etc/machine-id"])
        let bus = try spawn(["dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address"])
        try await bus.output.first("the system bus of \(name)") { $0.hasPrefix("unix:") }
        return bus
    }

    /// Starts an avahi-daemon on the host and waits until it has claimed its host name. The bus must run.
    ///
    /// - Parameter options: Lines of avahi-daemon.conf(5) by section, for instance `["server": ["use-ipv6=no"]]`.
    @discardableResult
    public func startAvahi(options: [String: [String]] = [:]) async throws -> HostProcess {
        var sections = [
            "server": ["host-name=\(name)", "use-ipv4=yes", "use-ipv6=yes"],
            "wide-area": ["enable-wide-area=no"],
            "publish": ["publish-hinfo=no", "publish-workstation=no"],
        ]
        // If a key occurs twice, avahi-daemon may use either value.
        func key(_ line: String) -> Substring { line.prefix { $0 != "=" } }
        sections.merge(options) { standard, given in
            standard.filter { line in !given.contains { key($0) == key(line) } } + given
        }
        let text = sections.sorted { $0.key < $1.key }.map { section, lines in
            "[\(section)]\n" + lines.map { $0 + "\n" }.joined()
        }
        try await write("/etc/avahi/avahi-daemon.conf", text.joined())
        // The process limit would include the processes of the same user on other hosts.
        let avahi = try spawn(["avahi-daemon", "--no-rlimits", "--no-chroot"])
        try await avahi.diagnostics.first("the start of avahi-daemon on \(name)") { $0.contains("startup complete") }
        return avahi
    }
}

extension Host {
    /// Publishes a service through the host's avahi-daemon until the returned process ends.
    ///
    /// - Parameter target: The host in the SRV record; `nil` for this one.
    @discardableResult
    public func publish(_ service: String, _ type: String, port: Int, target: String? = nil) async throws -> HostProcess
    {
        let host = target.map { ["-H", $0] } ?? []
        let process = try spawn(["avahi-publish", "-s"] + host + [service, type, String(port)])
        try await process.diagnostics.first("the service \(service) of \(name)") { $0.contains("Established") }
        return process
    }
}
