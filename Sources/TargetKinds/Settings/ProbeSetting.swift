package import NetworkModel

/// A setting of a group, of any type.
package protocol SettingMember: Sendable {
    var description: any KindSettingDescription { get }
    /// The option on a command line; `nil` if there is none.
    var option: SettingOption? { get }
    /// Whether a request to the daemon may set it. A setting may not be set if it refers to a file, contains
    /// credentials, changes what is sent together with the configured credentials, or would reveal the content of a
    /// page that requires them.
    var isOpenToRequests: Bool { get }

    func read(_ input: SettingInput, into settings: inout ProbeSettings, with reader: inout SettingReader)
}

/// An option of a command line for a setting.
package struct SettingOption: Sendable {
    /// The name after `--`.
    package let name: String
    package var letter: Character?
    package let valueName: String
    /// Whether it can be given several times.
    package var isRepeated = false
    /// Whether it applies only to web pages, although its group applies to other targets as well.
    package var isForPages = false
}

/// A setting that several kinds share, or that is older than ``KindSetting``. Its value is stored in `ProbeSettings`.
struct ProbeSetting<Value: Sendable>: SettingMember {
    let setting: KindSetting<Value>
    let option: SettingOption?
    let isOpenToRequests: Bool
    private let assign: @Sendable (Value, inout ProbeSettings) -> Void

    /// Creates a setting.
    ///
    /// - Parameter assign: Stores the value.
    init(
        _ setting: KindSetting<Value>, option: SettingOption?, openToRequests isOpenToRequests: Bool,
        assign: @escaping @Sendable (Value, inout ProbeSettings) -> Void
    ) {
        self.setting = setting
        self.option = option
        self.isOpenToRequests = isOpenToRequests
        self.assign = assign
    }

    /// Creates a setting.
    ///
    /// - Parameter path: The place of the value, which also contains its default.
    init(
        _ key: String, _ type: SettingType<Value>, at path: any WritableKeyPath<ProbeSettings, Value> & Sendable,
        _ sentence: String, for recipient: SettingRecipient = .nobody, option: SettingOption?,
        openToRequests isOpenToRequests: Bool = false
    ) {
        self.init(
            KindSetting(key, type, default: ProbeSettings()[keyPath: path], sentence, for: recipient), option: option,
            openToRequests: isOpenToRequests
        ) { value, settings in settings[keyPath: path] = value }
    }

    var description: any KindSettingDescription { setting }

    func read(_ input: SettingInput, into settings: inout ProbeSettings, with reader: inout SettingReader) {
        guard let value = setting.type.read(input, with: &reader) else { return }
        assign(value, &settings)
    }
}

/// A setting of a registered kind, which is stored as text.
struct KindMember: SettingMember {
    let description: any KindSettingDescription
    let option: SettingOption?
    let isOpenToRequests = true

    init(_ description: any KindSettingDescription, of kind: String) {
        self.description = description
        let name = "\(kind)-\(description.key)".split(separator: "_").joined(separator: "-")
        option = SettingOption(name: name, valueName: description.key)
    }

    func read(_ input: SettingInput, into settings: inout ProbeSettings, with reader: inout SettingReader) {
        guard let text = reader.text(input, description.typeWords) else { return }
        do {
            try settings.kind.set(description, text)
        } catch {
            reader.refuse(input, error)
        }
    }
}
