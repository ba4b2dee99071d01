import NetworkModel

extension ConfigurationDecoder {
    private static let httpKeys = [
        "valid_status_codes", "valid_http_versions", "skip_resolve_phase_with_proxy", "no_follow_redirects",
        "follow_redirects", "fail_if_ssl", "fail_if_not_ssl", "method", "headers", "http_headers",
        "fail_if_body_matches_regexp", "fail_if_body_not_matches_regexp", "fail_if_header_matches",
        "fail_if_header_not_matches", "body", "body_file", "compression", "body_size_limit", "tls_config",
        "basic_auth", "authorization", "bearer_token", "bearer_token_file", "proxy_url", "proxy_from_environment",
        "enable_http2", "enable_http3",
    ]

    private static let refusedHTTPKeys = [
        (key: "fail_if_body_json_matches_cel", advice: "use fail_if_body_matches_regexp"),
        (
            key: "fail_if_body_json_not_matches_cel",
            advice:
                "use fail_if_body_not_matches_regexp, or check the page as a target of netdiag's own, with http: json:"
        ),
        (key: "oauth2", advice: "use authorization: credentials_file:, which something else keeps fresh"),
        (key: "no_proxy", advice: "use a module without proxy_url for those targets"),
        (key: "proxy_connect_header", advice: "leave it out, and let the proxy know this machine by its address"),
    ]

    mutating func blackboxHTTP(_ setting: Setting) -> BlackboxModule? {
        let known = Self.httpKeys + Self.selectionKeys + Self.refusedHTTPKeys.map(\.key)
        guard let group = group(setting, known: known) else { return nil }
        refuse(Self.refusedHTTPKeys, in: group)
        var http = BlackboxHTTP()
        http.settings.keepsAnswer = true
        http.settings.acceptsCompression = false
        http.settings.maxBodyBytes = 16 << 20
        for item in items(group["valid_status_codes"], of: "statuses, as in 204") {
            if let status = integer(item, in: 100...999) { http.validStatusCodes.append(status) }
        }
        http.validVersions = versions(group["valid_http_versions"])
        if let method = group["method"], let text = text(method, "a method, as in POST"), !text.isEmpty {
            if HTTPSettings.isMethod(text) {
                http.settings.method = text
            } else {
                refuse(
                    method, "\(SafeText.shown(text)) is not a valid method; write one like GET, HEAD or POST")
            }
        }
        http.followsRedirects = flag(group["follow_redirects"], default: true)
        if let old = group["no_follow_redirects"] { http.followsRedirects = !flag(old, default: false) }
        http.settings.maxRedirects = http.followsRedirects ? 10 : 0
        http.failsIfTLS = flag(group["fail_if_ssl"], default: false)
        http.failsIfNotTLS = flag(group["fail_if_not_ssl"], default: false)
        http.settings.rules =
            patterns(group["fail_if_body_matches_regexp"]).map(BodyRule.lacksMatch)
            + patterns(group["fail_if_body_not_matches_regexp"]).map(BodyRule.matches)
        http.fieldRules =
            fieldRules(group["fail_if_header_matches"], mustMatch: false)
            + fieldRules(group["fail_if_header_not_matches"], mustMatch: true)
        body(group, into: &http)
        fields(group, into: &http)
        login(group, into: &http)
        compression(group["compression"], into: &http)
        http.tls = tls(group["tls_config"])
        proxy(group, into: &http)
        // A version is only required if HTTP/2 is disabled.
        if !flag(group["enable_http2"], default: true) { http.settings.version = .http1 }
        if let http3 = group["enable_http3"], flag(http3, default: false) {
            refuse(http3, "is not supported; leave it out, and the page is asked for over HTTP/2 or HTTP/1.1")
        }
        return BlackboxModule(prober: .http(http), selection: selection(group))
    }

    private mutating func versions(_ setting: Setting?) -> [String] {
        let known = ["HTTP/1.0", "HTTP/1.1", "HTTP/2.0", "HTTP/2"]
        return texts(setting, of: "versions, as in HTTP/1.1").compactMap { text, item in
            guard known.contains(text) else {
                refuse(
                    item,
                    "\(SafeText.shown(text)) is not a supported version; write one of HTTP/1.0, HTTP/1.1, HTTP/2.0")
                return nil
            }
            return text
        }
    }

