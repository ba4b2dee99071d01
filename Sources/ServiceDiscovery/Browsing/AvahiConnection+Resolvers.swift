import CAvahi
import EventLoopKit
import NetworkModel

extension AvahiConnection {
    /// Resolvers at once: avahi-daemon keeps 1,024 objects for a client (`objects-per-client-max`). Where more
    /// instances are found, a resolver that has answered gives way, and its instance is no longer followed.
    private static let mostResolvers = 512

    private var resolverCount: Int {
        browses.values.reduce(0) {
            $0 + $1.entries.values.reduce(0) { $0 + $1.transports.values.count { $0.resolver != nil } }
        }
    }

    func resolve(_ id: Int, _ key: ResolverKey) {
        guard resolverCount < Self.mostResolvers else {
            browses[id]?.queue.append(key)
            return
        }
        begin(id, key)
    }

    /// Gives a place that has become free to who waits for one.
    func resolverEnded() {
        for id in browses.keys.sorted() {
            while let browse = browses[id], let next = browse.queue.first, resolverCount < Self.mostResolvers {
                browses[id]?.queue.removeFirst()
                if browse.entries[next.instance]?.transports[next.transport]?.resolver == nil { begin(id, next) }
            }
        }
    }

    private func begin(_ id: Int, _ key: ResolverKey) {
        guard let client, browses[id]?.entries[key.instance]?.transports[key.transport] != nil else { return }
        let context = CallbackContext(self, owner: id, resolving: key)
        let resolver = avahi_service_resolver_new(
            client, key.instance.interface, key.transport, key.instance.name, key.instance.type, key.instance.domain,
            Self.anyProtocol, AvahiLookupFlags(rawValue: 0),
            { _, interface, _, event, _, _, _, host, address, port, txt, _, userdata in
                guard let context = CallbackContext.from(userdata), let key = context.resolving else { return }
                let resolved =
                    event == AVAHI_RESOLVER_FOUND
                    ? Resolved(host: host, port: port, address: address, interface: interface, txt: txt) : nil
                context.connection.assumeIsolated { $0.answered(context.owner, key, resolved) }
            }, context.pointer)
        guard let resolver else { return answered(id, key, nil) }
        browses[id]?.entries[key.instance]?.transports[key.transport]?.resolver = (resolver, context)
    }

    /// - Parameter resolved: `nil` where nothing answered in the daemon's time (5 s).
    private func answered(_ id: Int, _ key: ResolverKey, _ resolved: Resolved?) {
        guard browses[id]?.entries[key.instance]?.transports[key.transport] != nil else { return }
        let answer = resolved.map(Browse.Transport.Answer.found) ?? .failed
        browses[id]?.entries[key.instance]?.transports[key.transport]?.answer = answer
        guard let entry = browses[id]?.entries[key.instance] else { return }
        if entry.isAnswered || entry.told.host != nil {
            browses[id]?.tellResolved(key.instance)
        } else {
            // The other family has a moment to answer, so that both are told at once.
            let timer = loop.schedule(after: .milliseconds(300)) { [self] in
                assumeIsolated { $0.browses[id]?.tellResolved(key.instance) }
            }
            _ = timer
        }
        browses[id]?.tellAllIfKnown()
        if browses[id]?.queue.isEmpty == false { giveWay(id, key) }
    }

    private func giveWay(_ id: Int, _ key: ResolverKey) {
        // Not within Avahi's own call.
        loop.execute { [self] in
            assumeIsolated { connection in
                guard let resolver = connection.browses[id]?.entries[key.instance]?.transports[key.transport]?.resolver
                else { return }
                connection.browses[id]?.entries[key.instance]?.transports[key.transport]?.resolver = nil
                avahi_service_resolver_free(resolver.pointer)
                connection.resolverEnded()
            }
        }
    }
}
