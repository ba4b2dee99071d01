import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// A change of a fault at run time, which is read and validated like an item of `faults:` in a file.
struct FaultWords {
    /// The fault with its arguments: `http.slow=3s`, `delay=200ms`.
    let setting: String
    /// The conditions in the form of `when:`; `nil` to keep those that it has.
    let when: String?

    /// The cause or kind, without arguments.
    static func id(_ name: String) -> String { String(name.prefix { $0 != "=" }) }

    /// A rule for the requests of a listener, or of one of its routes.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the first problem.
    func rule(in place: RoutePlan?) throws(FaultError) -> FaultRule? {
        try decoded { decoder, list in
            decoder.routeOfFaults = place
            return decoder.faults(list).first
        }
    }

    /// A rule for the queries to a zone.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the first problem.
    func question() throws(FaultError) -> QueryFault? {
        try decoded { decoder, list in decoder.questionFaults(list).first }
    }

    /// The conditions in a text, as in `every: 2, first: 10`.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the first problem.
    static func conditions(_ text: String) throws(FaultError) -> FaultConditions {
        try FaultWords(setting: "delay=1ms", when: text).rule(in: nil)?.when ?? .always
    }

    private func decoded<Rule>(
        _ read: (inout ServeDecoder, ServeDecoder.Setting) -> Rule?
    ) throws(FaultError) -> Rule? {
        do throws(ConfigurationError) {
            let file = "--set"
            let list = try item()
            var decoder = ServeDecoder(
                settings: ConfigurationDecoder(problems: ConfigurationProblems(file: file)), directory: "")
            decoder.settings.separatesValues = true
            let rule = read(&decoder, ServeDecoder.Setting(name: "fault", node: list))
            if let error = decoder.settings.problems.error { throw error }
            return rule
        } catch {
            // Lines mean nothing here, and the others often follow from the first problem.
            guard let problem = error.problems.first else { throw .usage(error.description) }
            let text = problem.file == "--when" ? "--when: \(problem.text)" : problem.text
            throw .usage(text.hasPrefix("fault.") ? String(text.dropFirst("fault.".count)) : text)
        }
    }

    /// The list of faults with this one as in a file. The words are values in it, and never syntax.
    private func item() throws(ConfigurationError) -> YAMLNode {
        let id = Self.id(setting)
        let isKind = ["delay", "pace"].contains(id)
        let (key, value) = isKind ? (id, String(setting.dropFirst(id.count + 1))) : ("fault", setting)
        var list = try Self.node(when == nil ? "[{\(key): x}]" : "[{\(key): x, when: {}}]", "--set")
        guard case .sequence(var items) = list.content, case .mapping(var entries)? = items.first?.content else {
            return list
        }
        entries[0].value.content = .scalar(value, .quoted)
        if let when { entries[1].value = try Self.conditionsNode(when) }
        items[0].content = .mapping(entries)
        list.content = .sequence(items)
        return list
    }

    /// The value of `when:`: `every: 2, first: 10`, the same in braces, or `always`.
    private static func conditionsNode(_ text: String) throws(ConfigurationError) -> YAMLNode {
        if text == "always" { return try node("{}", "--when") }
        return try node(text.hasPrefix("{") ? text : "{\(text)}", "--when")
    }

    private static func node(_ text: String, _ option: String) throws(ConfigurationError) -> YAMLNode {
        var problems = ConfigurationProblems(file: option)
        let node = try YAMLReader.read(try ConfigurationText(Array(text.utf8), file: option), problems: &problems)
        if let error = problems.error { throw error }
        guard let node else { throw ConfigurationProblems.one("\(option) is empty", file: option) }
        return node
    }
}
