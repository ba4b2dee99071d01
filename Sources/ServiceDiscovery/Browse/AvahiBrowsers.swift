import CAvahi

/// An instance as identified by avahi's browser.
struct InstanceIdentifier: Hashable {
    let name: String
    let type: String
    let domain: String

    /// Compared byte for byte (RFC 6763 section 4.1.3). For Swift, names that only differ in normalisation are equal, and the
    /// removal of one instance would be another's.
    static func == (left: Self, right: Self) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.type == right.type && left.domain == right.domain
    }

    func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(type)
        hasher.combine(domain)
    }
}

extension InstanceIdentifier {
    /// Validates the names from a caller.
    ///
    /// - Throws: ``ServiceDiscoveryError`` with what is wrong.
    init(validating name: String, type: String, domain: String) throws(ServiceDiscoveryError) {
        try InstanceName.validate(name)
        try ServiceType.validate(type, use: .browsing)
        try DomainNameRules.validate(domain, use: .domain)
        try DomainNameRules.validate(together: [name, type, domain])
        self.init(name: name, type: type, domain: domain)
    }
}

/// avahi's browser of the instances of one type, `AvahiServiceBrowser`.
typealias InstanceBrowser = ObjectHandle<BrowserEvent<InstanceIdentifier>>

extension ObjectHandle<BrowserEvent<InstanceIdentifier>> {
    convenience init?(
        _ client: ClientHandle, type: String, domain: String,
        handler: @escaping (BrowserEvent<InstanceIdentifier>) -> Void
    ) {
        self.init(
            client, handler: handler,
            make: { client, context in
                avahi_service_browser_new(
                    client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), type, domain,
                    AvahiLookupFlags(0),
                    { _, interface, transport, event, name, type, domain, _, context in
                        let event = BrowserEvent(event, interface, transport) {
                            InstanceIdentifier(
                                name: WireText.string(name), type: WireText.string(type),
                                domain: WireText.string(domain))
                        }
                        CallbackContext.call(context, event)
                    }, context)
            },
            freeing: { avahi_service_browser_free($0) })
    }
}

/// avahi's browser of the existing types (RFC 6763 section 9), `AvahiServiceTypeBrowser`.
typealias TypeBrowser = ObjectHandle<BrowserEvent<String>>

extension ObjectHandle<BrowserEvent<String>> {
    convenience init?(
        _ client: ClientHandle, domain: String, handler: @escaping (BrowserEvent<String>) -> Void
    ) {
        self.init(
            client, handler: handler,
            make: { client, context in
                avahi_service_type_browser_new(
                    client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), domain,
                    AvahiLookupFlags(0),
                    { _, interface, transport, event, type, _, _, context in
                        CallbackContext.call(
                            context, BrowserEvent(event, interface, transport) { WireText.string(type) })
                    }, context)
            },
            freeing: { avahi_service_type_browser_free($0) })
    }
}

/// avahi's browser of the domains that are recommended for browsing, `AvahiDomainBrowser`. Its events have the same type as
/// those of ``TypeBrowser``.
enum DomainBrowser {
    static func make(
        _ client: ClientHandle, domain: String, handler: @escaping (BrowserEvent<String>) -> Void
    ) -> ObjectHandle<BrowserEvent<String>>? {
        ObjectHandle(
            client, handler: handler,
            make: { client, context in
                avahi_domain_browser_new(
                    client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), domain,
                    AVAHI_DOMAIN_BROWSER_BROWSE, AvahiLookupFlags(0),
                    { _, interface, transport, event, domain, _, context in
                        CallbackContext.call(
                            context, BrowserEvent(event, interface, transport) { WireText.string(domain) })
                    }, context)
            },
            freeing: { avahi_domain_browser_free($0) })
    }
}
