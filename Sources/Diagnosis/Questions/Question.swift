/// One more observation that a verdict needs. What a question asks for is sent only once something has failed or looks
/// suspicious; a healthy target is asked none.
@frozen public enum Question: Sendable, Hashable {
    case link(LinkQuestion)
    case path(PathQuestion)
    case names(NameQuestion)
    case multicast(MulticastQuestion)
    case web(WebQuestion)
}
