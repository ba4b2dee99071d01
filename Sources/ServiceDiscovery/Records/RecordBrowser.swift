import CAvahi

/// A record as avahi's browser reports it.
struct RawRecord: Hashable {
    let name: String
    let data: [UInt8]
}

/// avahi's browser of the records of a name, `AvahiRecordBrowser`.
enum RecordBrowser {
    /// The maximum size of a record, which is more than fits in a packet.
    private static let maxBytes = 9_000

    static func make(
        _ client: ClientHandle, name: String, type: RecordType, handler: @escaping (BrowserEvent<RawRecord>) -> Void
    ) -> ObjectHandle<BrowserEvent<RawRecord>>? {
        ObjectHandle(
            client, handler: handler,
            make: { client, context in
                avahi_record_browser_new(
                    client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), name,
                    UInt16(AVAHI_DNS_CLASS_IN), type.rawValue, AvahiLookupFlags(0),
                    { _, interface, transport, event, name, _, _, data, size, _, context in
                        let event = BrowserEvent(event, interface, transport) {
                            let bytes = UnsafeRawBufferPointer(start: data, count: min(size, RecordBrowser.maxBytes))
                            return RawRecord(name: WireText.string(name), data: Array(bytes))
                        }
                        CallbackContext.call(context, event)
                    }, context)
            },
            freeing: { avahi_record_browser_free($0) })
    }
}
