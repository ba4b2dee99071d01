/// Questions about names and the servers that know them.
@frozen public enum NameQuestion: Sendable, Hashable {}