    private mutating func fieldRules(_ setting: Setting?, mustMatch: Bool) -> [BlackboxHTTP.FieldRule] {
        items(setting, of: "header: and regexp:").compactMap { item in
            guard let group = group(item, known: ["header", "regexp", "allow_missing"]) else { return nil }
            guard let named = group["header"], let name = text(named, "the name of a field"), !name.isEmpty else {
                if group["header"] == nil { refuse(item, "has a rule without header:; write the name of a field") }
                return nil
            }
            guard let given = group["regexp"], let pattern = pattern(given), !pattern.isEmpty else {
                if group["regexp"] == nil {
                    refuse(item, "has a rule without regexp:; write what the field has to match")
                }
                return nil
            }
            return .init(
                name: name.lowercased(), pattern: pattern, allowsMissing: flag(group["allow_missing"], default: false),
                mustMatch: mustMatch)
        }
    }

    private mutating func body(_ group: Group, into http: inout BlackboxHTTP) {
        if let body = group["body"], let file = group["body_file"] {
            problems.add(
                "\(body.name) and \(file.name) are mutually exclusive; keep one of them",
                line: max(body.line, file.line))
        } else if let body = group["body"], let text = text(body, "a string to send"), !text.isEmpty {
            http.settings.body = .bytes(Array(text.utf8))
        } else if let file = group["body_file"], let path = path(file) {
            http.settings.body = .file(path)
        }
        guard let limit = group["body_size_limit"], let text = text(limit, "a size, as in 10MB") else { return }
        let units = ["": 1, "B": 1, "KB": 1 << 10, "KiB": 1 << 10, "MB": 1 << 20, "MiB": 1 << 20]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 8, let number = Int(digits), let factor = units[String(text[digits.endIndex...])],
            (0...(16 << 20)).contains(number * factor)
        else {
            refuse(limit, "\(SafeText.shown(text)) is not valid; write a size up to 16MB, as in 10MB or 512KB")
            return
        }
        guard number > 0 else { return }
        (http.settings.maxBodyBytes, http.settings.isLongBodyWrong) = (number * factor, true)
    }

    private mutating func fields(_ group: Group, into http: inout BlackboxHTTP) {
        for (entry, setting) in entries(group["headers"], "name: value, a line each") {
            guard let text = text(setting, "a value") else { continue }
            field(entry.key, text, setting, into: &http)
        }
        for (entry, setting) in entries(group["http_headers"], "names of fields") {
            guard let sources = self.group(setting, known: ["values", "secrets", "files"]) else { continue }
            // The last value is used, as in blackbox_exporter.
            let values = texts(sources["values"], of: "values") + texts(sources["secrets"], of: "secrets")
            if let last = values.last { field(entry.key, last.text, setting, into: &http) }
            if let last = items(sources["files"], of: "paths").last, let path = path(last) {
                field(entry.key, "", setting, into: &http)
                http.fileFields[entry.key] = path
            }
        }
    }

