/// Questions about the links and the next hops.
@frozen public enum LinkQuestion: Sendable, Hashable {}
