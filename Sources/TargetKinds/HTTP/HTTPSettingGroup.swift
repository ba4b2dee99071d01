import NetworkModel
import Probes

extension SettingGroup {
    /// The request for a page, and the expected response. The fields of the request also apply to WebSockets.
    static let http = SettingGroup(
        .http,
        [
            ProbeSetting(
                "method", .method, at: \.http.method, "The method of the request.", for: .target,
                option: .init(name: "method", letter: "X", valueName: "method", isForPages: true)),
            ProbeSetting(
                "headers", .fields, at: \.http.fields,
                "Header fields to send, with name and value; for Authorization, use credentials instead.",
                for: .target, option: .init(name: "header", letter: "H", valueName: "field", isRepeated: true)),
            ProbeSetting(
                "body", .body, at: \.http.body, "Text to send as the body of the request.", for: .target,
                option: .init(name: "data", valueName: "text", isForPages: true)),
            ProbeSetting(
                "body_file", .bodyFile, at: \.http.body,
                "A file to stream as the body of the request.", for: .target,
                option: .init(name: "data-file", valueName: "file", isForPages: true)),
            ProbeSetting(
                "version", SettingType<HTTPSettings.Version>.choice.orNone, at: \.http.version,
                "The version of HTTP to require; by default, the best that both sides support.",
                option: .init(name: "http-version", valueName: "version", isForPages: true), openToRequests: true),
            ProbeSetting(
                "redirects", .redirects, at: \.http.maxRedirects,
                "How many redirects to follow; with 0 or off, the redirect itself is the response that is checked.",
                option: .init(name: "redirects", valueName: "count", isForPages: true), openToRequests: true),
            ProbeSetting(
                "compression", .boolean, at: \.http.acceptsCompression, "Whether to ask for a compressed response.",
                option: .init(name: "http-compression", valueName: "switch", isForPages: true), openToRequests: true),
            ProbeSetting(
                "status", .statuses, at: \.http.expectedStatus,
                "The expected status codes; by default 2xx, and a 3xx that is not followed.",
                option: .init(name: "status", valueName: "status", isRepeated: true, isForPages: true),
                openToRequests: true),
            rules(
                "contains",
                SettingType.any("a string").list("strings that the body must contain").map(BodyRule.contains),
                "Text that the body must contain.",
                .init(name: "contains", valueName: "text", isRepeated: true, isForPages: true)
            ) { if case .contains = $0 { true } else { false } },
            rules(
                "lacks", SettingType.any("a string").list("strings that the body must not contain").map(BodyRule.lacks),
                "Text that the body must not contain.",
                .init(name: "http-lacks", valueName: "text", isRepeated: true, isForPages: true)
            ) { if case .lacks = $0 { true } else { false } },
            rules(
                "matches", SettingType.pattern.list("regular expressions").map(BodyRule.matches),
                "Regular expressions (PCRE2) that must match somewhere in the body.",
                .init(name: "matches", valueName: "pattern", isRepeated: true, isForPages: true)
            ) { if case .matches = $0 { true } else { false } },
            rules(
                "json", .jsonRules, "JSON paths (RFC 9535), each with the value that it must select.",
                .init(name: "http-json", valueName: "path: value", isRepeated: true, isForPages: true)
            ) { if case .json = $0 { true } else { false } },
            ProbeSetting(
                "read_body", .size, at: \.http.maxBodyBytes, "How much of the body to read, after decompression.",
                option: .init(name: "http-read-body", valueName: "size", isForPages: true), openToRequests: true),
            ProbeSetting(
                KindSetting(
                    "max_body", SettingType.size.orNone, default: Int?.none,
                    "The largest body that is allowed; a larger one is an error.",
                    for: .nobody),
                option: .init(name: "http-max-body", valueName: "size", isForPages: true), openToRequests: true
            ) { bytes, settings in
                guard let bytes else { return }
                (settings.http.maxBodyBytes, settings.http.isLongBodyWrong) = (bytes, true)
            },
        ], rules: [.exclusive(["body", "body_file"])])

    /// The setting for a kind of body rules.
    ///
    /// - Parameter isKind: Whether a rule is one that the setting replaces.
    private static func rules(
        _ key: String, _ type: SettingType<[BodyRule]>, _ sentence: String, _ option: SettingOption,
        _ isKind: @escaping @Sendable (BodyRule) -> Bool
    ) -> ProbeSetting<[BodyRule]> {
        ProbeSetting(
            KindSetting(key, type.quotingContent, default: [], sentence, for: .nobody), option: option,
            openToRequests: false
        ) { rules, settings in
            settings.http.rules.removeAll(where: isKind)
            settings.http.rules += rules
        }
    }
}

extension SettingType<[String]> {
    fileprivate func map(_ rule: @escaping @Sendable (String) -> BodyRule) -> SettingType<[BodyRule]> {
        SettingType<[BodyRule]>(typeWords) { input, reader in
            read(input, with: &reader).map { $0.map(rule) }
        } text: { _ in
            nil
        }
    }
}

extension SettingType<String> {
    fileprivate static var method: Self {
        Self("a method", example: ", as in POST") { text throws(SettingsError) in
            guard HTTPSettings.isMethod(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not a valid method; write one like GET, HEAD or POST")
            }
            return text
        } text: {
            $0
        }
    }
}