    private mutating func field(_ name: String, _ value: String, _ setting: Setting, into http: inout BlackboxHTTP) {
        let field = self.value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                return try HTTPSettings.Field(name: name, value: value)
            } catch {
                throw SettingsError("cannot be sent: \(error.reason)")
            }
        }
        guard let field else { return }
        http.settings.fields.removeAll { $0.name.lowercased() == name.lowercased() }
        http.settings.fields.append(field)
    }

    /// The entries of a group with arbitrary keys.
    private mutating func entries(_ setting: Setting?, _ expected: String) -> [(YAMLNode.Entry, Setting)] {
        guard let setting, !setting.node.isNull else { return [] }
        guard case .mapping(let entries) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write \(expected)")
            return []
        }
        return entries.map { entry in
            let key = SafeText.escaped(SafeText.cut(entry.key, to: 60))
            return (entry, Setting(name: "\(setting.name).\(key)", node: entry.value))
        }
    }

    private mutating func login(_ group: Group, into http: inout BlackboxHTTP) {
        let given = ["basic_auth", "authorization", "bearer_token", "bearer_token_file"].compactMap { group[$0] }
        if given.count > 1 {
            refuse(given[1], "is a second login; keep one of \(given.map(\.name).joined(separator: ", "))")
        }
        let reference = "name a file, as in password_file"
        if let basic = group["basic_auth"] {
            let refused = [(key: "username_ref", advice: reference), (key: "password_ref", advice: reference)]
            let known = ["username", "username_file", "password", "password_file"] + refused.map(\.key)
            guard let group = self.group(basic, known: known) else { return }
            refuse(refused, in: group)
            http.login = .basic(user: secret(group, "username"), password: secret(group, "password"))
        } else if let authorization = group["authorization"] {
            let refused = [(key: "credentials_ref", advice: "name a file with credentials_file")]
            let known = ["type", "credentials", "credentials_file"] + refused.map(\.key)
            guard let group = self.group(authorization, known: known) else { return }
            refuse(refused, in: group)
            let scheme = group["type"].flatMap { text($0, "a scheme, as in Bearer") } ?? "Bearer"
            if !Token.isToken(scheme) {
                refuse(authorization, "has a type that is not an authentication scheme of HTTP; write one like Bearer")
            }
            http.login = .field(scheme: scheme, credentials: secret(group, "credentials"))
        } else if let token = group["bearer_token"], let text = text(token, "a token") {
            http.login = .field(scheme: "Bearer", credentials: .text(text))
        } else if let file = group["bearer_token_file"], let path = path(file) {
            http.login = .field(scheme: "Bearer", credentials: .file(path))
        }
    }

    private mutating func secret(_ group: Group, _ key: String) -> BlackboxHTTP.SecretSource {
        if let file = group[key + "_file"] {
            if let text = group[key] { refuse(text, "and \(key)_file are mutually exclusive; keep one of them") }
            if let path = path(file) { return .file(path) }
        }
        return .text(group[key].flatMap { text($0, "a string") } ?? "")
    }

    private mutating func compression(_ setting: Setting?, into http: inout BlackboxHTTP) {
        guard let setting, let text = text(setting, "one of gzip, br, deflate, identity"), !text.isEmpty else { return }
        guard let compression = BlackboxHTTP.Compression(rawValue: text.lowercased()) else {
            refuse(setting, "\(SafeText.shown(text)) is unknown; write one of gzip, br, deflate, identity")
            return
        }
        http.compression = compression
        let accepted = http.settings.fields.first { $0.name.lowercased() == "accept-encoding" }?.value
        if let accepted, !Self.accepts(accepted, compression.rawValue) {
            refuse(setting, "\(compression.rawValue) is not what Accept-Encoding asks for; write it there as well")
        }
        guard compression != .identity else { return }
        http.settings.acceptsCompression = true
        // By default, libcurl requests all encodings that it supports, but only those of the module may be requested.
        if accepted == nil, let none = try? HTTPSettings.Field(name: "Accept-Encoding", value: "") {
            http.settings.fields.append(none)
        }
    }

    /// Whether a header field lists an encoding with a weight other than zero (RFC 9110 section 12.5.3).
    private static func accepts(_ field: String, _ encoding: String) -> Bool {
        field.split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (words.first == encoding || words.first == "*") && weight > 0
        }
    }

    private mutating func proxy(_ group: Group, into http: inout BlackboxHTTP) {
        if let url = group["proxy_url"], let text = text(url, "a proxy, as in http://proxy.example:3128"), !text.isEmpty
        {
            let proxy = value(url) { () throws(SettingsError) in
                try Proxy(text, origin: "the blackbox configuration", allowsPassword: true)
            }
            if let proxy { http.proxy = .through(proxy) }
        }
        if flag(group["proxy_from_environment"], default: false) {
            if let url = group["proxy_url"] {
                refuse(url, "and proxy_from_environment are mutually exclusive; keep one of them")
            }
            http.proxy = .environment
        }
        http.skipsResolving = flag(group["skip_resolve_phase_with_proxy"], default: false)
    }
}
