public import NetworkModel

/// An event of a browser.
public enum BrowseEvent: Sendable, Hashable {
    /// An instance was added, resolved, updated or removed, with one event for each instance and interface.
    case service(ServiceEvent)
    /// Everything known now has been reported: the cache is empty and, if instances are resolved, each of them was resolved
    /// or did not respond in time. Sent once, and again after a restart of avahi-daemon.
    case allForNow
    /// avahi-daemon is not available; the text says what is missing and what to do.
    ///
    /// Browsing resumes by itself. Known instances are assumed to exist meanwhile. If an instance is found again, only
    /// changes are reported, as `updated`; otherwise it is `removed` 5 s after ``allForNow``, or once the daemon has been
    /// absent for 30 s.
    case unavailable(String)
}
