/// Creates a value for a schema: its example, or the simplest one.
struct SchemaExample {
    /// The maximum number of values of one example.
    private static let maxValues = 10_000
    /// The maximum size of one example in bytes. Arrays can contain the longest text, or an example of the document,
    /// 10,000 times.
    private static let maxBytes = 2 << 20
    /// The depth below which only required values are created, so that recursive schemas terminate.
    private static let fullDepth = 4
    private static let maxDepth = 32

    let schemas: SchemaSet
    private var values = 0
    private var bytes = 0

    init(_ schemas: SchemaSet) { self.schemas = schemas }

    mutating func value(_ index: Int, depth: Int = 0) -> JSONNode {
        values += 1
        // Beyond the limit, a text would be made for each value and then discarded.
        guard bytes <= Self.maxBytes else { return JSONNode(.null) }
        let node = schemas[index]
        if let given = node.example ?? node.choices?.first { return counted(given) }
        guard depth < Self.maxDepth, values < Self.maxValues else { return JSONNode(.null) }
        if let reference = node.reference { return value(reference, depth: depth + 1) }
        if let alternative = node.oneOf.first ?? node.anyOf.first, node.properties.isEmpty, node.allOf.isEmpty {
            return value(alternative, depth: depth + 1)
        }
        let kinds = schemas.kinds(of: index) ?? (node.properties.isEmpty ? [] : [.object])
        if kinds.contains(.object) || !node.allOf.isEmpty { return object(node, kinds, depth) }
        if kinds.contains(.array) { return array(node, depth) }
        if kinds.contains(.string) { return counted(JSONNode(.string(Self.text(node)))) }
        if kinds.contains(.integer) { return JSONNode(.integer(Int64(Self.number(node, isWhole: true)))) }
        if kinds.contains(.number) { return JSONNode(.number(Self.number(node, isWhole: false))) }
        return JSONNode(kinds.contains(.boolean) ? .boolean(true) : .null)
    }

    /// The value, or null if the example would become too long with it.
    private mutating func counted(_ value: JSONNode) -> JSONNode {
        guard bytes <= Self.maxBytes else { return JSONNode(.null) }
        bytes += value.size
        return bytes <= Self.maxBytes ? value : JSONNode(.null)
    }

    private mutating func object(_ node: SchemaNode, _ kinds: Set<SchemaNode.Kind>, _ depth: Int) -> JSONNode {
        var members: [JSONNode.Member] = []
        func add(_ some: [JSONNode.Member]) {
            for member in some where !members.contains(where: { $0.name == member.name }) { members.append(member) }
        }
        for other in node.allOf {
            let value = value(other, depth: depth + 1)
            if case .object(let some) = value.content {
                add(some)
            } else if node.properties.isEmpty, !kinds.contains(.object) {
                return value
            }
        }
        for property in node.properties {
            let isRequired = node.required.contains(property.name)
            let schema = schemas.resolved(property.schema)
            guard isRequired || depth < Self.fullDepth, !schema.isWriteOnly, values < Self.maxValues,
                bytes <= Self.maxBytes
            else { continue }
            bytes += property.name.utf8.count
            add([.init(property.name, value(property.schema, depth: depth + 1))])
        }
        if members.isEmpty, case .schema(let other) = node.additional, depth < Self.fullDepth {
            add([.init("key", value(other, depth: depth + 1))])
        }
        return JSONNode(.object(members))
    }

    private mutating func array(_ node: SchemaNode, _ depth: Int) -> JSONNode {
        guard let items = node.items, depth < Self.fullDepth || node.itemCount.lowerBound > 0 else {
            return JSONNode(.array([]))
        }
        let count = min(max(node.itemCount.lowerBound, min(1, node.itemCount.upperBound)), 100)
        return JSONNode(.array((0..<count).map { _ in value(items, depth: depth + 1) }))
    }

    private static func text(_ node: SchemaNode) -> String {
        if let format = node.format { return format.example }
        let text = "string"
        let (low, high) = (min(node.length.lowerBound, 65_536), node.length.upperBound)
        if text.count < low { return text + String(repeating: "x", count: low - text.count) }
        return String(text.prefix(high))
    }

    private static func number(_ node: SchemaNode, isWhole: Bool) -> Double {
        let step = node.multipleOf ?? 1
        var number = 0.0
        if let low = node.exclusiveMinimum ?? node.minimum {
            number = max(number, (low / step).rounded(.up) * step)
            if let bound = node.exclusiveMinimum, number <= bound { number += step }
        }
        if let high = node.exclusiveMaximum ?? node.maximum {
            number = min(number, (high / step).rounded(.down) * step)
            if let bound = node.exclusiveMaximum, number >= bound { number -= step }
            // If the bounds are close, the number is a fraction between them.
            if !isWhole, let low = node.minimum ?? node.exclusiveMinimum, number < low { number = (low + high) / 2 }
        }
        return number.isFinite && abs(number) < 9e18 ? number : 0
    }
}

extension JSONNode {
    /// The number of bytes of its texts and names, and one more for each value.
    fileprivate var size: Int {
        switch content {
        case .null, .boolean, .integer, .number: 1
        case .string(let text): 1 + text.utf8.count
        case .array(let items): items.reduce(1) { $0 + $1.size }
        case .object(let members): members.reduce(1) { $0 + $1.name.utf8.count + $1.node.size }
        }
    }
}
