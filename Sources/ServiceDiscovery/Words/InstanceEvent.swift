public import NetworkModel

/// An event of an instance that is followed.
public enum InstanceEvent: Sendable, Hashable {
    /// It was found, or its host, port, TXT record, or addresses have changed.
    case found(ServiceInstance)
    /// It does not answer, any more or yet; it is ``found(_:)`` when it does.
    case missing
    /// avahi-daemon is not there; the text says what is missing and what to do. The instance is reported again only if it
    /// has changed meanwhile.
    case unavailable(String)
}
