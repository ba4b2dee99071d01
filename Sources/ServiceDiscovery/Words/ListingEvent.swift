/// An event about items that are added and removed: types, domains, records.
public enum ListingEvent<Item: Sendable & Hashable>: Sendable, Hashable {
    /// The item exists.
    case added(Item)
    /// The item does not exist any more.
    case removed(Item)
    /// Everything known now has been reported. Sent once, and again after a restart of avahi-daemon.
    case allForNow
    /// avahi-daemon is not available; the text says what is missing and what to do. As with ``BrowseEvent/unavailable(_:)``,
    /// items that exist again afterwards are not reported again.
    case unavailable(String)
}

/// A service type on one interface.
public struct ListedType: Sendable, Hashable {
    /// The type, for example `_http._tcp`.
    public let type: String
    /// The domain that the type was found in, as in `local`.
    public let domain: String
    /// The name of the interface; `nil` for wide-area DNS-SD.
    public let interface: String?
}

/// A domain in which services can be browsed.
public struct ListedDomain: Sendable, Hashable {
    /// The domain without the final dot, for example `example.org`.
    public let domain: String
    /// The name of the interface; `nil` if the domain is in avahi-daemon's configuration, or was received by unicast DNS.
    public let interface: String?
}
