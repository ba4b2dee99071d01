import Glibc
import NetworkModel
import Probes

extension ConfigurationDecoder {
    private static let kinds = ["exec", "webhook", "alertmanager", "ntfy", "email"]
    private static let webKeys = ["credentials", "ca_file", "local"]
    private static let maxWords = 64
    private static let maxAddresses = 32

    mutating func receiver(_ item: Setting) -> AlertReceiver? {
        let known = ["name"] + Self.kinds + ["timeout", "format", "from", "smtp", "sendmail"] + Self.webKeys
        guard let group = group(item, known: known) else { return nil }
        guard let named = group["name"] else {
            problems.add("\(item.name) needs a name; write name: ops", line: item.line)
            return nil
        }
        guard let name = text(named, "a name, as in ops"), self.name(name, line: named.line, of: "a receiver") else {
            return nil
        }
        let found = Self.kinds.filter { group[$0] != nil }
        guard found.count == 1, let key = found.first, let setting = group[key] else {
            problems.add(
                "the receiver \(SafeText.shown(name)) has \(found.isEmpty ? "no destination" : found.joined(separator: " and ")); "
                    + "write one of \(Self.kinds.joined(separator: ", "))", line: item.line)
            return nil
        }
        refuseForeign(group, key)
        var timeout = Duration.seconds(10)
        if let setting = group["timeout"], let time = duration(setting, in: .seconds(1) ... .seconds(300)) {
            timeout = time
        }
        guard let kind = kind(key, setting, group) else { return nil }
        return AlertReceiver(name: name, kind: kind, timeout: timeout)
    }

    /// Refuses settings of other kinds of receivers, which would be ignored without a message.
    private mutating func refuseForeign(_ group: Group, _ key: String) {
        let own: [String] =
            switch key {
            case "exec": []
            case "webhook": Self.webKeys + ["format"]
            case "email": Self.webKeys + ["from", "smtp", "sendmail"]
            default: Self.webKeys
            }
        for other in ["format", "from", "smtp", "sendmail"] + Self.webKeys where !own.contains(other) {
            if let setting = group[other] { refuse(setting, "does not apply to \(key); remove it") }
        }
    }

    private mutating func kind(_ key: String, _ setting: Setting, _ group: Group) -> AlertReceiver.Kind? {
        switch key {
        case "exec":
            return command(setting).map { .exec($0) }
        case "webhook":
            var format = AlertReceiver.WebhookFormat.netdiag
            if let setting = group["format"], let text = text(setting, "netdiag or alertmanager") {
                if let known = AlertReceiver.WebhookFormat(rawValue: text) {
                    format = known
                } else {
                    refuse(setting, "\(SafeText.shown(text)) is unknown; write netdiag or alertmanager")
                }
            }
            return web(setting, group).map { .webhook($0, format) }
        case "alertmanager":
            guard var web = web(setting, group) else { return nil }
            // As in Prometheus, the address of the server suffices, with the path prefix if it has one.
            if !web.endpoint.path.hasSuffix("/api/v2/alerts") {
                web.endpoint.path += (web.endpoint.path.hasSuffix("/") ? "" : "/") + "api/v2/alerts"
            }
            return .alertmanager(web)
        case "ntfy":
            guard var web = web(setting, group) else { return nil }
            let parts = web.endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            guard let topic = parts.last, !topic.isEmpty, topic.utf8.count <= 64, !topic.contains("?") else {
                refuse(setting, "names no topic; write one, as in https://ntfy.example.org/alerts")
                return nil
            }
            web.endpoint.path = parts.dropLast().joined(separator: "/") + "/"
            return .ntfy(web, topic: String(topic))
        default: return email(setting, group)
        }
    }

    private mutating func command(_ setting: Setting) -> [String]? {
        let expected = "a program by its path, with its arguments, as in [/usr/local/bin/page, --now]"
        guard let words = words(setting, of: expected) else { return nil }
        guard let program = words.first, program.hasPrefix("/"), words.count <= Self.maxWords,
            words.allSatisfy({ !$0.utf8.contains(0) && $0.utf8.count <= 4_096 })
        else {
            refuse(setting, "cannot be run; write \(expected)")
            return nil
        }
        warnIfMissing(program, setting)
        return words
    }

    /// Warns of a program that is not there or cannot be run. It is no error: netdiagd must watch the network even if a
    /// package was removed or a directory is not mounted yet.
    private mutating func warnIfMissing(_ program: String, _ setting: Setting) {
        let shown = SafeText.shown(program)
        var status = stat()
        guard stat(program, &status) == 0 else {
            // Other errors, as of permissions, may not concern the user that netdiagd runs as.
            if errno == ENOENT || errno == ENOTDIR {
                warn(
                    setting, "names a program that does not exist: \(shown); it delivers no alerts until it exists"
                )
            }
            return
        }
        if status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o111 == 0 {
            warn(setting, "names \(shown), which is not an executable program; it delivers no alerts")
        }
    }

    // MARK: - Web

    private mutating func web(_ setting: Setting, _ group: Group) -> AlertReceiver.Web? {
        let expected = "a URL of http or https, as in https://hooks.example.org/netdiag"
        guard let text = text(setting, expected) else { return nil }
        let endpoint = value(setting) { () throws(SettingsError) in try Self.endpoint(text, expected) }
        guard let endpoint else { return nil }
        if !endpoint.isSecure, let file = group["ca_file"] {
            refuse(file, "has no effect without TLS; remove it, or write https://")
        }
        return AlertReceiver.Web(
            endpoint: endpoint, credentials: group["credentials"].flatMap { credentials($0) },
            certificateAuthorityFile: group["ca_file"].flatMap { certificateAuthority($0) },
            allowsOwnAddresses: ownAddresses(group) ?? endpoint.isLoopback)
    }

