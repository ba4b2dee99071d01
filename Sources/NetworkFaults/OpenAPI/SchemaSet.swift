/// The schemas of a document, which refer to each other by number.
package struct SchemaSet: Sendable {
    package var nodes: [SchemaNode] = []

    package init() {}

    subscript(index: Int) -> SchemaNode { nodes[index] }

    /// The kinds of values that fit; `nil` is any. Of alternatives, all of theirs.
    func kinds(of index: Int) -> Set<SchemaNode.Kind>? {
        var (found, seen, rest) = (Set<SchemaNode.Kind>(), Set<Int>(), [index])
        while let index = rest.popLast(), seen.insert(index).inserted {
            let node = nodes[index]
            if let kinds = node.kinds {
                found.formUnion(kinds)
            } else if let choices = node.choices {
                found.formUnion(choices.map(\.schemaKind))
            }
            rest += [node.reference].compactMap { $0 } + node.allOf + node.anyOf + node.oneOf
        }
        return found.isEmpty ? nil : found
    }

    /// The schema with its references followed, those without other keywords beside them.
    func resolved(_ index: Int) -> SchemaNode {
        var (node, steps) = (nodes[index], 0)
        while let next = node.reference, steps < 64 {
            node = nodes[next]
            steps += 1
        }
        return node
    }

    /// A text, as in a query, as the value that the schema is about.
    func value(of text: String, for index: Int) -> JSONNode {
        let kinds = kinds(of: index) ?? []
        let isNumeric = kinds.contains(.integer) || kinds.contains(.number)
        if isNumeric, text.utf8.count <= 400, let node = try? JSONReader.read(text.utf8), node.number != nil {
            return node
        }
        if kinds.contains(.boolean), text == "true" || text == "false" { return JSONNode(.boolean(text == "true")) }
        if kinds.contains(.null), text == "null", !kinds.contains(.string) { return JSONNode(.null) }
        return JSONNode(.string(text))
    }

    /// The first schema that a value would have to fit by fitting itself, by its line; `nil` if there is none.
    package func firstLoop() -> Int? {
        enum Mark { case open, done }
        var marks = [Mark?](repeating: nil, count: nodes.count)
        for start in nodes.indices where marks[start] == nil {
            var path = [(index: start, next: 0)]
            marks[start] = .open
            while let (index, next) = path.last {
                let others = nodes[index].alike
                guard next < others.count else {
                    marks[index] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                switch marks[others[next]] {
                case .open: return nodes[index].line
                case .done: break
                case nil:
                    marks[others[next]] = .open
                    path.append((others[next], 0))
                }
            }
        }
        return nil
    }
}

extension JSONNode {
    /// What it is in a schema's words.
    var schemaKind: SchemaNode.Kind {
        switch content {
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .number(let value): value == value.rounded() ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Values in it, itself included.
    var valueCount: Int {
        switch content {
        case .array(let items): 1 + items.reduce(0) { $0 + $1.valueCount }
        case .object(let members): 1 + members.reduce(0) { $0 + $1.node.valueCount }
        case .null, .boolean, .integer, .number, .string: 1
        }
    }

    /// The same value, wherever it stands: the order of members and lines do not count, and 1.0 is 1.
    func equals(_ other: JSONNode) -> Bool {
        switch (content, other.content) {
        case (.array(let mine), .array(let theirs)):
            return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.equals($1) }
        case (.object(let mine), .object(let theirs)):
            guard mine.count == theirs.count else { return false }
            // Few names are compared faster than hashed.
            if mine.count < 16 {
                return mine.allSatisfy { member in other[member.name].map { member.node.equals($0) } ?? false }
            }
            let named = Dictionary(theirs.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
            return mine.allSatisfy { member in named[member.name].map { member.node.equals($0) } ?? false }
        case (.integer, .number), (.number, .integer): return number == other.number
        default: return content == other.content
        }
    }
}
