import NetworkModel
import Synchronization

/// A fault with a server of its own, which can be paused and switched off.
///
/// While it is paused, nothing listens on its port. While it is off, a server of the same kind without a fault has the
/// port, if there is one.
package actor SwitchableFault {
    /// The condition of the fault.
    package struct Condition: Sendable, Hashable {
        package var isPaused = false
        package var isOff = false

        package init(isPaused: Bool = false, isOff: Bool = false) {
            self.isPaused = isPaused
            self.isOff = isOff
        }
    }

    package nonisolated let definition: FaultDefinition
    package nonisolated let target: String
    package nonisolated let checkArguments: [String]
    package nonisolated let environment: [String: String]
    /// The port of the target.
    package nonisolated let targetPort: Int
    /// Whether a server without a fault can replace it.
    package nonisolated let canBeOff: Bool
    private let context: FaultContext
    private var endpoint: FaultEndpoint?
    /// Hold the TCP ports while no server has them, until the next server listens. Otherwise, the kernel may assign
    /// them to other sockets.
    private var held: [ReservedPort] = []
    /// Holds the UDP port of a DNS server during a pause.
    private var heldDatagrams: ReservedPort?
    private let shown = Mutex(Condition())

    /// The current condition.
    package nonisolated var condition: Condition { shown.withLock { $0 } }

    package init(_ definition: FaultDefinition, _ context: FaultContext) async throws {
        let endpoint = try await definition.start(context)
        self.definition = definition
        target = endpoint.target
        checkArguments = endpoint.checkArguments
        environment = endpoint.environment
        // If the fault is a proxy, the target is another server.
        canBeOff = !checkArguments.contains("--proxy") && environment.isEmpty && HealthyCounterpart(for: target) != nil
        targetPort = endpoint.targetPort
        // Later starts must use the ports that were announced.
        var own = FaultContext(
            group: context.group, host: context.host, port: endpoint.port, arguments: context.arguments,
            seed: context.seed, directory: context.directory, authority: context.authority)
        own.targetPort = endpoint.targetPort
        own.log = context.log
        self.context = own
        self.endpoint = endpoint
    }

    /// Changes the condition. If the fault cannot be off, only a pause has an effect.
    ///
    /// - Throws: ``FaultError`` if another socket has taken the port in the meantime.
    package func set(_ wanted: Condition) async throws {
        var wanted = wanted
        if !canBeOff { wanted.isOff = false }
        // A start that failed before is tried again.
        guard wanted != condition || (endpoint == nil && !wanted.isPaused) else { return }
        await endpoint?.close()
        endpoint = nil
        if held.isEmpty {
            for port in Set([context.port, targetPort]) { held.append(try await Self.reservePort(context.host, port)) }
        }
        if wanted.isPaused {
            if heldDatagrams == nil, target.hasPrefix("dns:") {
                heldDatagrams = try ReservedPort(.datagram, host: context.host, port: context.port)
            }
        } else {
            // Only one socket can have a UDP port.
            heldDatagrams?.close()
            heldDatagrams = nil
            endpoint =
                wanted.isOff
                ? try await HealthyCounterpart(for: target)?.start(context) : try await definition.start(context)
            releasePorts()
        }
        shown.withLock { $0 = wanted }
    }

    package func close() async {
        await endpoint?.close()
        endpoint = nil
        releasePorts()
        heldDatagrams?.close()
        heldDatagrams = nil
    }

    /// Holds a port. A child process keeps the sockets of this process until exec(3) closes them, and may have to wait
    /// for the processor until then. The port of a closed server is in use for as long.
    private static func reservePort(_ host: String, _ port: Int) async throws -> ReservedPort {
        for _ in 0..<100 {
            if let socket = try? ReservedPort(host: host, port: port) { return socket }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try ReservedPort(host: host, port: port)
    }

    private func releasePorts() {
        for socket in held { socket.close() }
        held = []
    }
}
