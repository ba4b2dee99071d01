public import NetworkModel

/// What a browser has to tell.
public enum BrowseEvent: Sendable, Hashable {
    /// An instance came, was resolved, changed or went; its families are merged for each interface.
    case service(ServiceEvent)
    /// All that is known now has been told, with `resolve` all that answers.
    case allForNow
    /// Avahi is missing, with what to do; what was found is told to be removed first. Browsing begins anew by itself.
    case unavailable(String)
}
