import NetworkModel

extension ConfigurationDecoder {
    mutating func publish(_ setting: Setting) -> Configuration.Publish {
        var publish = Configuration.Publish()
        publish.isAskedFor = !setting.node.isNull
        if case .scalar(let text, _) = setting.node.content, let isEnabled = SettingText.boolean(text) {
            publish.isEnabled = isEnabled
            return publish
        }
        guard let group = group(setting, known: ["enabled", "name"]) else { return publish }
        if let enabled = group["enabled"], let value = boolean(enabled) { publish.isEnabled = value }
        if let named = group["name"], let name = text(named, "a name of 1 to 63 bytes") {
            publish.name = value(named) { () throws(SettingsError) in try Self.instanceName(name) }
        }
        return publish
    }

    /// Checks the name of a service instance (RFC 6763 section 4.1.1): 1 to 63 bytes of UTF-8, without control
    /// characters.
    private static func instanceName(_ name: String) throws(SettingsError) -> String {
        guard (1...63).contains(name.utf8.count) else {
            throw SettingsError("has \(name.utf8.count) bytes; expected 1 to 63")
        }
        if let bad = name.unicodeScalars.first(where: SafeText.isUnsafe) {
            throw SettingsError(
                "\(SafeText.shown(name)) contains the invisible character U+\(String(bad.value, radix: 16, uppercase: true)); remove it"
            )
        }
        return name
    }
}
