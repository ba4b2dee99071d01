import CAvahi

/// avahi's group of records that are added and removed together, `AvahiEntryGroup`.
typealias EntryGroup = ObjectHandle<AvahiEntryGroupState>

extension ObjectHandle<AvahiEntryGroupState> {
    convenience init?(_ client: ClientHandle, handler: @escaping (AvahiEntryGroupState) -> Void) {
        self.init(
            client, handler: handler,
            make: { client, context in
                avahi_entry_group_new(client, { CallbackContext.call($2, $1) }, context)
            },
            freeing: { avahi_entry_group_free($0) })
    }

    /// Adds all records under this name and announces them.
    ///
    /// - Returns: avahi's error, 0 if the claim has begun.
    func announce(
        _ registration: ServiceRegistration, as name: String, subtypes: [(type: String, subtype: String)]
    ) -> CInt {
        for type in registration.types {
            let code = TXTRecord.withList(registration.txt) { list in
                request {
                    avahi_entry_group_add_service_strlst(
                        $0, Self.everyInterface, Self.everyProtocol, AvahiPublishFlags(0), name, type, nil,
                        registration.host, registration.port, list)
                }
            }
            guard code >= 0 else { return code }
        }
        for (type, subtype) in subtypes {
            let code = request {
                avahi_entry_group_add_service_subtype(
                    $0, Self.everyInterface, Self.everyProtocol, AvahiPublishFlags(0), name, type, nil, subtype)
            }
            guard code >= 0 else { return code }
        }
        return request { avahi_entry_group_commit($0) }
    }

    private func request(_ body: (OpaquePointer) -> CInt) -> CInt {
        guard let pointer, client.pointer != nil else { return CInt(AVAHI_ERR_DISCONNECTED) }
        return client.call { body(pointer) }
    }

    /// Replaces the TXT record of every type in place.
    func update(_ registration: ServiceRegistration, as name: String) -> CInt {
        for type in registration.types {
            let code = TXTRecord.withList(registration.txt) { list in
                request {
                    avahi_entry_group_update_service_txt_strlst(
                        $0, Self.everyInterface, Self.everyProtocol, AvahiPublishFlags(0), name, type, nil, list)
                }
            }
            guard code >= 0 else { return code }
        }
        return 0
    }

    func reset() {
        guard let pointer, client.pointer != nil else { return }
        client.call { avahi_entry_group_reset(pointer) }
    }

    private static var everyInterface: AvahiIfIndex { AvahiIfIndex(AVAHI_IF_UNSPEC) }
    private static var everyProtocol: AvahiProtocol { AvahiProtocol(AVAHI_PROTO_UNSPEC) }
}