extension SettingType<[HTTPSettings.Field]> {
    /// Fields in the head of a request (RFC 9110 section 5).
    fileprivate static var fields: Self {
        Self("a group of name: value") { input, reader in
            reader.entries(input, "name: value, a line each").compactMap { entry in
                let isEmpty = entry.value.content == .nothing
                // A field may have an empty value.
                guard let value = isEmpty ? "" : reader.text(entry.value, "a value") else { return nil }
                let source = reader.source
                return reader.value(entry.value) { () throws(SettingsError) in
                    guard !HTTPSettings.isLogin(entry.key) else {
                        throw SettingsError(
                            source == .options
                                ? "\(entry.key) would show the secret in the list of processes; use --credentials"
                                : "would stand in reports and logs; use credentials: of the target")
                    }
                    do throws(SettingsError) {
                        return try HTTPSettings.Field(name: entry.key, value: value)
                    } catch {
                        throw SettingsError("cannot be sent: \(error.reason)")
                    }
                }
            }
        } text: { _ in
            nil
        }
    }
}

extension SettingType<HTTPSettings.Body?> {
    fileprivate static var body: Self {
        Self("a string", example: " to send") { text throws(SettingsError) in
            .bytes(Array(text.utf8))
        } text: { _ in
            nil
        }
    }

    fileprivate static var bodyFile: Self {
        let file = SettingType<String>.file("a file whose content is sent") { path, _ throws(SettingsError) in
            do throws(ProbeError) {
                _ = try UploadFile(path)
            } catch {
                throw SettingsError("\(SafeText.escapedPath(path)) cannot be read: \(error.reason)")
            }
        }
        return Self(file.typeWords) { input, reader in
            file.read(input, with: &reader).map { .file($0) }
        } text: { _ in
            nil
        }
    }
}

extension SettingType<Int> {
    /// The number of redirects, or whether there are any.
    fileprivate static var redirects: Self {
        let count = SettingType.number(in: 0...30, of: "redirects")
        return Self("\(count.typeWords), on or off") { input, reader in
            if case .text(let text, _) = input.content, let follows = SettingText.boolean(text) {
                return follows ? 10 : 0
            }
            return count.read(input, with: &reader)
        } text: {
            "\($0)"
        }
    }

    /// A size, as in `64KiB`, `1MiB`, or a number of bytes.
    fileprivate static var size: Self {
        let words = "a size of 1KiB to 16MiB"
        return Self(words, example: ", as in 64KiB") { text throws(SettingsError) in
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let units = ["": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20]
            let unit = text[digits.endIndex...].drop { $0 == " " }
            guard digits.count <= 8, let number = Int(digits), let factor = units[String(unit)],
                (1_024...(16 << 20)).contains(number * factor)
            else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not valid", expecting: "\(words), as in 64KiB")
            }
            return number * factor
        } text: { bytes in
            bytes % (1 << 20) == 0 ? "\(bytes >> 20)MiB" : bytes % 1_024 == 0 ? "\(bytes >> 10)KiB" : "\(bytes)"
        }
    }
}

extension SettingType<[ClosedRange<Int>]> {
    /// HTTP statuses, and ranges of them.
    fileprivate static var statuses: Self {
        SettingType<ClosedRange<Int>>("a status", example: ", as in 204, 2xx or 200-299") {
            text throws(SettingsError) in
            guard let statuses = HTTPSettings.statuses(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not a status; write one like 204, a class like 2xx, or a range like 200-299"
                )
            }
            return statuses
        } text: {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }.list("statuses, as in 204, 2xx or 200-299")
    }
}

extension SettingType<[BodyRule]> {
    fileprivate static var jsonRules: Self {
        let words = "path: value, a line each, as in $.status: ok"
        return Self("a group of path: value, as in $.status: ok") { input, reader in
            reader.entries(input, words).compactMap { entry in
                let value: JSONValue
                switch entry.value.content {
                case .nothing: value = .null
                case .text(let text, let isQuoted): value = JSONValue(text, isPlain: !isQuoted, reader.source)
                case .list, .group:
                    reader.refuse(
                        entry.value,
                        SettingsError(
                            "is \(entry.value.kind)", expecting: "a string, a number, true, false or null"))
                    return nil
                }
                return reader.value(entry.value) { () throws(SettingsError) in
                    .json(path: try JSONPath(entry.key), equals: value)
                }
            }
        } text: { _ in
            nil
        }
    }
}

extension JSONValue {
    /// A scalar as the value that it denotes; quoted scalars are strings.
    fileprivate init(_ text: String, isPlain: Bool, _ source: SettingReader.Source) {
        // The value of an option still contains the quotes.
        if source == .options, text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
            self = .string(String(text.dropFirst().dropLast()))
            return
        }
        guard isPlain else {
            self = .string(text)
            return
        }
        switch text {
        case "", "~", "null": self = .null
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        default:
            // Swift also parses numbers that are not valid in JSON (RFC 8259 section 6): inf, nan, 0x10.
            let isNumber = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            self = isNumber ? Double(text).map(JSONValue.number) ?? .string(text) : .string(text)
        }
    }
}
