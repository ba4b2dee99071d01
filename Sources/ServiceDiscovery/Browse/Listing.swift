import CAvahi

/// The items of one of avahi's browsers, reported once for each interface.
final class Listing<Content: Hashable, Item: Sendable & Hashable>: Subscription {
    private struct Key: Hashable {
        let content: Content
        let interface: AvahiIfIndex
    }

    private struct Entry {
        let item: Item
        /// The protocols of mDNS over which it is announced; empty while avahi-daemon is not available, and until it has
        /// found it again.
        var transports: Set<AvahiProtocol>
    }

    typealias Browser = ObjectHandle<BrowserEvent<Content>>

    private static var maxEntries: Int { 8_192 }

    private let stream: AsyncStream<ListingEvent<Item>>.Continuation
    private let describe: (Content, _ interface: String?) -> Item
    private let make: (ClientHandle, @escaping (BrowserEvent<Content>) -> Void) -> Browser?

    private var client: ClientHandle?
    private var browser: Browser?
    private var entries: [Key: Entry] = [:]
    private var hasReportedAll = false
    var unavailable: String?
    private lazy var holdover = CacheExpiry { [unowned self] in expireUnseen() }

    init(
        _ stream: AsyncStream<ListingEvent<Item>>.Continuation,
        describe: @escaping (Content, _ interface: String?) -> Item,
        make: @escaping (ClientHandle, @escaping (BrowserEvent<Content>) -> Void) -> Browser?
    ) {
        self.stream = stream
        self.describe = describe
        self.make = make
    }

    func start(_ client: ClientHandle) {
        guard self.client == nil else { return }
        self.client = client
        unavailable = nil
        hasReportedAll = false
        holdover.begin(client.loop)
        browser = make(client) { [unowned self] in apply($0) }
        if browser == nil { send(.unavailable(client.errorText)) }
    }

    func lost() {
        guard let loop = client?.loop else { return }
        free()
        for key in entries.keys { entries[key]?.transports = [] }
        holdover.begin(loop)
    }

    func send(unavailable reason: String) { send(.unavailable(reason)) }

    func end() {
        free()
        holdover.end()
        entries = [:]
        stream.finish()
    }

    private func free() {
        browser?.free()
        browser = nil
        client = nil
    }

    private func apply(_ event: BrowserEvent<Content>) {
        switch event {
        case .new(let content, let place):
            let key = Key(content: content, interface: place.interface)
            guard entries[key] == nil else {
                entries[key]?.transports.insert(place.transport)
                return
            }
            guard entries.count < Self.maxEntries else { return }
            let item = describe(content, WireText.interfaceName(place.interface))
            entries[key] = Entry(item: item, transports: [place.transport])
            send(.added(item))
        case .removed(let content, let place):
            let key = Key(content: content, interface: place.interface)
            entries[key]?.transports.remove(place.transport)
            if let entry = entries[key], entry.transports.isEmpty { remove(key, entry) }
        case .allForNow, .failed:
            guard let client, !hasReportedAll else { return }
            hasReportedAll = true
            holdover.drained(client.loop)
            send(.allForNow)
        case .cacheExhausted: break
        }
    }

    private func expireUnseen() {
        for (key, entry) in entries where entry.transports.isEmpty { remove(key, entry) }
    }

    private func remove(_ key: Key, _ entry: Entry) {
        entries[key] = nil
        send(.removed(entry.item))
    }

    private func send(_ event: ListingEvent<Item>) {
        // As with instances, an end is better than a gap.
        if case .dropped = stream.yield(event) { end() }
    }
}
