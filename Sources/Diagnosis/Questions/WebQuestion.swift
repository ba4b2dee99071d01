/// Questions about what answers in the target's place, and what lies between.
@frozen public enum WebQuestion: Sendable, Hashable {}
