/// What comes and goes: types, domains, records.
public enum ListingEvent<Item: Sendable & Hashable>: Sendable, Hashable {
    /// The item is there.
    case added(Item)
    /// The item is gone.
    case removed(Item)
    /// All that is known now has been reported. Sent once, and again after avahi-daemon was away.
    case allForNow
    /// avahi-daemon is not there; the text says what is missing and what to do. As with ``BrowseEvent/unavailable(_:)``,
    /// items that are there again when it is are not reported again.
    case unavailable(String)
}

/// A type of services on one interface.
public struct ListedType: Sendable, Hashable {
    /// For example `_http._tcp`.
    public let type: String
    /// The domain that the type was found in, as in `local`.
    public let domain: String
    /// `nil` for wide-area DNS-SD.
    public let interface: String?
}

/// A domain that services can be browsed in.
public struct ListedDomain: Sendable, Hashable {
    /// Without the last dot, for example `example.org`.
    public let domain: String
    /// `nil` if avahi-daemon's configuration has it, or it came by unicast DNS.
    public let interface: String?
}
