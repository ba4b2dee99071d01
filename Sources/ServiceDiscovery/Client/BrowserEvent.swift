import CAvahi

/// The place where avahi saw something: an interface and a protocol of mDNS.
struct BrowserOrigin: Hashable {
    let interface: AvahiIfIndex
    let transport: AvahiProtocol

    static var anywhere: BrowserOrigin {
        BrowserOrigin(interface: AvahiIfIndex(AVAHI_IF_UNSPEC), transport: AvahiProtocol(AVAHI_PROTO_UNSPEC))
    }
}

/// An event of any of avahi's browsers.
enum BrowserEvent<Item> {
    case new(Item, BrowserOrigin)
    case removed(Item, BrowserOrigin)
    case cacheExhausted
    case allForNow
    case failed

    init(_ event: AvahiBrowserEvent, _ interface: AvahiIfIndex, _ transport: AvahiProtocol, _ item: () -> Item) {
        self =
            switch event {
            case AVAHI_BROWSER_NEW: .new(item(), BrowserOrigin(interface: interface, transport: transport))
            case AVAHI_BROWSER_REMOVE: .removed(item(), BrowserOrigin(interface: interface, transport: transport))
            case AVAHI_BROWSER_CACHE_EXHAUSTED: .cacheExhausted
            case AVAHI_BROWSER_ALL_FOR_NOW: .allForNow
            default: .failed
            }
    }
}
