import CNamespace
import Glibc
public import NetworkModel

/// Runs one command behind an emulated link.
public enum CableRun {
    /// How the command has ended.
    public enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It could not be started, for this `errno`.
        case notStarted(code: Int32)
    }

    /// The name under which the command reaches 127.0.0.1 of this machine, and the address of that name.
    public static let hostName = CableNetwork.hostName
    public static let hostAddress = CableNetwork.host
    /// The command's gateway, and where ``DNSInterference/hijack(_:)`` leads by itself.
    public static let routerAddress = CableNetwork.router

    /// Runs it to its end on the calling thread, which must be the only one.
    ///
    /// - Parameters:
    ///   - command: the program, found along PATH, and its arguments.
    ///   - hostsFile: what the command's `/etc/hosts` begins with.
    ///   - searchLines: lines of resolv.conf(5) beside those of name servers.
    /// - Throws: ``CableError``: nothing was run.
    public static func run(
        _ command: [String], _ settings: CableSettings, hostsFile: String = "", searchLines: [String] = []
    ) throws(CableError) -> (ending: Ending, summary: CableSummary) {
        var settings = settings
        settings.resolvers = Array(settings.resolvers.prefix(CableNetwork.maxResolvers))
        let descriptors = try start(command, settings, hostsFile: hostsFile, searchLines: searchLines)
        defer {
            close(descriptors.supervisor_end)
            close(descriptors.init_end)
            close(descriptors.command_tun)
            close(descriptors.router_tun)
            while waitpid(descriptors.supervisor, nil, 0) < 0, errno == EINTR {}
        }
        let signals = netdiag_signals_open()
        guard signals >= 0 else { throw .unavailable(step: "signalfd", code: -signals) }
        defer { close(signals) }
        netdiag_prepare_loop()
        let cable = try Cable(settings, descriptors, signals: signals)
        let end = cable.run()
        let ending: Ending =
            switch end {
            case .exited(let code): .exited(code)
            case .killed(let signal): .killed(signal: signal)
            case .notStarted(let code): .notStarted(code: code)
            case .gone: .killed(signal: SIGKILL)
            }
        return (ending, cable.summary)
    }

    private static func start(
        _ command: [String], _ settings: CableSettings, hostsFile: String, searchLines: [String]
    ) throws(CableError) -> netdiag_cable {
        // One name server for each of this machine's; where there is none, its questions are refused at once.
        let servers = (0..<max(1, settings.resolvers.count)).map { "nameserver \(CableNetwork.resolver($0))" }
        let resolvConf = (servers + searchLines).map { $0 + "\n" }.joined()
        let hosts = hostsFile + "\n\(hostAddress) \(hostName)\n"
        var request = netdiag_cable_request()
        withUnsafeMutableBytes(of: &request.network4) { $0.copyBytes(from: CableNetwork.network4) }
        withUnsafeMutableBytes(of: &request.network6) { $0.copyBytes(from: CableNetwork.network6) }
        request.has_ipv4 = 1
        request.has_ipv6 = settings.reach == .local || hasIPv6 ? 1 : 0
        request.mtu = 1_500
        var cable = netdiag_cable()
        var step: UnsafePointer<CChar>?
        let arguments = command.map { strdup($0) }, environment = Self.environment.map { strdup($0) }
        defer { for text in arguments + environment { free(text) } }
        let error = (arguments + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { arguments in
            (environment + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { environment in
                resolvConf.withCString { resolvConf in
                    hosts.withCString { hosts in
                        request.arguments = arguments.baseAddress
                        request.environment = environment.baseAddress
                        request.resolv_conf = resolvConf
                        request.hosts = hosts
                        return netdiag_cable_start(&request, &cable, &step)
                    }
                }
            }
        }
        guard error == 0 else {
            throw .unavailable(step: step.map { String(cString: $0) } ?? "start the command", code: -error)
        }
        return cable
    }

    /// Whether this machine has a route to the Internet in IPv6; without one, the command has none either.
    private static var hasIPv6: Bool {
        guard let address = IPAddress("2001:db8::1") else { return false }
        var endpoint = netdiag_endpoint(PacketAddress(address), port: 53)
        return netdiag_has_route(&endpoint) != 0
    }

    /// This process's, in which the resolver's options stay.
    private static var environment: [String] {
        var lines: [String] = []
        var next = environ
        while let line = next.pointee {
            lines.append(String(cString: line))
            next += 1
        }
        return lines
    }
}
