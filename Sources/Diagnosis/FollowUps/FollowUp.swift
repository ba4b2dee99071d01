/// A further observation that a verdict needs. Its packets are only sent after a failure or a suspicious result, and never
/// for a healthy target.
@frozen public enum FollowUp: Sendable, Hashable {
    /// A question about links and next hops.
    case link(LinkFollowUp)
    /// A question about the path to a destination.
    case path(PathFollowUp)
    /// A question about name resolution.
    case names(NameFollowUp)
    /// A question about multicast DNS.
    case multicast(MulticastFollowUp)
    /// A question about what responds over HTTP and TLS.
    case web(WebFollowUp)
}
