import CAvahi
import EventLoopKit
import NetworkModel

extension AvahiConnection {
    /// Watches for the services of one type, or of all.
    ///
    /// - Parameters:
    ///   - type: `_http._tcp`, or with a subtype `_printer._sub._http._tcp`; `nil` for every type that there is.
    ///   - domain: `local`, or a domain of wide-area DNS-SD.
    ///   - resolve: Whether each instance is resolved, and followed as it changes.
    /// - Returns: Events until the stream's task ends. A listener that does not keep up loses the newest beyond 16,384.
    /// - Throws: ``ServiceDiscoveryError`` for what is no type or domain; that Avahi is missing is an event.
    public func browse(
        type: String?, domain: String = "local", resolve: Bool = false
    ) throws(ServiceDiscoveryError) -> AsyncStream<BrowseEvent> {
        if let type { try Names.checkType(type) }
        try Names.checkDomain(domain)
        let id = try nextID()
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(2 * Browse.mostInstances))
        continuation.onTermination = { [weak self, loop] _ in
            loop.execute { [weak self] in self?.assumeIsolated { $0.end(browse: id) } }
        }
        browses[id] = Browse(
            type: type, domain: domain, resolves: resolve, context: CallbackContext(self, owner: id),
            continuation: continuation)
        connectIfNeeded()
        switch state {
        case .connected: start(browse: id)
        case .missing(let missing): continuation.yield(.unavailable(missing.text))
        case .idle, .closed: break
        }
        return stream
    }

    func start(browse id: Int) {
        // Told of the connection while it was being made: begun already.
        guard let browse = browses[id], browse.typeBrowser == nil, browse.browsers.isEmpty else { return }
        if let type = browse.type { return begin(id, type: type) }
        guard let client else { return }
        browses[id]?.pending.insert("")
        let browser = avahi_service_type_browser_new(
            client, Self.anyInterface, Self.anyProtocol, browse.domain, AvahiLookupFlags(rawValue: 0),
            { _, _, _, event, type, _, _, userdata in
                guard let context = CallbackContext.from(userdata) else { return }
                let type = text(type)
                context.connection.assumeIsolated { $0.typeCame(context.owner, event, type) }
            }, browse.context.pointer)
        browses[id]?.typeBrowser = browser
        if browser == nil { fail(id) }
    }

    func end(browse id: Int) {
        guard let browse = browses.removeValue(forKey: id) else { return }
        for entry in browse.entries.values {
            for transport in entry.transports.values {
                transport.resolver.map { _ = avahi_service_resolver_free($0.pointer) }
            }
        }
        for browser in browse.browsers.values { avahi_service_browser_free(browser.pointer) }
        if let browser = browse.typeBrowser { avahi_service_type_browser_free(browser) }
        browse.continuation.finish()
    }

    private func fail(_ id: Int) {
        browses[id]?.continuation.yield(.unavailable("avahi-daemon refuses to browse: \(lastError)"))
    }

    private func typeCame(_ id: Int, _ event: AvahiBrowserEvent, _ type: String) {
        switch event {
        case AVAHI_BROWSER_NEW:
            guard let browse = browses[id], browse.browsers[type.lowercased()] == nil,
                browse.browsers.count < Browse.mostTypes
            else { return }
            begin(id, type: type)
        case AVAHI_BROWSER_ALL_FOR_NOW:
            browses[id]?.pending.remove("")
            browses[id]?.tellAllIfKnown()
        case AVAHI_BROWSER_FAILURE: fail(id)
        // A type whose last instance is gone: its own browser tells of that, and stays for those to come.
        default: break
        }
    }

    private func begin(_ id: Int, type: String) {
        guard let client, let browse = browses[id] else { return }
        let context = CallbackContext(self, owner: id, type: type.lowercased())
        browses[id]?.pending.insert(context.type)
        let browser = avahi_service_browser_new(
            client, Self.anyInterface, Self.anyProtocol, type, browse.domain, AvahiLookupFlags(rawValue: 0),
            { _, interface, transport, event, name, type, domain, _, userdata in
                guard let context = CallbackContext.from(userdata) else { return }
                let key = InstanceKey(name: text(name), type: text(type), domain: text(domain), interface: interface)
                context.connection.assumeIsolated {
                    $0.instanceCame(context, event, ResolverKey(instance: key, transport: transport))
                }
            }, context.pointer)
        guard let browser else {
            browses[id]?.pending.remove(context.type)
            return fail(id)
        }
        browses[id]?.browsers[context.type] = (browser, context)
    }

    private func instanceCame(_ context: CallbackContext, _ event: AvahiBrowserEvent, _ key: ResolverKey) {
        switch event {
        case AVAHI_BROWSER_NEW: add(context.owner, key)
        case AVAHI_BROWSER_REMOVE: remove(context.owner, key)
        case AVAHI_BROWSER_ALL_FOR_NOW:
            browses[context.owner]?.pending.remove(context.type)
            browses[context.owner]?.tellAllIfKnown()
        case AVAHI_BROWSER_FAILURE: fail(context.owner)
        default: break
        }
    }

    private func add(_ id: Int, _ key: ResolverKey) {
        guard let browse = browses[id] else { return }
        if browse.entries[key.instance] == nil {
            guard browse.entries.count < Browse.mostInstances else { return }
            let instance = ServiceInstance(
                name: key.instance.name, type: key.instance.type, domain: key.instance.domain,
                interface: key.instance.interface < 0 ? nil : InterfaceName.of(index: UInt32(key.instance.interface)))
            browses[id]?.entries[key.instance] = Browse.Entry(told: instance)
            browse.tell(.added, instance)
        }
        guard browses[id]?.entries[key.instance]?.transports[key.transport] == nil else { return }
        browses[id]?.entries[key.instance]?.transports[key.transport] = Browse.Transport()
        if browse.resolves { resolve(id, key) }
    }

    private func remove(_ id: Int, _ key: ResolverKey) {
        guard let transport = browses[id]?.entries[key.instance]?.transports.removeValue(forKey: key.transport) else {
            return
        }
        if let resolver = transport.resolver {
            avahi_service_resolver_free(resolver.pointer)
            resolverEnded()
        }
        guard let entry = browses[id]?.entries[key.instance] else { return }
        if entry.transports.isEmpty {
            browses[id]?.entries[key.instance] = nil
            browses[id]?.tell(.removed, entry.told)
        } else if entry.isAnswered {
            browses[id]?.tellResolved(key.instance)
        }
        browses[id]?.tellAllIfKnown()
    }
}
