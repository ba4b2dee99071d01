import CNamespace
import Glibc
public import NetworkModel

/// Runs one command behind an emulated link.
public enum CableRun {
    /// How the command ended.
    public enum CommandEnd: Sendable, Hashable {
        /// It exited with this status (exit(3)).
        case exited(Int32)
        /// A signal terminated it (signal(7)).
        case killed(signal: Int32)
        /// It could not be started; `code` is the `errno` of execve(2).
        case notStarted(code: Int32)
    }

    /// The name under which the command reaches 127.0.0.1 of this machine.
    public static let hostName = CableNetwork.hostName
    /// The address of ``hostName`` in the command's network.
    public static let hostAddress = CableNetwork.host
    /// The address of the command's gateway, which is also the default of ``DNSInterference/hijack(_:)``.
    public static let routerAddress = CableNetwork.router

    /// Runs a command until it ends. The calling thread is blocked, and must be the only thread of the process.
    ///
    /// - Parameters:
    ///   - command: The program, which is looked up in `PATH`, and its arguments.
    ///   - settings: The properties of the emulated network.
    ///   - tables: The files of this machine from which the command's files and routes are derived.
    /// - Returns: How the command ended, and what happened to its packets.
    /// - Throws: ``CableError`` if the network could not be set up; the command was not started then.
    public static func run(
        _ command: [String], _ settings: CableSettings, after tables: HostTables
    ) throws(CableError) -> (ending: CommandEnd, summary: CableSummary) {
        var settings = settings
        settings.resolvers = Array(tables.resolver.servers.prefix(CableNetwork.maxResolvers))
        let descriptors = try start(command, settings, tables)
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
        let ending: CommandEnd =
            switch end {
            case .exited(let code): .exited(code)
            case .killed(let signal): .killed(signal: signal)
            case .notStarted(let code): .notStarted(code: code)
            case .gone: .killed(signal: SIGKILL)
            }
        return (ending, cable.summary)
    }

    private static func start(
        _ command: [String], _ settings: CableSettings, _ tables: HostTables
    ) throws(CableError) -> netdiag_cable {
        // There is one name server for each of this machine's. If there are none, queries to the only one are refused at once.
        let servers = (0..<max(1, settings.resolvers.count)).map { "nameserver \(CableNetwork.resolver($0))" }
        let resolvConf = (servers + tables.resolver.otherLines).map { $0 + "\n" }.joined()
        let hosts = tables.hosts + "\n\(hostAddress) \(hostName)\n"
        var request = netdiag_cable_request()
        withUnsafeMutableBytes(of: &request.network4) { $0.copyBytes(from: CableNetwork.network4) }
        withUnsafeMutableBytes(of: &request.network6) { $0.copyBytes(from: CableNetwork.network6) }
        let routes = routes(settings.reach, tables).map(netdiag_cable_route.init)
        request.has_ipv6 = settings.reach == .local || routes.contains { $0.is_ipv6 != 0 } ? 1 : 0
        request.mtu = CInt(CableSettings.mtu)
        var cable = netdiag_cable()
        var step: UnsafePointer<CChar>?
        let arguments = command.map { strdup($0) }, environment = Self.environment.map { strdup($0) }
        defer { for text in arguments + environment { free(text) } }
        let error = (arguments + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { arguments in
            (environment + [nil]).map { UnsafePointer($0) }.withUnsafeBufferPointer { environment in
                resolvConf.withCString { resolvConf in
                    hosts.withCString { hosts in
                        routes.withUnsafeBufferPointer { routes in
                            request.arguments = arguments.baseAddress
                            request.environment = environment.baseAddress
                            request.resolv_conf = resolvConf
                            request.hosts = hosts
                            request.routes = routes.baseAddress
                            request.route_count = routes.count
                            return netdiag_cable_start(&request, &cable, &step)
                        }
                    }
                }
            }
        }
        guard error == 0 else {
            throw .unavailable(step: step.map { String(cString: $0) } ?? "start the command", code: -error)
        }
        return cable
    }

    /// The routes of the command. If this machine can send anywhere in an address family, by any routing table, there is a default route.
    /// Otherwise, the routes of this machine are copied.
    private static func routes(_ reach: CableSettings.Reach, _ tables: HostTables) -> [HostTables.TableRoute] {
        guard reach == .outside else { return [] }
        // These are documentation addresses (RFC 5737, RFC 3849). Nothing is sent to them.
        return [
            PacketAddress(isIPv6: false, high: 0, low: 0xc000_0201),
            PacketAddress(isIPv6: true, high: 0x2001_0db8 << 32, low: 1),
        ]
        .flatMap { nobody in
            var endpoint = netdiag_endpoint(nobody, port: 53)
            guard netdiag_has_route(&endpoint) == 0 else {
                return [HostTables.TableRoute(prefix: PacketAddress(isIPv6: nobody.isIPv6, high: 0, low: 0), length: 0)]
            }
            return tables.routes.filter { $0.prefix.isIPv6 == nobody.isIPv6 }
        }
    }

    /// The environment of this process, which can contain options of the resolver (`RES_OPTIONS`).
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

extension netdiag_cable_route {
    init(_ route: HostTables.TableRoute) {
        self.init()
        is_ipv6 = route.prefix.isIPv6 ? 1 : 0
        length = UInt8(clamping: route.length)
        withUnsafeMutableBytes(of: &prefix) { $0.copyBytes(from: route.prefix.bytes) }
    }
}
