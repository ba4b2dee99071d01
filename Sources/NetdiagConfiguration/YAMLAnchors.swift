import NetworkModel

/// The parts of a document that have an anchor, and limits for their repetition by aliases.
///
/// Nested aliases can expand a few lines to gigabytes. Each use of a part therefore counts as if it were written out:
/// its values and keys towards the limit of the document, its depth, and its text here.
struct YAMLAnchors {
    /// A part and its size.
    struct Part {
        let node: YAMLNode
        /// The number of values and keys.
        let nodes: Int
        /// The number of nested groups and lists; 0 for a text.
        let depth: Int
        fileprivate let bytes: Int
    }

    /// The maximum size of the text that aliases repeat in one document, in bytes.
    static let maxBytes = 1 << 20

    private var parts: [String: Part] = [:]
    /// The anchors whose part has not ended yet.
    private var open: Set<String> = []
    private var bytes = 0

    mutating func begin(_ name: String) {
        open.insert(name)
    }

    /// An anchor may be defined again: an alias refers to the last definition before it (YAML 1.1 section 3.2.2.2).
    mutating func end(_ name: String, _ node: YAMLNode, nodes: Int) {
        open.remove(name)
        parts[name] = Part(node: node, nodes: nodes, depth: Self.depth(of: node), bytes: Self.bytes(of: node))
    }

    /// The part that an alias refers to.
    ///
    /// - Throws: ``SettingsError`` with the reason, without the place.
    mutating func part(_ name: String) throws(SettingsError) -> Part {
        // The whole name is compared, but only this much of it is shown.
        let shown = name.prefix(60)
        guard !open.contains(name) else {
            throw SettingsError(
                "the alias *\(shown) stands within &\(shown), which would have no end; write the values out")
        }
        guard let part = parts[name] else {
            throw SettingsError("the alias *\(shown) has no anchor &\(shown) above it; write the anchor first")
        }
        bytes += part.bytes
        guard bytes <= Self.maxBytes else {
            throw SettingsError("the aliases up to *\(shown) repeat more than 1 MiB of text; write the values out")
        }
        return part
    }

    private static func depth(of node: YAMLNode) -> Int {
        switch node.content {
        case .scalar: 0
        case .sequence(let nodes): 1 + (nodes.map { depth(of: $0) }.max() ?? 0)
        case .mapping(let entries): 1 + (entries.map { depth(of: $0.value) }.max() ?? 0)
        }
    }

    private static func bytes(of node: YAMLNode) -> Int {
        switch node.content {
        case .scalar(let text, _): text.utf8.count
        case .sequence(let nodes): nodes.reduce(0) { $0 + bytes(of: $1) }
        case .mapping(let entries): entries.reduce(0) { $0 + $1.key.utf8.count + bytes(of: $1.value) }
        }
    }
}
