package import NetworkModel

/// A setting of a group, whatever its type.
package protocol SettingMember: Sendable {
    var description: any KindSettingDescription { get }
    /// How it is given on a command line; `nil`: not at all.
    var option: SettingOption? { get }
    /// Whether a request to the daemon may set it: not what names a file, shows who asks, changes what is sent together with the
    /// credentials of the configuration, or would tell what stands in a page that only they open.
    var isOpenToRequests: Bool { get }

    func read(_ input: SettingInput, into settings: inout ProbeSettings, with reader: inout SettingReader)
}

/// An option of a command line, which gives a setting.
package struct SettingOption: Sendable {
    /// Behind `--`.
    package let name: String
    package var letter: Character?
    package let valueName: String
    /// Whether it may be given several times.
    package var isRepeated = false
    /// Whether it is for pages alone, where its group is for others too.
    package var isForPages = false
}

/// A setting that kinds share, or that is older than ``KindSetting``: its value is kept in `ProbeSettings`.
struct ProbeSetting<Value: Sendable>: SettingMember {
    let setting: KindSetting<Value>
    let option: SettingOption?
    let isOpenToRequests: Bool
    private let assign: @Sendable (Value, inout ProbeSettings) -> Void

    /// - Parameter assign: Puts the value in its place.
    init(
        _ setting: KindSetting<Value>, option: SettingOption?, openToRequests isOpenToRequests: Bool,
        assign: @escaping @Sendable (Value, inout ProbeSettings) -> Void
    ) {
        self.setting = setting
        self.option = option
        self.isOpenToRequests = isOpenToRequests
        self.assign = assign
    }

    /// - Parameter path: Its place, where its default is too.
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

/// A setting of a registered kind, which is kept as the text that it was given in.
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
