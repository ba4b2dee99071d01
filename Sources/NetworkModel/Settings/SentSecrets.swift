import FoundationEssentials

/// The configured texts of requests that may be secrets, such as keys of APIs and passwords in forms. They are masked wherever
/// a server repeats them, as those of logins are: readers of reports, the log and receivers of alerts must not learn them.
enum SentSecrets {
    /// The shortest text that counts as a secret: shorter ones would occur in any text.
    private static let minBytes = 6
    /// The maximum number of secrets of a request, in the order of their appearance.
    private static let maxCount = 64
    /// The length of a body beyond which nothing is looked for.
    private static let maxBody = 65_536

    /// Fields with values that servers have in common, or send themselves.
    private static let publicFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection",
        "content-encoding",
        "content-language", "content-type", "expect", "host", "if-modified-since", "if-none-match", "origin", "pragma",
        "range", "referer", "te", "upgrade", "user-agent", "x-requested-with",
    ]

    /// - Parameter texts: The texts, a whole one before its parts.
    static func secrets(_ texts: [String]) -> [Secret] {
        guard !texts.isEmpty else { return [] }
        var known: Set<String> = []
        let long = texts.map(\.trimmingBlanks).filter { $0.utf8.count >= minBytes && known.insert($0).inserted }
        // A whole text is masked before its parts, of which it would keep the rest.
        return long.prefix(maxCount).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map { Secret(.token($0)) }
    }

    // Texts are cut by scalars, since a secret may begin with a combining one.

    /// The value of a field, and its parts: the credentials of a scheme, the values of cookies and parameters.
    static func texts(of field: HTTPSettings.Field) -> [String] {
        guard !publicFields.contains(field.name.lowercased()) else { return [] }
        var texts = [field.value]
        for part in field.value.unicodeScalars.split(whereSeparator: { " \t;,".unicodeScalars.contains($0) }) {
            texts.append(String(part))
            if let equals = part.firstIndex(of: "=") { texts.append(String(part[part.index(after: equals)...])) }
            // RFC 7617: a name and a password.
            guard HTTPSettings.isLogin(field.name), let login = Data(base64Encoded: String(part)) else { continue }
            let text = String(decoding: login, as: UTF8.self).unicodeScalars
            if let colon = text.firstIndex(of: ":") { texts.append(String(text[text.index(after: colon)...])) }
        }
        return texts
    }

    /// The whole body, and the values of a form, of JSON, or of the elements, attributes and parts of XML and multipart.
    static func texts(ofBody bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes.prefix(maxBody), as: UTF8.self)
        if let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
            bytes.count <= maxBody, let value = try? JSONValue(reading: bytes)
        {
            return [text] + texts(of: value)
        }
        var found = [text]
        let isMarkup = text.first { !$0.isWhitespace } == "<"
        for part in text.unicodeScalars.split(whereSeparator: { isNewline($0) || isMarkup && $0 == "<" }) {
            // The fields of a part, which name that of a form, are none.
            guard !String(part).lowercased().hasPrefix("content-") else { continue }
            // The name of an element is none.
            let end = isMarkup ? part.lastIndex(of: ">").map { part.index(after: $0) } : nil
            found.append(String(part[(end ?? part.startIndex)...]))
            found += quoted(in: part)
        }
        for part in text.unicodeScalars.split(separator: "&") {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let value = String(part[part.index(after: equals)...])
            found += [value, percentDecoded(value)]
        }
        return found
    }

    /// The texts in quotation marks, without the keys of JSON that is not complete.
    private static func quoted(in text: Substring.UnicodeScalarView) -> [String] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { place in
            guard place % 2 == 1 else { return false }
            return place + 1 == parts.count || parts[place + 1].first(where: { !$0.properties.isWhitespace }) != ":"
        }
        .map { String(parts[$0]) }
    }

    private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
        "\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar)
    }

    private static func texts(of value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap { texts(of: $0) }
        case .object(let values): values.values.flatMap { texts(of: $0) }
        case .null, .bool, .number: []
        }
    }

    /// The value of a form's field (WHATWG URL section 5.1).
    private static func percentDecoded(_ text: String) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The commands of protocols whose arguments are credentials.
    private static let loginCommands: Set<String> = [
        "AUTH", "AUTHENTICATE", "HELLO", "IDENTIFY", "LOGIN", "OPER", "PASS", "PASSWORD",
    ]

    /// The lines that are sent, and the arguments of commands that log in.
    static func texts(ofLines bytes: [UInt8]) -> [String] {
        var texts: [String] = []
        let text = String(decoding: bytes.prefix(maxBody), as: UTF8.self)
        for line in text.unicodeScalars.split(whereSeparator: isNewline) {
            texts.append(String(line))
            let words = line.split(separator: " ").map { String($0) }
            // A tag may precede the command, as in IMAP.
            guard let command = words.prefix(2).firstIndex(where: { loginCommands.contains($0.uppercased()) }) else {
                continue
            }
            texts += words[(command + 1)...]
        }
        return texts
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let head = drop(while: \.isWhitespace)
        return head.lastIndex { !$0.isWhitespace }.map { String(head[...$0]) } ?? ""
    }
}

extension HTTPSettings {
    /// The values of fields, and the body with its values, as far as they may be secrets.
    package var secrets: [Secret] {
        guard !fields.isEmpty || body != nil else { return [] }
        var texts = fields.flatMap { SentSecrets.texts(of: $0) }
        if case .bytes(let bytes) = body { texts += SentSecrets.texts(ofBody: bytes) }
        return SentSecrets.secrets(texts)
    }

    /// The secrets in the request to a target: what the target itself names is none, and a whole response that is kept is
    /// judged, and never shown.
    package func secrets(beside target: Target) -> [Secret] {
        keepsAnswer ? [] : secrets.beside(target)
    }
}

extension Secret {
    /// What may be a secret in a datagram.
    package static func secrets(inDatagram bytes: [UInt8]) -> [Secret] {
        SentSecrets.secrets(SentSecrets.texts(ofLines: bytes) + SentSecrets.texts(ofBody: bytes))
    }
}

extension WebSocketSettings {
    /// The message with its values, as far as they may be secrets.
    package var secrets: [Secret] {
        message.map { SentSecrets.secrets(SentSecrets.texts(ofBody: Array($0.utf8))) } ?? []
    }

    /// The secrets in the message to a target: what the target itself names is none.
    package func secrets(beside target: Target) -> [Secret] {
        secrets.beside(target)
    }
}

extension [Secret] {
    /// Those that the target itself does not name.
    fileprivate func beside(_ target: Target) -> [Secret] { filter { $0.masked(target.text) == target.text } }
}

extension [ScriptStep] {
    /// The lines that are sent, as far as they may be secrets.
    package var secrets: [Secret] {
        SentSecrets.secrets(
            flatMap { step -> [String] in
                switch step {
                case .send(let bytes): SentSecrets.texts(ofLines: bytes)
                case .sendExpanded(let text): SentSecrets.texts(ofLines: [UInt8](text.utf8))
                case .expect, .expectLine, .expectBytes, .startTLS: []
                }
            })
    }
}
