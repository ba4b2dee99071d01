package import NetworkModel

extension SettingGroup {
    /// The only address of a target to use. The command line and requests have it outside of the settings.
    static let address = SettingGroup(
        "address",
        [
            ProbeSetting(
                "address", .address, at: \.address,
                "The only address of the target's name to check; by default, all are checked.", option: nil)
        ], for: { $0.question == nil })

    /// The route. The command line and requests have it outside of the settings.
    static let proxy = SettingGroup("proxy", [proxyChoice], for: \.mayUseProxy)

    private static let proxyChoice = ProbeSetting(
        "proxy", .proxy, at: \.proxy,
        "The proxy for HTTP, WebSocket, FTP and TLS targets.", option: nil)

    /// Reads the proxy of a whole configuration.
    ///
    /// - Returns: The choice; `nil` if it is not valid.
    package static func proxyChoice(_ input: SettingInput, with reader: inout SettingReader) -> ProxyChoice? {
        proxyChoice.setting.type.read(input, with: &reader)
    }
}

extension SettingType<IPAddress?> {
    fileprivate static var address: Self {
        Self("one address of the target's name") { text throws(SettingsError) in
            guard let address = IPAddress(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not an address; write one like 192.0.2.1 or 2001:db8::1")
            }
            return address
        } text: {
            $0?.description
        }
    }
}

extension SettingType<ProxyChoice> {
    /// `environment`, `off`, a URL, or a group with url and credentials.
    fileprivate static var proxy: Self {
        let words = "environment, off, or a proxy as in http://proxy.example:3128"
        return Self(words) { input, reader in
            guard case .group(let entries) = input.content else {
                guard let text = reader.text(input, words) else { return nil }
                if text.lowercased() == "environment" { return .environment }
                if SettingText.boolean(text) == false { return .direct }
                return url(input, text, &reader).map(ProxyChoice.through)
            }
            return group(entries, of: input, &reader).map(ProxyChoice.through)
        } text: { choice in
            switch choice {
            case .environment: "environment"
            case .direct: "off"
            case .through(let proxy): proxy.description
            }
        }
    }

    private static func group(
        _ entries: [SettingInput.Entry], of input: SettingInput, _ reader: inout SettingReader
    ) -> Proxy? {
        let known = ["url", "credentials"]
        let unknown = entries.filter { !known.contains($0.key) }
        for entry in unknown {
            reader.refuse(unknown: entry.key, known: known, in: input.name, line: entry.line)
        }
        func named(_ key: String) -> SettingInput? {
            entries.first { $0.key == key }.map { entry in
                SettingInput(
                    name: "\(input.name).\(key)", entry.value.content,
                    line: entry.value.content == .nothing ? entry.line : entry.value.line)
            }
        }
        guard let place = named("url") else {
            if unknown.isEmpty {
                reader.refuse(input, SettingsError("needs a url; write url: http://proxy.example:3128"))
            }
            return nil
        }
        guard let text = reader.text(place, "a proxy as in http://proxy.example:3128"),
            var proxy = url(place, text, &reader)
        else { return nil }
        if let credentials = named("credentials") {
            var settings = ProbeSettings()
            SettingGroup.credentials.read(credentials, into: &settings, with: &reader)
            proxy.authentication = settings.authentication
        }
        return proxy
    }

    private static func url(_ input: SettingInput, _ text: String, _ reader: inout SettingReader) -> Proxy? {
        reader.value(input) { () throws(SettingsError) in
            do throws(SettingsError) {
                return try Proxy(text, origin: "the configuration")
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }
}
