/// A further observation that a verdict needs. Its packets are only sent after a failure or a suspicious result, and never
/// for a healthy target.
@frozen public enum Question: Sendable, Hashable {
    /// A question about links and next hops.
    case link(LinkQuestion)
    /// A question about the path to a destination.
    case path(PathQuestion)
    /// A question about name resolution.
    case names(NameQuestion)
    /// A question about multicast DNS.
    case multicast(MulticastQuestion)
    /// A question about what responds over HTTP and TLS.
    case web(WebQuestion)
}
