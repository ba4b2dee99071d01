import CAvahi
import EventLoopKit
public import NetworkModel

extension AvahiConnection {
    /// Finds host, port and addresses of one instance.
    ///
    /// - Parameter timeout: How long answers are waited for, the coming of Avahi included; 10 ms to 60 s.
    /// - Returns: `nil` where nothing answered in time.
    /// - Throws: `CancellationError`; ``ServiceDiscoveryError`` for what is no instance, or where Avahi is missing.
    public func resolve(
        instance: String, type: String, domain: String = "local", timeout: Duration = .seconds(5)
    ) async throws -> ServiceInstance? {
        try Names.checkName(instance)
        try Names.checkType(type)
        try Names.checkDomain(domain)
        let id = try nextID()
        let key = InstanceKey(name: instance, type: type, domain: domain, interface: Self.anyInterface)
        connectIfNeeded()
        if case .missing(let missing) = state { throw ServiceDiscoveryError.unavailable(missing.text) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                let context = Self.transports.map {
                    CallbackContext(self, owner: id, resolving: ResolverKey(instance: key, transport: $0))
                }
                lookups[id] = Lookup(key: key, context: context, continuation: continuation)
                let limit = min(max(timeout, .milliseconds(10)), .seconds(60))
                lookups[id]?.timers.append(
                    loop.schedule(after: limit) { [self] in assumeIsolated { $0.end(lookup: id) } })
                if state == .connected { start(lookup: id) }
            }
        } onCancel: {
            loop.execute { [self] in assumeIsolated { $0.cancel(lookup: id) } }
        }
    }

    /// AVAHI_PROTO_INET and AVAHI_PROTO_INET6.
    private static let transports: [CInt] = [0, 1]

    func start(lookup id: Int) {
        guard let client, let lookup = lookups[id], lookup.resolvers.isEmpty else { return }
        for context in lookup.context {
            guard let key = context.resolving else { continue }
            let resolver = avahi_service_resolver_new(
                client, Self.anyInterface, key.transport, key.instance.name, key.instance.type, key.instance.domain,
                Self.anyProtocol, AvahiLookupFlags(rawValue: 0),
                { _, interface, _, event, _, _, _, host, address, port, txt, _, userdata in
                    guard let context = CallbackContext.from(userdata), let key = context.resolving else { return }
                    let resolved =
                        event == AVAHI_RESOLVER_FOUND
                        ? Resolved(host: host, port: port, address: address, interface: interface, txt: txt) : nil
                    context.connection.assumeIsolated { $0.found(context.owner, key.transport, resolved) }
                }, context.pointer)
            if let resolver { lookups[id]?.resolvers.append(resolver) } else { found(id, key.transport, nil) }
        }
    }

    private func found(_ id: Int, _ transport: CInt, _ resolved: Resolved?) {
        guard lookups[id] != nil else { return }
        lookups[id]?.answers[transport] = .some(resolved)
        guard let lookup = lookups[id] else { return }
        // When one family has answered, the other has a moment; freeing is not for Avahi's own call.
        let isDone = lookup.answers.count == Self.transports.count
        guard isDone || resolved != nil else { return }
        let timer = loop.schedule(after: isDone ? .zero : .milliseconds(300)) { [self] in
            assumeIsolated { $0.end(lookup: id) }
        }
        lookups[id]?.timers.append(timer)
    }

    private func end(lookup id: Int) {
        guard let lookup = lookups.removeValue(forKey: id) else { return }
        lookup.end(lookup.instance())
    }

    private func cancel(lookup id: Int) {
        guard var lookup = lookups.removeValue(forKey: id) else { return }
        let continuation = lookup.continuation
        lookup.continuation = nil
        lookup.end(nil)
        continuation?.resume(throwing: CancellationError())
    }
}
