public import NetworkModel

/// An event of a followed instance.
public enum InstanceEvent: Sendable, Hashable {
    /// The instance was resolved, or its host, port, TXT record or addresses have changed.
    case found(ServiceInstance)
    /// The instance does not respond. If it does later, there is a ``found(_:)``.
    case missing
    /// avahi-daemon is not available; the text says what is missing and what to do. The instance is reported again only if it
    /// has changed meanwhile.
    case unavailable(String)
}
