import NIOCore
import NetworkModel
import SQLite

/// Validates a value against a schema, within limits, and collects all errors.
struct SchemaValidator {
    /// The maximum number of schema evaluations, since nested alternatives grow exponentially.
    private static let maxSteps = 100_000
    /// The maximum depth of nested schemas.
    private static let maxDepth = 256
    /// The maximum number of array items that are compared with each other.
    private static let maxUnique = 1_000
    /// The number of bytes, matched with a pattern or compared with other values, that count as one step.
    private static let bytesInStep = 100
    /// The maximum number of collected errors.
    private static let maxIssues = 200

    let schemas: SchemaSet
    /// The errors, each with a JSON pointer into the value.
    private(set) var issues: [(pointer: String, reason: String)] = []
    private(set) var steps = 0
    /// What matching with patterns may still cost, in all values of the request together.
    private(set) var allowance: MatchAllowance

    init(_ schemas: SchemaSet, within allowance: MatchAllowance) {
        self.schemas = schemas
        self.allowance = allowance
    }

    /// Whether the limit of steps or that of patterns was exceeded, so that the errors are incomplete.
    var isExhausted: Bool { steps > Self.maxSteps || allowance.refusal != nil }

    mutating func validate(_ value: JSONNode, _ index: Int, at pointer: String = "", depth: Int = 0) {
        steps += 1
        guard !isExhausted, depth < Self.maxDepth, issues.count < Self.maxIssues else {
            if depth >= Self.maxDepth { steps = Self.maxSteps + 1 }
            return
        }
        let node = schemas[index]
        func refuse(_ reason: String) { issues.append((pointer, reason)) }
        if node.isNothing { return refuse("may not be there") }
        if let reference = node.reference { validate(value, reference, at: pointer, depth: depth + 1) }
        if let kinds = node.kinds {
            let kind = value.schemaKind
            guard kinds.contains(kind) || kind == .integer && kinds.contains(.number) else {
                return refuse("is \(value.kind); write \(kinds.map(\.withArticle).sorted().joined(separator: " or "))")
            }
        }
        if let choices = node.choices, let keys = node.choiceKeys, !keys.contains(key(of: value)) {
            refuse("is not one of \(choices.prefix(20).map(Self.shown).joined(separator: ", "))")
        }
        switch value.content {
        case .integer, .number: for reason in Self.bounds(value.number ?? 0, value, node) { refuse(reason) }
        case .string(let text): for reason in textReasons(text, node) { issues.append((pointer, reason)) }
        case .array(let items): validate(items, node, pointer, depth)
        case .object(let members): validate(members, node, pointer, depth)
        case .null, .boolean: break
        }
        for other in node.allOf { validate(value, other, at: pointer, depth: depth + 1) }
        if !node.anyOf.isEmpty { alternatives(value, node.anyOf, pointer, depth, mayBeSeveral: true) }
        if !node.oneOf.isEmpty { alternatives(value, node.oneOf, pointer, depth, mayBeSeveral: false) }
        if let not = node.not, problems(value, not, depth).isEmpty, !isExhausted { refuse("is what it may not be") }
    }

    private mutating func validate(_ items: [JSONNode], _ node: SchemaNode, _ pointer: String, _ depth: Int) {
        if !node.itemCount.contains(items.count) {
            issues.append((pointer, "has \(Quantity.text(items.count, "item")); write \(Self.shown(node.itemCount))"))
        }
        // An array of a wrong length is refused anyway, and may be long.
        if node.itemsAreUnique, node.itemCount.contains(items.count) {
            if items.count > Self.maxUnique {
                issues.append((pointer, "has more than \(Self.maxUnique) items, which are to differ; send fewer"))
            } else if let twice = firstTwice(items) {
                issues.append((pointer, "has \(Self.shown(twice)) twice"))
            }
        }
        guard let schema = node.items else { return }
        for (index, item) in items.enumerated() {
            // A body may have hundreds of thousands of items.
            guard issues.count < Self.maxIssues, !isExhausted else { return }
            validate(item, schema, at: "\(pointer)/\(index)", depth: depth + 1)
        }
    }

    private mutating func validate(_ members: [JSONNode.Member], _ node: SchemaNode, _ pointer: String, _ depth: Int) {
        if !node.memberCount.contains(members.count) {
            issues.append(
                (pointer, "has \(Quantity.text(members.count, "member")); write \(Self.shown(node.memberCount))"))
        }
        let given = Set(members.map(\.name))
        for name in node.required where !given.contains(name) {
            // The server provides read-only properties.
            let property = node.properties.first { $0.name == name }
            if let property, schemas.resolved(property.schema).isReadOnly { continue }
            issues.append((pointer + RequestProblem.step(name), "is missing"))
        }
        for member in members {
            // A body may have hundreds of thousands of members, and finding a similar name for each is expensive.
            guard issues.count < Self.maxIssues, !isExhausted else { return }
            let place = pointer + RequestProblem.step(member.name)
            if let property = node.properties.first(where: { $0.name == member.name }) {
                validate(member.node, property.schema, at: place, depth: depth + 1)
                continue
            }
            switch node.additional {
            case .any: break
            case .none:
                let names = node.properties.map(\.name)
                let meant = KeySuggestion.nearest(to: member.name, among: names).map { "; did you mean \($0)?" } ?? ""
                issues.append((place, "is unknown here\(meant)"))
            case .schema(let schema): validate(member.node, schema, at: place, depth: depth + 1)
            }
        }
    }

