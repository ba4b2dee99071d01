import NetworkModel
import Probes

/// Who is shown who asks, by which way, and how: credentials, proxies, TLS, and the protocols beside HTTP.
extension ConfigurationDecoder {
    /// Credentials are named, never written down: a file, a credential of the service manager, netrc(5), or Kerberos.
    mutating func credentials(_ setting: Setting) -> AuthenticationSettings? {
        guard let group = group(setting, known: ["file", "service", "netrc", "kerberos", "schemes"]) else { return nil }
        let sources = ["file", "service", "netrc", "kerberos"].compactMap { group[$0] }
        guard let chosen = sources.first, sources.count == 1 else {
            guard isKnown(group, setting) || sources.count > 1 else { return nil }
            refuse(setting, "takes one of file, service, netrc and kerberos, as in file: /etc/netdiag/login")
            return nil
        }
        var source: CredentialSource?
        if let file = group["file"], let path = secretPath(file, "a file that holds name:password, or a token") {
            source = secretFile(file, path) ? .file(path) : nil
        } else if let file = group["netrc"], let path = secretPath(file, "a file in the form of netrc(5)") {
            source = secretFile(file, path) ? .netrc(path) : nil
        } else if let name = group["service"], let text = text(name, "the name of a credential of the service manager")
        {
            if text.contains("/") || text.hasPrefix(".") || text.isEmpty || text.utf8.count > 255 {
                refuse(
                    name,
                    "\(SafeText.shown(text)) is no name of a credential; write it as in LoadCredential= of the unit")
            } else {
                source = .service(name: text)
            }
        } else if group["kerberos"] != nil {
            if let isOn = boolean(chosen) {
                if isOn { source = .kerberos } else { refuse(chosen, "is off; leave credentials out") }
            }
        }
        guard let source else { return nil }
        guard let schemes = group["schemes"] else { return AuthenticationSettings(source: source) }
        guard let items = list(schemes, of: "schemes") else { return AuthenticationSettings(source: source) }
        if items.isEmpty { refuse(schemes, "is empty; leave it out, or name a scheme, as in digest") }
        let all = items.compactMap { choice($0, AuthenticationScheme.self) }
        return AuthenticationSettings(source: source, schemes: all.isEmpty ? nil : Set(all))
    }

    /// Whether all keys are known: one that is not has been told, and may be the one that was meant.
    private func isKnown(_ group: Group, _ setting: Setting) -> Bool {
        guard case .mapping(let entries) = setting.node.content else { return true }
        return group.count == entries.count
    }

    /// Whether a file with secrets can be used; what it holds is read anew for each check.
    private mutating func secretFile(_ setting: Setting, _ path: String) -> Bool {
        let problem: SettingsError?
        do throws(SettingsError) {
            if setting.name.hasSuffix("netrc") {
                try CredentialFile(path: path).check()
            } else {
                _ = try CredentialFile(path: path).secret()
            }
            problem = nil
        } catch {
            problem = error
        }
        if let problem { refuse(setting, "cannot be used: \(problem.reason)") }
        return problem == nil
    }

    /// `environment`, `off`, a URL, or a group of url and credentials.
    mutating func proxy(_ setting: Setting) -> ProxyChoice? {
        guard case .mapping = setting.node.content else {
            guard let text = text(setting, "environment, off, or a proxy as in http://proxy.example:3128") else {
                return nil
            }
            if text.lowercased() == "environment" { return .environment }
            if Self.boolean(text) == false { return .direct }
            return parsedProxy(setting, text).map(ProxyChoice.through)
        }
        guard let group = group(setting, known: ["url", "credentials"]) else { return nil }
        guard let url = group["url"], let text = text(url, "a proxy as in http://proxy.example:3128") else {
            if group["url"] == nil, isKnown(group, setting) {
                refuse(setting, "lacks its url; write url: http://proxy.example:3128")
            }
            return nil
        }
        guard var proxy = parsedProxy(url, text) else { return nil }
        if let credentials = group["credentials"] { proxy.authentication = self.credentials(credentials) }
        return .through(proxy)
    }

    private mutating func parsedProxy(_ setting: Setting, _ text: String) -> Proxy? {
        value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                return try Proxy(text, origin: "the configuration")
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }

    mutating func tls(_ setting: Setting) -> TLSSettings? {
        let known = ["ca_file", "server_name", "certificate", "key", "minimum", "issuer", "pin"]
        guard let group = group(setting, known: known) else { return nil }
        var tls = TLSSettings()
        if let file = group["ca_file"] { tls.certificateAuthorityFile = certificateAuthority(file) }
        if let name = group["server_name"], let text = text(name, "the name that is asked for") {
            tls.serverName = value(name) { () throws(SettingsError) in try HostSetting.parse(text) }
        }
        if let file = group["certificate"] { tls.clientCertificateFile = pem(file, "CERTIFICATE") }
        if let file = group["key"] {
            tls.clientKeyFile = pem(file, "PRIVATE KEY")
            if group["certificate"] == nil { refuse(file, "is of no use without certificate; name both") }
        }
        if let minimum = group["minimum"] { tls.minimumVersion = choice(minimum, TLSSettings.Version.self) }
        if let issuer = group["issuer"] { tls.expectedIssuer = self.issuer(issuer) }
        if let pin = group["pin"] { tls.pins = pins(pin) }
        return tls
    }

