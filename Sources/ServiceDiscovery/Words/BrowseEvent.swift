public import NetworkModel

/// What a browser tells.
public enum BrowseEvent: Sendable, Hashable {
    /// An instance came, was resolved, changed or went: one event for each instance and interface.
    case service(ServiceEvent)
    /// All that is known now has been told: the cache is drained and, where it resolves, every instance seen so far is
    /// resolved or has not answered in time. Told once, and again after avahi-daemon was away.
    case allForNow
    /// avahi-daemon went away, or has not been there yet; the text says what is missing and what to do. The instances seen
    /// have been removed by events before this one; browsing resumes by itself with new `added` events.
    case unavailable(String)
}
