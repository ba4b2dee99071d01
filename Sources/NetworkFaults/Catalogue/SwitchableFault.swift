import NetworkModel
import Synchronization

/// A fault with a server of its own, which can be paused, switched off and given other arguments.
///
/// While it is paused, nothing listens on its port. While it is off, a server of the same kind without a fault has the
/// port, if there is one.
package actor SwitchableFault {
    /// The condition of the fault.
    package struct Condition: Sendable, Hashable {
        package var isPaused = false
        package var isOff = false
        /// The arguments; `nil` for those of the start.
        package var arguments: FaultArguments?

        package init(isPaused: Bool = false, isOff: Bool = false) {
            self.isPaused = isPaused
            self.isOff = isOff
        }
    }

    /// What a check of the fault needs, which depends on the arguments of the fault.
    package struct Check: Sendable, Hashable {
        package let target: String
        package let arguments: [String]
        package let environment: [String: String]

        fileprivate init(_ endpoint: FaultEndpoint) {
            (target, arguments, environment) = (endpoint.target, endpoint.checkArguments, endpoint.environment)
        }
    }

    private static let maxAttempts = 16

    private struct Shown {
        var condition = Condition()
        var check: Check
    }

    package nonisolated let definition: FaultDefinition
    /// The port of the target.
    package nonisolated let targetPort: Int
    /// Whether a server without a fault can replace it.
    package nonisolated let canBeOff: Bool
    /// Whether it can be limited to some connections.
    package nonisolated var canHaveConditions: Bool { canBeOff && definition.isConditional }
    private nonisolated let context: FaultContext
    /// The connections that it applies to at first.
    private let initialWhen: FaultConditions
    /// Whether it is off at first.
    private let beginsOff: Bool
    private var endpoint: FaultEndpoint?
    /// Hold the TCP ports, also while no server listens on them. Otherwise, the kernel may assign them to other sockets.
    private let held: [ReservedPort]
    /// Holds the UDP port of a DNS server during a pause.
    private var heldDatagrams: ReservedPort?
    private let shown: Mutex<Shown>

    /// The current condition.
    package nonisolated var condition: Condition { shown.withLock { $0.condition } }
    /// What a check needs, with the current arguments.
    package nonisolated var check: Check { shown.withLock { $0.check } }
    /// The fault with the arguments of its start, which stays its name.
    package nonisolated var name: String { definition.name(with: context.arguments) }
    /// The fault with its current arguments, as in `tls.expired=days=3`.
    package nonisolated var setting: String { definition.name(with: condition.arguments ?? context.arguments) }
    /// The connections that it applies to.
    package nonisolated var when: FaultConditions { context.gate.when }

    /// - Parameter beginsOff: Whether the fault is off at first.
    package init(_ definition: FaultDefinition, _ context: FaultContext, beginsOff: Bool = false) async throws {
        (initialWhen, self.beginsOff) = (context.gate.when, beginsOff)
        let (own, held, endpoint) = try await Self.start(definition, context)
        (self.definition, self.held, self.context, self.endpoint) = (definition, held, own, endpoint)
        let check = Check(endpoint)
        shown = Mutex(Shown(check: check))
        // If the fault is a proxy, the target is another server.
        canBeOff =
            !check.arguments.contains("--proxy") && check.environment.isEmpty
            && HealthyCounterpart(for: check.target) != nil
        targetPort = endpoint.targetPort
        if beginsOff { try await set(Condition(isOff: true)) }
    }

    /// Starts the fault on ports that are held from now on, and that later starts use, too.
    private static func start(
        _ definition: FaultDefinition, _ context: FaultContext
    ) async throws -> (FaultContext, [ReservedPort], FaultEndpoint) {
        var own = context
        for attempt in 1... {
            let port = try ReservedPort(host: context.host, port: context.port)
            let target = try ReservedPort(host: context.host, port: context.targetPort)
            (own.port, own.targetPort) = (port.port, target.port)
            do {
                let endpoint = try await definition.start(own)
                if endpoint.targetPort == target.port { return (own, [port, target], endpoint) }
                target.close()
                own.targetPort = endpoint.targetPort
                return (own, [port], endpoint)
            } catch  where context.port == 0 && attempt < maxAttempts {
                // The port that the kernel chose is in use for UDP.
            }
        }
        throw FaultError.system("no port is free")
    }

    /// Restores the fault as it is at the start. A pause goes on.
    package func reset() async throws {
        limit(to: initialWhen)
        try await set(Condition(isPaused: condition.isPaused, isOff: beginsOff))
    }

    /// Changes the condition. If the fault cannot be off, only a pause and other arguments have an effect.
    ///
    /// - Throws: ``FaultError`` if another socket has taken the port in the meantime.
    package func set(_ wanted: Condition) async throws {
        var wanted = wanted
        if !canBeOff { wanted.isOff = false }
        // A start that failed before is tried again.
        guard wanted != condition || (endpoint == nil && !wanted.isPaused) else { return }
        await endpoint?.close()
        endpoint = nil
        var check = check
        if wanted.isPaused {
            if heldDatagrams == nil, check.target.hasPrefix("dns:") {
                heldDatagrams = try ReservedPort(.datagram, host: context.host, port: context.port)
            }
        } else {
            // Only one socket can have a UDP port.
            heldDatagrams?.close()
            heldDatagrams = nil
            if wanted.isOff {
                endpoint = try await again { try await HealthyCounterpart(for: check.target)?.start(context) }
            } else {
                var context = context
                context.arguments = wanted.arguments ?? context.arguments
                let started = try await again { try await definition.start(context) }
                (endpoint, check) = (started, Check(started))
            }
        }
        shown.withLock { $0 = Shown(condition: wanted, check: check) }
    }

    /// Limits the fault to some connections, which are counted from 1 again.
    package nonisolated func limit(to when: FaultConditions) { context.gate.set(when) }

    package func close() async {
        await endpoint?.close()
        endpoint = nil
        for socket in held { socket.close() }
        heldDatagrams?.close()
        heldDatagrams = nil
    }

    /// Starts a server on the ports of the one before. A child process has a copy of its UDP socket until exec(3) closes
    /// it, and may have to wait for the processor until then. The port is in use for as long. After any other error, one more
    /// attempt is made, since it may have become free meanwhile.
    private func again<Started>(_ start: () async throws -> Started) async throws -> Started {
        for _ in 1..<Self.maxAttempts {
            do {
                return try await start()
            } catch is FaultError {
                guard isPortInUse else { break }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        return try await start()
    }

    /// Whether another socket listens on a port of the fault, or has it for UDP.
    private var isPortInUse: Bool {
        for port in [context.port, context.targetPort] {
            for kind in [ReservedPort.Kind.stream, .datagram] {
                guard let free = try? ReservedPort(kind, host: context.host, port: port) else { return true }
                free.close()
            }
        }
        return false
    }
}
