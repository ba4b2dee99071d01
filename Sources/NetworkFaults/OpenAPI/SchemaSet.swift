/// The schemas of a document, which refer to each other by index.
package struct SchemaSet: Sendable {
    package var nodes: [SchemaNode] = []

    package init() {}

    subscript(index: Int) -> SchemaNode { nodes[index] }

    /// Returns the kinds of values that match, including those of all alternatives; `nil` for any.
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

    /// Follows the references of a schema, at most 64, and returns the last one. Keywords next to a reference are ignored.
    func resolved(_ index: Int) -> SchemaNode {
        var (node, steps) = (nodes[index], 0)
        while let next = node.reference, steps < 64 {
            node = nodes[next]
            steps += 1
        }
        return node
    }

    /// Converts a text, as in a query, to a value of a kind that the schema allows.
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

    /// Returns the line of the first schema that applies itself to the same value; `nil` if there is none.
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
    /// The kind of the value in terms of a schema.
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
}
