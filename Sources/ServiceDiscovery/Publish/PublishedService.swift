import CAvahi
import EventLoopKit
import NetworkModel

/// Registers a service under its name whenever avahi-daemon is running, and under another name if that is taken.
final class PublishedService {
    private static let maxRenames = 20
    /// The pauses in seconds after failures that are not about the name. The first ones are short, since there are also
    /// failures while a daemon starts or stops; after its return there is no pause.
    private static let pauses: [Double] = [0.1, 0.3, 1, 3, 10, 30]

    private var registration: ServiceRegistration
    private let subtypes: [(type: String, subtype: String)]
    private let stream: AsyncStream<Publication>.Continuation

    private var client: ClientHandle?
    private var group: EntryGroup?
    /// The requested name, and the one that is claimed now.
    private var names: (wanted: String, claimed: String) = ("", "")
    private var renames = 0
    /// The failures since the announcement, or the daemon's return.
    private var failures = 0
    private var isEstablished = false
    private var retry: EventLoopKit.Timer?
    private var reported: Publication?

    init(
        _ registration: ServiceRegistration, subtypes: [(type: String, subtype: String)],
        _ stream: AsyncStream<Publication>.Continuation
    ) {
        self.registration = registration
        self.subtypes = subtypes
        self.stream = stream
    }

    // MARK: The daemon comes and goes

    /// Claims the name. The daemon runs and has its host name.
    func claim(_ client: ClientHandle) {
        failures = 0
        attempt(client)
    }

    private func attempt(_ client: ClientHandle) {
        self.client = client
        renames = 0
        guard let name = registration.name ?? client.hostName else { return fail(client.errorText) }
        names = (name, name)
        announce()
    }

    /// Records that the daemon has no host name now, and has withdrawn the records itself.
    func withdraw(_ reason: String) {
        retry?.cancel()
        group?.reset()
        isEstablished = false
        wait(reason)
    }

    /// Records that the client is gone.
    func lost() {
        retry?.cancel()
        group?.free()
        group = nil
        client = nil
        isEstablished = false
    }

    func wait(_ reason: String) { report(.waiting, name: nil, reason) }

    func end() {
        lost()
        stream.finish()
    }

    /// Replaces the TXT record.
    ///
    /// - Throws: ``ServiceDiscoveryError/invalidTXT(_:)``; the record then stays as it is.
    func update(_ txt: [TXTEntry]) throws(ServiceDiscoveryError) {
        try TXTRecord.validate(txt)
        guard txt != registration.txt else { return }
        registration.txt = txt
        guard let client, client.pointer != nil, let group, isEstablished else {
            // The current claim has the previous record.
            if group != nil { announce() }
            return
        }
        if group.update(registration, as: names.claimed) < 0 { announce() }
    }

    // MARK: Claiming

    private func announce() {
        retry?.cancel()
        isEstablished = false
        guard let client, client.pointer != nil else { return }
        if group == nil { group = EntryGroup(client) { [unowned self] in apply($0) } }
        guard let group else { return fail(client.errorText) }
        while true {
            group.reset()
            let code = group.announce(registration, as: names.claimed, subtypes: subtypes)
            // Nothing is missing: the name is being claimed on the link, which takes about a second.
            if code >= 0 { return report(.waiting, name: names.claimed, nil) }
            guard code == CInt(AVAHI_ERR_COLLISION) else { return fail(WireText.string(avahi_strerror(code))) }
            guard rename() else { return }
        }
    }

    /// Selects another name.
    ///
    /// - Returns: Whether there is one.
    private func rename() -> Bool {
        guard renames < Self.maxRenames, let next = avahi_alternative_service_name(names.claimed) else {
            fail("\(renames + 1) names, \(quoted(names.wanted)) to \(quoted(names.claimed)), are taken on this link")
            return false
        }
        renames += 1
        names.claimed = WireText.string(next)
        avahi_free(next)
        return true
    }

    private func apply(_ state: AvahiEntryGroupState) {
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            isEstablished = true
            failures = 0
            if names.claimed == names.wanted {
                report(.published, name: names.claimed, nil)
            } else {
                report(.renamed, name: names.claimed, "the name \(quoted(names.wanted)) is taken on this link")
            }
        case AVAHI_ENTRY_GROUP_COLLISION:
            if rename() { announce() }
        case AVAHI_ENTRY_GROUP_FAILURE:
            fail(client?.errorText ?? "")
        default: break
        }
    }

    private func fail(_ reason: String) {
        isEstablished = false
        // A client that is gone is replaced, and the name is claimed then.
        guard let client, client.pointer != nil else { return }
        wait("avahi-daemon does not publish it: \(reason)")
        let this = OnLoop(self, client.loop)
        retry?.cancel()
        let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
        failures += 1
        retry = client.loop.schedule(after: .seconds(pause)) {
            let service = this.value
            if let client = service.client { service.attempt(client) }
        }
    }

    private func report(_ state: Publication.State, name: String?, _ reason: String?) {
        let now = Publication(
            state: state, name: name, types: registration.types, port: registration.port, reason: reason)
        guard now != reported else { return }
        reported = now
        stream.yield(now)
    }
}
