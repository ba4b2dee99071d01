import CAvahi

/// A type whose instances are browsed.
final class BrowsedType {
    let browser: InstanceBrowser
    /// Where the type is listed; empty where it was asked for by name.
    var places: Set<Sighting> = []
    /// Whether the cache is drained.
    var isDone = false

    init(_ browser: InstanceBrowser) { self.browser = browser }
}
