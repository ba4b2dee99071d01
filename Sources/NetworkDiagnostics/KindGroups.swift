package import NetworkModel
import TargetKinds

/// Settings of targets in a JSON body: an object for each group, named as in configurations. In groups that kinds
/// share, a request can only set members that neither refer to a file nor change what is sent
/// (``SettingMember/isOpenToRequests``).
package struct KindGroups: Sendable, Hashable, Decodable {
    /// The groups of which a request may have settings.
    static let groups = TargetKinds.builtIn.settingGroups.filter { group in
        group.members.contains { $0.isOpenToRequests }
    }

    package static let names = groups.map(\.key)

    /// The settings by the groups' keys.
    private var inputs: [String: SettingInput] = [:]

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for name in Self.names {
            guard let value = try container.decodeIfPresent(JSONInput.self, forKey: AnyKey(stringValue: name)) else {
                continue
            }
            inputs[name] = SettingInput(name: name, value.content)
        }
    }

    package var isEmpty: Bool { inputs.isEmpty }

    /// Reads the settings of the target's kind.
    ///
    /// - Returns: The settings of its kind; those that kinds share are kept.
    /// - Throws: `SettingsError` if some do not apply to the target, or are not valid.
    package mutating func values(for target: Target) throws(SettingsError) -> SettingValues {
        var settings = ProbeSettings()
        var reader = SettingReader(.request)
        for group in Self.groups {
            guard let input = inputs[group.key] else { continue }
            guard group.isTaken(by: target) else {
                throw SettingsError("\(group.key): does not apply to \(SafeText.shown(target.text)); remove it")
            }
            group.read(input, into: &settings, with: &reader)
        }
        if let problem = reader.problems.first {
            throw SettingsError(problem.name.isEmpty ? problem.reason : "\(problem.name): \(problem.reason)")
        }
        for group in TargetKinds.builtIn.ownSettingGroups { inputs[group.key] = nil }
        return settings.kind
    }

    /// Applies the settings that kinds share.
    package func apply(to settings: inout ProbeSettings) {
        guard !inputs.isEmpty else { return }
        var reader = SettingReader(.request)
        for group in Self.groups {
            if let input = inputs[group.key] { group.read(input, into: &settings, with: &reader) }
        }
    }

    /// Encodes the settings as they were decoded.
    package func encode(to container: inout KeyedEncodingContainer<AnyKey>) throws {
        for (key, input) in inputs {
            try container.encode(JSONInput(content: input.content), forKey: AnyKey(stringValue: key))
        }
    }
}

/// A JSON value in the form of a setting: a text, a number or a flag, a list of these, or an object of such.
private struct JSONInput: Codable {
    let content: SettingInput.Content

    init(content: SettingInput.Content) {
        self.content = content
    }

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var items: [SettingInput] = []
            // Reads one entry more than the limit, so that a longer list is rejected.
            while !list.isAtEnd, items.count <= SettingReader.maxEntries {
                items.append(SettingInput(name: "", try Self.scalar(list.superDecoder())))
            }
            content = .list(items)
        } else if let members = try? decoder.container(keyedBy: AnyKey.self) {
            content = .group(
                try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
                    let value = try members.superDecoder(forKey: key)
                    let content =
                        try (try? value.unkeyedContainer()) == nil ? Self.scalar(value) : JSONInput(from: value).content
                    return .init(key: key.stringValue, value: SettingInput(name: "", content))
                })
        } else {
            content = try Self.scalar(decoder)
        }
    }

    private static func scalar(_ decoder: any Decoder) throws -> SettingInput.Content {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return .nothing }
        if let text = try? container.decode(String.self) { return .text(text, isQuoted: false) }
        if let number = try? container.decode(Int.self) { return .text("\(number)", isQuoted: false) }
        if let number = try? container.decode(Double.self) { return .text("\(number)", isQuoted: false) }
        if let flag = try? container.decode(Bool.self) { return .text(flag ? "true" : "false", isQuoted: false) }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "expected a string, a number, true or false")
    }

    func encode(to encoder: any Encoder) throws {
        switch content {
        case .nothing:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .text(let text, _):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .list(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(JSONInput(content: item.content)) }
        case .group(let entries):
            var container = encoder.container(keyedBy: AnyKey.self)
            for entry in entries {
                try container.encode(
                    JSONInput(content: entry.value.content), forKey: AnyKey(stringValue: entry.key))
            }
        }
    }
}
