/// Questions about the way beyond the gateway.
@frozen public enum PathQuestion: Sendable, Hashable {}