    mutating func portalURL(_ setting: Setting) -> Target? {
        if case .scalar(let text, _) = setting.node.content, Self.boolean(text) == false { return nil }
        guard
            let text = text(setting, "a page that answers 204, as in http://portal-check.example/generate_204, or off")
        else { return nil }
        return value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                return try ProbeSettings.portalURL(text)
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }

    private mutating func issuer(_ setting: Setting) -> String? {
        guard let text = text(setting, "a text in the name of the authority, as in Example CA") else { return nil }
        guard TLSSettings.isIssuer(text) else {
            refuse(setting, "\(SafeText.shown(text)) cannot be taken; write 1 to 256 bytes of the authority's name")
            return nil
        }
        return text
    }

    private mutating func pins(_ setting: Setting) -> [String] {
        let pins = texts(setting, of: "pins, as in sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=") ?? []
        for pin in pins where !TLSSettings.isPin(pin) {
            refuse(
                setting, "\(SafeText.shown(pin)) is no pin; write sha256// and the base64 of 32 bytes, as curl takes it"
            )
        }
        return pins.filter(TLSSettings.isPin)
    }

    private mutating func pem(_ setting: Setting, _ label: String) -> String? {
        guard let path = secretPath(setting, "a file in PEM form") else { return nil }
        return value(setting) { () throws(SettingsError) in
            let shown = SafeText.escapedPath(path)
            do throws(SettingsError) {
                let file = try RegularFile.read(path, maximum: 1 << 20) { mode throws(SettingsError) in
                    guard label == "CERTIFICATE" || mode & ServiceCredential.refusedMode(of: path) == 0 else {
                        throw SettingsError(
                            "can be read by others (mode 0\(String(mode, radix: 8))); run: chmod 600 \(shown)")
                    }
                }
                guard String(decoding: file.bytes, as: UTF8.self).contains("\(label)-----") else {
                    throw SettingsError("holds no \(label.lowercased()); name a file in PEM form")
                }
            } catch {
                throw SettingsError("\(shown) \(error.reason)")
            }
            return path
        }
    }

    mutating func ftp(_ setting: Setting) -> FTPSettings? {
        guard let group = group(setting, known: ["mode", "tls", "write_in"]) else { return nil }
        var ftp = FTPSettings()
        if let mode = group["mode"] { ftp.mode = choice(mode, FTPSettings.Mode.self) ?? ftp.mode }
        if let tls = group["tls"] { ftp.requiresTLS = boolean(tls) ?? false }
        if let folder = group["write_in"], let path = path(folder, "a directory of the server, as in /incoming") {
            if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
                refuse(folder, "holds a control character; write a directory of the server, as in /incoming")
            } else {
                ftp.writesIn = path
            }
        }
        return ftp
    }

    mutating func webSocket(_ setting: Setting) -> WebSocketSettings? {
        guard let group = group(setting, known: ["subprotocols", "send", "expect", "max_message"]) else { return nil }
        var webSocket = WebSocketSettings()
        if let subprotocols = group["subprotocols"] {
            let all = texts(subprotocols, of: "subprotocols, as in chat") ?? []
            if let bad = all.first(where: { !Token.isToken($0) }) {
                refuse(subprotocols, "\(SafeText.shown(bad)) is no name of a subprotocol (RFC 6455 section 4.1)")
            } else {
                webSocket.subprotocols = all
            }
        }
        if let message = group["send"], let text = text(message, "a text that is sent") {
            if text.utf8.count > 16_384 {
                refuse(message, "has \(text.utf8.count) bytes; it takes at most 16384")
            } else {
                webSocket.message = text
            }
        }
        if let expected = group["expect"] { webSocket.expected = pattern(expected) }
        if let most = group["max_message"], let bytes = whole(most, in: 125...(16 << 20), unit: "bytes") {
            webSocket.mostMessageBytes = bytes
        }
        return webSocket
    }

    mutating func script(_ setting: Setting) -> [ScriptStep] {
        guard let items = list(setting, of: "steps, as in - expect: \"^220 \"") else { return [] }
        guard items.count <= Self.mostEntries else {
            refuse(setting, "has \(items.count) steps; it takes at most \(Self.mostEntries)")
            return []
        }
        return items.compactMap { item in
            let step = Setting(name: "script", node: item.node)
            if case .scalar("starttls", _) = item.node.content { return .startTLS }
            guard let group = group(step, known: ["expect", "send", "starttls"], prefix: "script."), group.count == 1
            else {
                refuse(step, "has a step that is not one of expect: PATTERN, send: TEXT and starttls")
                return nil
            }
            if let expected = group["expect"] { return pattern(expected).map(ScriptStep.expect) }
            if let sent = group["send"] { return text(sent, "a text that is sent").map { .send(Array($0.utf8)) } }
            return .startTLS
        }
    }

    mutating func echo(_ setting: Setting) -> EchoSettings? {
        guard let group = group(setting, known: ["count", "interval", "loss", "jitter"]) else { return nil }
        var echo = EchoSettings()
        echo.count = 5
        if let count = group["count"], let number = whole(count, in: 1...100, unit: "requests") { echo.count = number }
        if let interval = group["interval"], let time = duration(interval, in: .milliseconds(10) ... .seconds(10)) {
            echo.interval = time
        }
        if let loss = group["loss"], let percent = whole(loss, in: 0...100, unit: "percent") {
            echo.tolerableLoss = Double(percent) / 100
        }
        if let jitter = group["jitter"], let time = duration(jitter, in: .milliseconds(1) ... .seconds(10)) {
            echo.mostJitter = time
        }
        return echo
    }
}
