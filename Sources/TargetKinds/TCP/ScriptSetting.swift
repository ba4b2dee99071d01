import NetworkModel

extension SettingGroup {
    /// The dialogue over TCP.
    static let script = SettingGroup(
        .script,
        [
            ProbeSetting(
                "script", .steps, at: \.script,
                "A dialogue over TCP, in steps: expect: with a regular expression (PCRE2) that must match the data received since the last step, line by line; send: with a string; and starttls, after which the dialogue uses TLS.",
                for: .target, option: .init(name: "script", valueName: "step", isRepeated: true))
        ])
}

extension SettingType<[ScriptStep]> {
    fileprivate static var steps: Self {
        let words = "steps, as in expect: ^220"
        return Self("a list of \(words)") { input, reader in
            reader.items(input, of: words, called: "steps")?.compactMap { step($0, &reader) }
        } text: { _ in
            nil
        }
    }

    private static func step(_ input: SettingInput, _ reader: inout SettingReader) -> ScriptStep? {
        if case .text("starttls", _) = input.content { return .startTLS }
        var entries: [SettingInput.Entry] = []
        switch input.content {
        case .group(let all): entries = all
        case .text where reader.source == .options:
            guard let entry = reader.entry(input) else { return nil }
            entries = [entry]
        case .text, .list, .nothing: break
        }
        let known = ["expect", "send", "starttls"]
        for entry in entries where !known.contains(entry.key) {
            reader.refuse(unknown: entry.key, known: known, in: input.name, line: entry.line)
        }
        guard entries.count == 1, let entry = entries.first, known.contains(entry.key) else {
            reader.refuse(
                input, SettingsError("has a step that is not one of expect: PATTERN, send: TEXT and starttls"))
            return nil
        }
        let value = entry.value.named("script.\(entry.key)")
        switch entry.key {
        case "expect": return SettingType<String>.pattern.read(value, with: &reader).map(ScriptStep.expect)
        case "send": return reader.text(value, "a string to send").map { .send(Array($0.utf8)) }
        default: return .startTLS
        }
    }
}
