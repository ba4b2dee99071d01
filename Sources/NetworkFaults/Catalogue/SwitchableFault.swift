import NetworkModel
import Synchronization

/// A fault that is a server of its own, which can be paused and switched off.
///
/// Paused, nothing listens on its port. Off, a server without a fault has the port, where there is one of its kind.
package actor SwitchableFault {
    /// What it is to be, and is.
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
    /// Whether something can be in its place while it is off.
    package nonisolated let canBeOff: Bool
    private let context: FaultContext
    private var endpoint: FaultEndpoint?
    /// Have its ports for TCP while no server has them, and until the next one listens: else the kernel may give them to others.
    private var held: [HeldSocket] = []
    /// Has the port for UDP during a pause, where it is one of DNS.
    private var heldDatagrams: HeldSocket?
    private let shown = Mutex(Condition())

    /// What it is now.
    package nonisolated var condition: Condition { shown.withLock { $0 } }

    package init(_ definition: FaultDefinition, _ context: FaultContext) async throws {
        let endpoint = try await definition.start(context)
        self.definition = definition
        target = endpoint.target
        checkArguments = endpoint.checkArguments
        environment = endpoint.environment
        // Behind a proxy, the target is another server than the one with the fault.
        canBeOff = !checkArguments.contains("--proxy") && environment.isEmpty && HealthyCounterpart(for: target) != nil
        targetPort = endpoint.targetPort
        // Again on the ports that it has been announced with.
        var own = FaultContext(
            group: context.group, host: context.host, port: endpoint.port, arguments: context.arguments,
            seed: context.seed, directory: context.directory, authority: context.authority)
        own.targetPort = endpoint.targetPort
        own.log = context.log
        self.context = own
        self.endpoint = endpoint
    }

    /// Makes it what is wanted. Where it cannot be off, only a pause changes something.
    ///
    /// - Throws: Where its port has been taken by somebody meanwhile.
    package func set(_ wanted: Condition) async throws {
        var wanted = wanted
        if !canBeOff { wanted.isOff = false }
        // Where it has failed before, it is tried again.
        guard wanted != condition || (endpoint == nil && !wanted.isPaused) else { return }
        await endpoint?.close()
        endpoint = nil
        if held.isEmpty {
            for port in Set([context.port, targetPort]) { held.append(try await Self.hold(context.host, port)) }
        }
        if wanted.isPaused {
            if heldDatagrams == nil, target.hasPrefix("dns:") {
                heldDatagrams = try HeldSocket(.datagram, host: context.host, port: context.port)
            }
        } else {
            // The kernel gives a port for UDP to one alone.
            heldDatagrams?.close()
            heldDatagrams = nil
            endpoint =
                wanted.isOff
                ? try await HealthyCounterpart(for: target)?.start(context) : try await definition.start(context)
            letGoOfPorts()
        }
        shown.withLock { $0 = wanted }
    }

    package func close() async {
        await endpoint?.close()
        endpoint = nil
        letGoOfPorts()
        heldDatagrams?.close()
        heldDatagrams = nil
    }

    /// A program that is being started has the sockets of this process until its exec(3) closes them, and may have to wait for the
    /// processor until then: the port of a server that is closed is taken as long.
    private static func hold(_ host: String, _ port: Int) async throws -> HeldSocket {
        for _ in 0..<100 {
            if let socket = try? HeldSocket(host: host, port: port) { return socket }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try HeldSocket(host: host, port: port)
    }

    private func letGoOfPorts() {
        for socket in held { socket.close() }
        held = []
    }
}