    /// Returns the errors of a value against one schema, without adding them here.
    private mutating func problems(_ value: JSONNode, _ index: Int, _ depth: Int) -> [(pointer: String, reason: String)]
    {
        var other = SchemaValidator(schemas, within: allowance)
        other.steps = steps
        other.validate(value, index, depth: depth + 1)
        (steps, allowance) = (other.steps, other.allowance)
        return other.issues
    }

    private mutating func alternatives(
        _ value: JSONNode, _ schemas: [Int], _ pointer: String, _ depth: Int, mayBeSeveral: Bool
    ) {
        var (fitting, nearest) = (0, [(pointer: String, reason: String)]())
        for (number, index) in schemas.enumerated() {
            let problems = problems(value, index, depth)
            if problems.isEmpty {
                fitting += 1
                if mayBeSeveral { return }
            } else if number == 0 || problems.count < nearest.count {
                nearest = problems
            }
        }
        guard !isExhausted else { return }
        if fitting == 0 {
            let hint = nearest.first.map {
                "; of the nearest, \($0.pointer.isEmpty ? "it" : "#\(pointer)\($0.pointer)") \($0.reason)"
            }
            issues.append((pointer, "fits none of \(schemas.count) schemas\(hint ?? "")"))
        } else if fitting > 1, !mayBeSeveral {
            issues.append((pointer, "matches \(fitting) of \(schemas.count) schemas, but must match exactly one"))
        }
    }

    // MARK: - Single values

    private static func bounds(_ number: Double, _ value: JSONNode, _ node: SchemaNode) -> [String] {
        var reasons: [String] = []
        let shown = { (bound: Double) in FieldDefinition.shown(.real(bound)) }
        if let bound = node.minimum, number < bound { reasons.append("is below \(shown(bound))") }
        if let bound = node.maximum, number > bound { reasons.append("is above \(shown(bound))") }
        if let bound = node.exclusiveMinimum, number <= bound { reasons.append("is not above \(shown(bound))") }
        if let bound = node.exclusiveMaximum, number >= bound { reasons.append("is not below \(shown(bound))") }
        if let step = node.multipleOf {
            let parts = number / step
            // With binary fractions, 0.3 is not exactly three times 0.1.
            if abs(parts - parts.rounded()) > 1e-9 * max(1, abs(parts)) {
                reasons.append("is not a multiple of \(shown(step))")
            }
        }
        if let bits = node.bits {
            let isWhole = if case .integer = value.content { true } else { Int64(exactly: number) != nil }
            if bits == 32 ? abs(number + 0.5) > 2_147_483_648 : !isWhole { reasons.append("does not fit \(bits) bits") }
        }
        return reasons
    }

    private mutating func textReasons(_ text: String, _ node: SchemaNode) -> [String] {
        var reasons: [String] = []
        let count = text.unicodeScalars.count
        if !node.length.contains(count) {
            reasons.append("has \(Quantity.text(count, "character")); write \(Self.shown(node.length))")
        }
        if let format = node.format, !format.fits(text) {
            reasons.append("is not a valid \(format.name); write one like \(format.example)")
        }
        if let pattern = node.pattern, count <= min(node.length.upperBound, FieldDefinition.maxLength) {
            steps += 1 + text.utf8.count / Self.bytesInStep
            if let reason = allowance.refusal(of: text, by: pattern) { reasons.append(reason) }
        } else if node.pattern != nil, reasons.isEmpty {
            reasons.append("is too long to be matched with a pattern")
        }
        return reasons
    }

    private static func shown(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "\(range.lowerBound) at least" : "\(range.lowerBound) to \(range.upperBound)"
    }

    static func shown(_ node: JSONNode) -> String { SafeText.cut(text(of: node), to: 80) }

    static func text(of node: JSONNode) -> String {
        var writer = JSONWriter()
        writer.node(node)
        return String(buffer: writer.buffer)
    }

    /// Returns the first item that occurs twice; `nil` also if the comparison exceeds the limit of steps.
    private mutating func firstTwice(_ items: [JSONNode]) -> JSONNode? {
        var seen: Set<CanonicalJSON> = []
        for item in items {
            guard seen.insert(key(of: item)).inserted else { return item }
            if isExhausted { return nil }
        }
        return nil
    }

    /// Returns the form of a value that is compared with others, and counts its bytes.
    private mutating func key(of value: JSONNode) -> CanonicalJSON {
        let key = CanonicalJSON(value)
        steps += key.count / Self.bytesInStep
        return key
    }
}
