public import NetworkModel

/// An event of a browser.
public enum BrowseEvent: Sendable, Hashable {
    /// An instance came, was resolved, changed or went: one event for each instance and interface.
    case service(ServiceEvent)
    /// All that is known now has been reported: the cache is drained and, where it resolves, every instance seen so far is
    /// resolved or has not answered in time. Sent once, and again after avahi-daemon was away.
    case allForNow
    /// avahi-daemon went away, or has not been there yet; the text says what is missing and what to do.
    ///
    /// Browsing resumes by itself. The instances seen are taken to be there meanwhile: of those that are found again, only
    /// changes are reported, as `updated`; those that are not, are `removed` 5 s after ``allForNow``, or once the daemon has been
    /// away for 30 s.
    case unavailable(String)
}
