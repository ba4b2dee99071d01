/// Questions about multicast DNS on a link.
@frozen public enum MulticastQuestion: Sendable, Hashable {}
