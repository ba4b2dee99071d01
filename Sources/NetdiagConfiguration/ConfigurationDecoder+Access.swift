import NetworkModel

extension ConfigurationDecoder {
    /// The maximum number of networks, and of hosts.
    static let maxAccessEntries = 256

    static let accessKeys = [
        "networks", "read", "token", "token_file", "owner", "group", "trust_proxy", "hosts",
    ]

    mutating func access(_ setting: Setting) -> Configuration.Access {
        var access = Configuration.Access()
        guard let group = group(setting, known: Self.accessKeys) else { return access }
        if let networks = group["networks"] {
            let parsed = entries(networks, of: "networks, as in 192.0.2.0/24") { text throws(SettingsError) in
                try Configuration.Access.Network(setting: text)
            }
            if let parsed { access.networks = parsed }
        }
        if let read = group["read"] { access.read = readers(read, within: access.networks) }
        if let owner = group["owner"], let name = text(owner, "a user of this machine") {
            access.owner = value(owner) { () throws(SettingsError) in try AccountSetting.user(name) }
        }
        if let own = group["group"], let name = text(own, "a group of this machine, as in netdiag") {
            access.group = value(own) { () throws(SettingsError) in try AccountSetting.group(name) }
        }
        if let trust = group["trust_proxy"] { access.trustsProxy = boolean(trust) ?? false }
        if let hosts = group["hosts"] {
            let parsed = entries(hosts, of: "host names, as in netdiag.example.org") { text throws(SettingsError) in
                try HostSetting.parse(text)
            }
            if let parsed { access.hosts = parsed }
        }
        if let token = group["token"], let file = group["token_file"] {
            problems.add(
                "access.token and access.token_file are mutually exclusive; keep one of them",
                line: max(token.line, file.line))
        } else if let token = group["token"] {
            if let text = text(token, "a token of 16 to 1024 bytes") {
                access.token = value(token) { () throws(SettingsError) in try TokenSetting.parse(text) }
            }
        } else if let file = group["token_file"], let path = secretPath(file, "a path, as in /etc/netdiag/token") {
            access.tokenFile = path
            access.token = value(file) { () throws(SettingsError) in try TokenSetting.read(path) }
        }
        return access
    }

    /// The networks whose hosts may read everything. Those hosts must also be allowed to connect.
    private mutating func readers(
        _ setting: Setting, within networks: [Configuration.Access.Network]
    ) -> [Configuration.Access.Network] {
        let expected = "networks, as in 192.168.1.0/24"
        return entries(setting, of: expected) { text throws(SettingsError) in
            let network = try Configuration.Access.Network(setting: text)
            guard network.isWithin(networks) else {
                throw SettingsError("\(SafeText.shown(text)) may not connect; add it to access.networks as well")
            }
            return network
        } ?? []
    }

    private mutating func entries<Entry>(
        _ setting: Setting, of expected: String, _ parse: (String) throws(SettingsError) -> Entry
    ) -> [Entry]? {
        guard let items = list(setting, of: expected) else { return nil }
        guard items.count <= Self.maxAccessEntries else {
            refuse(setting, "has \(items.count) entries; the maximum is \(Self.maxAccessEntries)")
            return nil
        }
        return items.compactMap { item in
            guard let text = text(item, expected) else { return nil }
            return value(item) { () throws(SettingsError) in try parse(text) }
        }
    }
}
