import CAvahi
import NetworkModel

/// avahi's browser of one host's addresses of one family, an `AvahiRecordBrowser` of A or AAAA records.
typealias AddressBrowser = ObjectHandle<BrowserEvent<IPAddress?>>

extension ObjectHandle<BrowserEvent<IPAddress?>> {
    convenience init?(
        _ client: ClientHandle, host: String, interface: AvahiIfIndex, family: AddressFamily,
        handler: @escaping (BrowserEvent<IPAddress?>) -> Void
    ) {
        let type = family == .ipv4 ? AVAHI_DNS_TYPE_A : AVAHI_DNS_TYPE_AAAA
        self.init(
            client, handler: handler,
            make: { client, context in
                // Announcements on the link are only resolved there, so that an SRV record with a remote host does not make
                // this machine send DNS queries.
                let flags = interface > 0 ? AVAHI_LOOKUP_USE_MULTICAST.rawValue : 0
                return avahi_record_browser_new(
                    client, interface, AvahiProtocol(AVAHI_PROTO_UNSPEC), host, UInt16(AVAHI_DNS_CLASS_IN),
                    UInt16(type), AvahiLookupFlags(flags),
                    { _, interface, transport, event, _, _, _, data, size, _, context in
                        let event = BrowserEvent(event, interface, transport) {
                            data.flatMap { AddressBrowser.address($0, size, on: interface) }
                        }
                        CallbackContext.call(context, event)
                    }, context)
            },
            freeing: { avahi_record_browser_free($0) })
    }

    private static func address(
        _ data: UnsafeRawPointer, _ size: Int, on interface: AvahiIfIndex
    ) -> IPAddress? {
        let bytes = UnsafeRawBufferPointer(start: data, count: size)
        guard let address = IPAddress(bytes: bytes), address.family == .ipv6, address.isLinkLocal else {
            return IPAddress(bytes: bytes)
        }
        return IPAddress(bytes: bytes, zone: WireText.zone(interface))
    }
}
