import CAvahi
import NetworkModel

/// The contents of the SRV and TXT records of an instance.
struct ServiceRecords: Hashable {
    let interface: AvahiIfIndex
    /// The SRV record's target in avahi's form, for lookups.
    let target: String
    /// The SRV record's target as text.
    let host: String
    let port: UInt16
    let txt: [String: TXTValue]
}

/// An event of avahi's resolver, which reports any number of them.
enum ResolverEvent {
    case found(ServiceRecords)
    /// The host did not respond in time, but may do so later.
    case failed
}

/// avahi's resolver of an instance's SRV and TXT records, `AvahiServiceResolver`, which follows their changes.
///
/// It would only report one address of the host; ``AddressBrowser`` finds all of them.
typealias ServiceResolver = ObjectHandle<ResolverEvent>

extension ObjectHandle<ResolverEvent> {
    convenience init?(
        _ client: ClientHandle, _ instance: InstanceIdentifier, at place: BrowserOrigin,
        handler: @escaping (ResolverEvent) -> Void
    ) {
        self.init(
            client, handler: handler,
            make: { client, context in
                avahi_service_resolver_new(
                    client, place.interface, place.transport, instance.name, instance.type, instance.domain,
                    AvahiProtocol(AVAHI_PROTO_UNSPEC), AVAHI_LOOKUP_NO_ADDRESS,
                    { _, interface, _, event, _, _, _, host, _, port, txt, _, context in
                        guard event == AVAHI_RESOLVER_FOUND else {
                            return CallbackContext.call(context, ResolverEvent.failed)
                        }
                        let target = WireText.string(host)
                        let records = ServiceRecords(
                            interface: interface, target: target, host: HostText.decoded(target), port: port,
                            txt: TXTRecord.read(txt))
                        CallbackContext.call(context, ResolverEvent.found(records))
                    }, context)
            },
            freeing: { avahi_service_resolver_free($0) })
    }
}
