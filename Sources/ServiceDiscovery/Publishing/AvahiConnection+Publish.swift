import CAvahi
import EventLoopKit
import NetworkModel

extension AvahiConnection {
    /// New names after a collision, before it is given up.
    private static let mostRenames = 20

    /// Announces services under one name, and again whenever Avahi comes back.
    ///
    /// - Throws: ``ServiceDiscoveryError`` for what cannot be announced; that Avahi is missing is a state.
    public func publish(_ registration: ServiceRegistration) throws(ServiceDiscoveryError) -> ServicePublication {
        try Names.check(registration)
        let id = try nextID()
        let (stream, continuation) = AsyncStream.makeStream(of: Publication.self, bufferingPolicy: .bufferingNewest(32))
        publications[id] = PublicationRecord(
            registration: registration, context: CallbackContext(self, owner: id), continuation: continuation)
        connectIfNeeded()
        switch state {
        case .connected: announce(id)
        case .missing(let missing): wait(id, missing.reason)
        case .idle, .closed: break
        }
        return ServicePublication(states: stream, connection: self, id: id)
    }

    func update(_ id: Int, txt: [TXTEntry]) throws(ServiceDiscoveryError) {
        try Names.checkTXT(txt)
        guard var record = publications[id], record.registration.txt != txt else { return }
        record.registration.txt = txt
        publications[id] = record
        guard let group = record.group, let name = record.name else { return }
        let list = Self.list(txt)
        defer { avahi_string_list_free(list) }
        for type in record.registration.types {
            let code = avahi_entry_group_update_service_txt_strlst(
                group, Self.anyInterface, Self.anyProtocol, AvahiPublishFlags(rawValue: 0), name, type, nil, list)
            // A daemon that is just going away: it will be announced anew with the new text.
            if code < 0 { return }
        }
    }

    func end(publication id: Int) {
        guard let record = publications.removeValue(forKey: id) else { return }
        if let group = record.group { avahi_entry_group_free(group) }
        record.continuation.finish()
    }

    /// Tells that Avahi is missing.
    func wait(_ id: Int, _ reason: String?) {
        guard let record = publications[id] else { return }
        tell(record, .waiting, reason: reason)
    }

    /// Takes the services back while the host has no name; they are announced when it has.
    func withdraw(_ id: Int) {
        guard let group = publications[id]?.group else { return }
        avahi_entry_group_free(group)
        publications[id]?.group = nil
        wait(id, nil)
    }

    /// Announces the services anew, under the name that they were meant to have.
    func announce(_ id: Int) {
        guard let client, state == .connected, avahi_client_get_state(client) == AVAHI_CLIENT_S_RUNNING,
            var record = publications[id]
        else { return }
        if let group = record.group { avahi_entry_group_free(group) }
        record.group = nil
        record.renames = 0
        record.wanted = record.registration.name ?? text(avahi_client_get_host_name(client))
        record.name = record.wanted
        publications[id] = record
        commit(id)
    }

    private func commit(_ id: Int) {
        guard let client, let context = publications[id]?.context else { return }
        if publications[id]?.group == nil {
            // Into a constant first: Avahi calls back before it returns.
            let group = avahi_entry_group_new(
                client,
                { group, state, userdata in
                    guard let context = CallbackContext.from(userdata) else { return }
                    let group = UInt(bitPattern: group)
                    context.connection.assumeIsolated {
                        $0.groupChanged(context.owner, OpaquePointer(bitPattern: group), state)
                    }
                }, context.pointer)
            publications[id]?.group = group
        }
        while let record = publications[id] {
            guard let group = record.group else { return wait(id, "avahi-daemon refuses: \(lastError)") }
            let code = add(record, to: group)
            switch code {
            case 0...: return tell(record, .waiting, reason: nil)
            case CInt(AVAHI_ERR_COLLISION):
                // Taken by another service of this machine.
                avahi_entry_group_reset(group)
                guard rename(id) else { return }
            default: return wait(id, "avahi-daemon refuses: \(text(avahi_strerror(code)))")
            }
        }
    }

    private func add(_ record: PublicationRecord, to group: OpaquePointer) -> CInt {
        guard let name = record.name else { return CInt(AVAHI_ERR_INVALID_SERVICE_NAME) }
        let registration = record.registration
        let list = Self.list(registration.txt)
        defer { avahi_string_list_free(list) }
        for type in registration.types {
            let code = avahi_entry_group_add_service_strlst(
                group, Self.anyInterface, Self.anyProtocol, AvahiPublishFlags(rawValue: 0), name, type, nil,
                registration.host, registration.port, list)
            if code < 0 { return code }
            for subtype in registration.subtypes where subtype.lowercased().hasSuffix("._sub.\(type.lowercased())") {
                let code = avahi_entry_group_add_service_subtype(
                    group, Self.anyInterface, Self.anyProtocol, AvahiPublishFlags(rawValue: 0), name, type, nil, subtype
                )
                if code < 0 { return code }
            }
        }
        return avahi_entry_group_commit(group)
    }

    /// Takes the next name after a collision, as "name #2".
    private func rename(_ id: Int) -> Bool {
        guard var record = publications[id], let name = record.name else { return false }
        guard record.renames < Self.mostRenames, let next = avahi_alternative_service_name(name) else {
            wait(id, "\(Self.mostRenames) names after \"\(record.wanted ?? name)\" are taken on this link as well")
            return false
        }
        defer { avahi_free(next) }
        record.renames += 1
        record.name = text(next)
        publications[id] = record
        return true
    }

    private func groupChanged(_ id: Int, _ group: OpaquePointer?, _ new: AvahiEntryGroupState) {
        guard let record = publications[id] else { return }
        // Told of before avahi_entry_group_new() has returned, too.
        guard record.group == nil || record.group == group else { return }
        switch new {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            tell(record, record.name == record.wanted ? .published : .renamed, reason: nil)
        case AVAHI_ENTRY_GROUP_COLLISION:
            // Not within Avahi's own call.
            loop.execute { [self] in
                assumeIsolated { connection in
                    guard let group = connection.publications[id]?.group, connection.rename(id) else { return }
                    avahi_entry_group_reset(group)
                    connection.commit(id)
                }
            }
        case AVAHI_ENTRY_GROUP_FAILURE:
            wait(id, "avahi-daemon could not announce it: \(lastError)")
        default:
            break
        }
    }

    private func tell(_ record: PublicationRecord, _ state: Publication.State, reason: String?) {
        let taken = record.wanted.map { "the name \"\($0)\" is taken on this link" }
        record.continuation.yield(
            Publication(
                state: state, name: state == .waiting ? record.wanted ?? record.registration.name : record.name,
                types: record.registration.types, port: record.registration.port,
                reason: state == .renamed ? taken : reason))
    }

    // AVAHI_IF_UNSPEC and AVAHI_PROTO_UNSPEC.
    static let anyInterface: CInt = -1
    static let anyProtocol: CInt = -1

    /// The strings of a TXT record; the caller frees the list. An empty one stands for one empty string (RFC 6763
    /// section 6.1).
    private static func list(_ entries: [TXTEntry]) -> UnsafeMutablePointer<AvahiStringList>? {
        // Each is put in front of what is there.
        entries.reversed().reduce(nil) { list, entry in
            let bytes = entry.bytes
            return avahi_string_list_add_arbitrary(list, bytes, bytes.count)
        }
    }
}