    private mutating func ownAddresses(_ group: Group) -> Bool? { group["local"].flatMap { boolean($0) } }

    private static func endpoint(_ text: String, _ expected: String) throws(SettingsError) -> AlertReceiver.Endpoint {
        guard SafeText.withoutLogin(text) == text else {
            throw SettingsError(
                "cannot be used: the URL of a receiver must not contain a user name or password; write them to a file, and "
                    + "name that with credentials: {file: PATH}")
        }
        let target: Target
        do throws(TargetError) {
            target = try Target(text, schemes: .web)
        } catch {
            throw SettingsError("cannot be used: \(error.reason)")
        }
        guard case .url(let scheme, let path) = target.kind, scheme.name == "http" || scheme.name == "https",
            let port = target.port
        else { throw SettingsError("\(SafeText.shown(SafeText.withoutLogin(text))) cannot be used; write \(expected)") }
        return AlertReceiver.Endpoint(
            isSecure: scheme.name == "https", host: target.host, port: port, path: path.isEmpty ? "/" : path)
    }

    /// A file that contains `name:password`, or a token.
    private mutating func credentials(_ setting: Setting) -> CredentialFile? {
        guard let group = group(setting, known: ["file"]) else { return nil }
        guard let named = group["file"] else {
            refuse(setting, "needs a file; write {file: /etc/netdiag/secrets/alerts}")
            return nil
        }
        guard let path = text(named, "a path, as in /etc/netdiag/secrets/alerts") else { return nil }
        return value(named) { () throws(SettingsError) in
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw SettingsError("\(SafeText.shown(path)) is not an absolute path; write one")
            }
            let file = CredentialFile(path: ServiceCredential.path(for: path))
            _ = try file.secret()
            return file
        }
    }

    // MARK: - Mail

    private mutating func email(_ setting: Setting, _ group: Group) -> AlertReceiver.Kind? {
        let expected = "addresses, as in [ops@example.org]"
        guard let to = words(setting, of: expected), let first = to.first, to.count <= Self.maxAddresses else {
            refuse(setting, "is not valid; write 1 to \(Self.maxAddresses) \(expected)")
            return nil
        }
        for address in to where !Self.isAddress(address) {
            refuse(setting, "\(SafeText.shown(address)) is not a mail address; write \(expected)")
        }
        var from = first
        if let setting = group["from"], let text = text(setting, "an address, as in netdiag@example.org") {
            if !Self.isAddress(text) {
                refuse(setting, "\(SafeText.shown(text)) is not a mail address; write one, as in netdiag@example.org")
            }
            from = text
        }
        switch (group["smtp"], group["sendmail"]) {
        case (let server?, nil):
            return smtp(server, group).map { .email(to: to, from: from, .smtp($0)) }
        case (nil, let program):
            for key in Self.webKeys {
                if let setting = group[key] { refuse(setting, "has no effect without smtp; remove it") }
            }
            guard let program else {
                warnIfMissing("/usr/sbin/sendmail", setting)
                return .email(to: to, from: from, .sendmail("/usr/sbin/sendmail"))
            }
            guard let path = text(program, "a path, as in /usr/sbin/sendmail"), path.hasPrefix("/"),
                !path.utf8.contains(0)
            else {
                refuse(program, "is not an absolute path; write one, as in /usr/sbin/sendmail")
                return nil
            }
            warnIfMissing(path, program)
            return .email(to: to, from: from, .sendmail(path))
        case (_?, let program?):
            refuse(program, "and smtp are mutually exclusive; keep one of them")
            return nil
        }
    }

    private mutating func smtp(_ setting: Setting, _ group: Group) -> AlertReceiver.SMTP? {
        let expected = "smtps://HOST for TLS, smtp://HOST for STARTTLS, or smtp+plain://HOST for neither"
        guard let text = text(setting, expected) else { return nil }
        let schemes: [(name: String, port: UInt16)] = [("smtps://", 465), ("smtp://", 587), ("smtp+plain://", 25)]
        guard let scheme = schemes.first(where: { text.hasPrefix($0.name) }) else {
            refuse(setting, "\(SafeText.shown(SafeText.withoutLogin(text))) cannot be used; write \(expected)")
            return nil
        }
        // The host and the port are written as in an HTTP URL.
        let rest = text.dropFirst(scheme.name.count)
        let endpoint = value(setting) { () throws(SettingsError) in try Self.endpoint("http://" + rest, expected) }
        guard let endpoint else { return nil }
        guard endpoint.path == "/" else {
            refuse(setting, "has a path, which does not exist in SMTP; write \(expected)")
            return nil
        }
        // If no port is given, the parser returns that of HTTP.
        let isWritten = rest.split(separator: "]").last?.contains(":") == true
        let isPlain = scheme.name == "smtp+plain://"
        if isPlain, let credentials = group["credentials"] {
            refuse(credentials, "would be sent in the clear; write smtps:// or smtp://")
            return nil
        }
        return AlertReceiver.SMTP(
            isSecure: scheme.name == "smtps://", isPlain: isPlain, host: endpoint.host,
            port: isWritten ? endpoint.port : scheme.port,
            credentials: group["credentials"].flatMap { credentials($0) },
            certificateAuthorityFile: group["ca_file"].flatMap { certificateAuthority($0) },
            allowsOwnAddresses: ownAddresses(group) ?? endpoint.isLoopback)
    }

    /// A subset of RFC 5321 section 4.1.2 in which no character can end a command or a header field.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, (3...254).contains(text.utf8.count), !parts[0].isEmpty, !parts[1].isEmpty,
            parts[0].first != UInt8(ascii: "-")
        else { return false }
        return text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || "@.!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
        }
    }
}
