import NetworkModel

/// The parts of a document that have an anchor, and what repeating them by aliases may come to.
///
/// Nested aliases make gigabytes of a few lines. So a part counts each time as much as it would if it were written out:
/// its values and keys among those of the document, its depth, and its text here.
struct YAMLAnchors {
    /// A part, and how much it holds.
    struct Part {
        let node: YAMLNode
        /// Values and keys.
        let nodes: Int
        /// Levels of groups and lists; 0 for a text.
        let depth: Int
        fileprivate let bytes: Int
    }

    /// Bytes of text that aliases repeat in one document.
    static let maxBytes = 1 << 20

    private var parts: [String: Part] = [:]
    /// Anchors whose part has not ended.
    private var open: Set<String> = []
    private var bytes = 0

    mutating func begin(_ name: String) {
        open.insert(name)
    }

    /// An anchor may be given again: aliases mean the last one before them (YAML 1.1 section 3.2.2.2).
    mutating func end(_ name: String, _ node: YAMLNode, nodes: Int) {
        open.remove(name)
        parts[name] = Part(node: node, nodes: nodes, depth: Self.depth(of: node), bytes: Self.bytes(of: node))
    }

    /// What an alias stands for.
    ///
    /// - Throws: The reason why there is nothing, without the place.
    mutating func part(_ name: String) throws(SettingsError) -> Part {
        // A name of any length is told apart, and shown as far as a message goes.
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
