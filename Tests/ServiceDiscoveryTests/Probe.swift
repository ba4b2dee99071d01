import Foundation
import Lab
import class Lab.Host
import NetworkModel

/// The probe program on a host, and its output. `NETDIAG_PROBE` names another build of it.
struct Probe {
    static let program =
        ProcessInfo.processInfo.environment["NETDIAG_PROBE"]
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path + "/ServiceDiscoveryProbe"

    /// The options of sanitizers, if the build has any.
    static let environment = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

    let process: HostProcess
    let host: Host
    /// The path of the FIFO for a publication's commands.
    var orders = ""

    // MARK: Browsing

    /// The events so far.
    var instances: [ServiceEvent] {
        process.output.text.split(separator: "\n").compactMap { Self.event(String($0)) }
    }

    static func event(_ line: String) -> ServiceEvent? {
        try? JSON.decode(ServiceEvent.self, from: Data(line.utf8))
    }

    @discardableResult
    func instance(
        _ what: String, where condition: @escaping @Sendable (ServiceEvent) -> Bool
    ) async throws -> ServiceInstance {
        let line = try await process.output.first(what, within: .unexpectedlyLong) { line in
            Self.event(line).map(condition) ?? false
        }
        guard let event = Self.event(line) else { throw LabError.unavailable(line) }
        return event.instance
    }

    @discardableResult
    func event(
        _ kind: ServiceEvent.Kind, _ name: String, type: String? = nil, on interface: String
    ) async throws -> ServiceInstance {
        try await instance("\(name) \(kind) on \(interface)") { event in
            event.event == kind && event.instance.name == name && event.instance.interface == interface
                && (type == nil || event.instance.type == type)
        }
    }

    /// Waits until an instance is resolved with an address of each family, which may arrive one after the other.
    @discardableResult
    func complete(_ name: String, on interface: String) async throws -> ServiceInstance {
        try await instance("\(name) with all addresses on \(interface)") { event in
            event.instance.name == name && event.instance.interface == interface
                && Set(event.instance.addresses?.map(\.family) ?? []).count == 2
        }
    }

    // MARK: Publishing

    /// The states so far.
    var states: [Publication] {
        process.output.text.split(separator: "\n").compactMap { Self.state(String($0)) }
    }

    private static func state(_ line: String) -> Publication? {
        try? JSON.decode(Publication.self, from: Data(line.utf8))
    }

    @discardableResult
    func states(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        where condition: @escaping @Sendable (Publication) -> Bool
    ) async throws -> Publication {
        let line = try await process.output.first(what, within: limit) { line in
            Self.state(line).map(condition) ?? false
        }
        guard let state = Self.state(line) else { throw LabError.unavailable(line) }
        return state
    }

    /// Waits for a state, after a number of such states.
    @discardableResult
    func state(_ wanted: Publication.State, name: String?, after skipped: Int = 0) async throws -> Publication {
        let count = Counter()
        return try await states("the publication \(wanted) as \(name ?? "nothing")") { state in
            count.next() > skipped && state.state == wanted && state.name == name
        }
    }

    func send(_ order: String) async throws {
        try await host.run(["sh", "-c", "cat >\(orders)"], input: order + "\n")
    }
}

extension Host {
    func browse(_ type: String?, _ options: String...) throws -> Probe {
        Probe(
            process: try spawn([Probe.program, "browse", type ?? "-"] + options, environment: Probe.environment),
            host: self)
    }

    @discardableResult
    func publish(
        _ name: String?, _ types: [String], _ port: UInt16, txt: String = "[]", subtypes: String = "[]"
    ) async throws -> Probe {
        let orders = try await run(["mktemp", "-u", "/run/orders.XXXXXX"])
        let quoted = try name.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } ?? "null"
        let list = String(decoding: try JSONEncoder().encode(types), as: UTF8.self)
        let request = #"{"name":\#(quoted),"types":\#(list),"port":\#(port),"txt":\#(txt),"subtypes":\#(subtypes)}"#
        let process = try spawn([Probe.program, "publish", request, orders], environment: Probe.environment)
        let probe = Probe(process: process, host: self, orders: orders)
        try await probe.process.output.first("the probe") { $0.contains("ready") }
        return probe
    }

    /// Starts the probe with other arguments.
    func probe(_ arguments: String...) throws -> Probe {
        Probe(process: try spawn([Probe.program] + arguments, environment: Probe.environment), host: self)
    }

    func resolve(_ name: String, within seconds: Int, ending limit: Duration = .seconds(60)) async throws -> String {
        try await answer("resolve", name, "_http._tcp", String(seconds), within: limit)
    }

    /// The output of the probe with other arguments.
    func answer(_ arguments: String..., within limit: Duration = .unexpectedlyLong) async throws -> String {
        try await run([Probe.program] + arguments, environment: Probe.environment, within: limit)
    }
}

extension Lab {
    /// Two hosts on a switch, `h1` and `h2`, each with its avahi-daemon.
    func pair() async throws -> (Host, Host) {
        let hosts = [try await host("h1"), try await host("h2")]
        _ = try await segment(hosts)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for host in hosts {
                group.addTask {
                    try await host.startBus()
                    try await host.startAvahi()
                }
            }
            try await group.waitForAll()
        }
        return (hosts[0], hosts[1])
    }
}
