package import NetworkModel
import TargetKinds

/// The settings of registered kinds in a JSON body: an object for each kind, named after it, as in configurations.
package struct KindGroups: Decodable {
    /// The kinds that have settings.
    private static let kinds = TargetKinds.builtIn.all.filter { !$0.describedSettings.isEmpty }

    package static let names = kinds.map { $0.name }

    /// What they take, to be put behind other fields.
    package static let words = kinds.map { kind in
        let settings = kind.describedSettings.map { "\"\($0.key)\": \"\($0.typeWords)\"" }.joined(separator: ", ")
        return ", \"\(kind.name)\": {\(settings)}"
    }.joined()

    /// By the kinds' names, and their settings' keys.
    private var texts: [String: [String: Scalar]] = [:]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for name in Self.names {
            texts[name] = try container.decodeIfPresent([String: Scalar].self, forKey: AnyKey(stringValue: name))
        }
    }

    /// The settings for a target.
    ///
    /// - Throws: Where there are some that it does not have, or that it does not take.
    package func values(for target: Target) throws(SettingsError) -> SettingValues {
        var values = SettingValues()
        let name = TargetKinds.builtIn.kind(of: target)?.name
        for kind in Self.kinds {
            guard let group = texts[kind.name] else { continue }
            guard kind.name == name else {
                throw SettingsError("\(kind.name): is of no use for \(SafeText.shown(target.text)); leave it out")
            }
            for (key, value) in group.sorted(by: { $0.key < $1.key }) {
                guard let setting = kind.describedSettings.first(where: { $0.key == key }) else {
                    throw SettingsError(
                        "the field \(SafeText.shown("\(kind.name).\(key)")) is unknown; known are: "
                            + kind.describedSettings.map { $0.key }.joined(separator: ", "))
                }
                do {
                    try values.set(setting, value.text)
                } catch {
                    throw SettingsError("\(kind.name).\(key): \(error.reason)")
                }
            }
        }
        return values
    }

    /// A value as it would be written in a configuration.
    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let number = try? container.decode(Int.self) {
                text = "\(number)"
            } else if let number = try? container.decode(Double.self) {
                text = "\(number)"
            } else if let flag = try? container.decode(Bool.self) {
                text = flag ? "true" : "false"
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "it takes a text, a number, true or false")
            }
        }
    }
}
