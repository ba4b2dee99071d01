/// One more observation that a verdict needs. What a question asks for is sent only once something has failed or looks
/// suspicious; a healthy target is asked none.
@frozen public enum Question: Sendable, Hashable {
    /// About links and next hops.
    case link(LinkQuestion)
    /// About the way to a destination.
    case path(PathQuestion)
    /// About the resolution of names.
    case names(NameQuestion)
    /// About multicast DNS.
    case multicast(MulticastQuestion)
    /// About what answers over HTTP and TLS.
    case web(WebQuestion)
}
