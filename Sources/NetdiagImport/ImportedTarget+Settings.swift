import NetworkModel

/// Settings that are converted from texts, without possible secrets and what netdiag does not accept.
extension ImportedTarget {
    private static let advice =
        "it may be a secret, and secrets are not copied; add it to the file once others cannot read it"

    /// Adds a header field of the request, unless it may be a secret.
    mutating func addHeader(_ name: String, _ value: String, at place: ImportSourceLocation) {
        guard !ImportSecrets.isNamed(name), !ImportSecrets.isLogin(value) else {
            return recordOmission("the field \(name)", "it may be a secret; see credentials: {file: PATH}", at: place)
        }
        add("http", "headers", .init(key: name, value: .text(value)))
    }

    /// Sets the content to send, unless it may contain a secret.
    mutating func setContent(_ group: String, _ key: String, _ text: String, at place: ImportSourceLocation) {
        guard !ImportSecrets.isNamed(text) else {
            let why =
                key == "body"
                ? "it may have a secret; write it to a file, and name that with http: {body_file: PATH}" : Self.advice
            return recordOmission("the \(key == "body" ? "body" : "message")", why, at: place)
        }
        set(group, key, .text(text))
    }

    /// Sets the accepted statuses, parsed by netdiag.
    mutating func setStatuses(_ texts: [String], at place: ImportSourceLocation) {
        var statuses: [ImportedValue] = []
        for text in texts {
            if let range = HTTPSettings.statuses(text) {
                statuses.append(.statuses(range))
            } else {
                recordOmission(
                    "the status \(SafeText.cut(text, to: 40))",
                    "it is none; write one like 204, a class like 2xx, or a range like 200-299", at: place)
            }
        }
        if !statuses.isEmpty { set("http", "status", .list(statuses)) }
    }

    mutating func setProxy(_ url: String, at place: ImportSourceLocation) {
        let (bare, left) = ImportSecrets.stripped(url)
        for what in left {
            recordOmission("\(what) in the URL of the proxy", Self.advice, at: place)
        }
        set("proxy", .text(bare))
    }

    /// Adds a label, with a valid key.
    mutating func addLabel(_ key: String, _ value: String, at place: ImportSourceLocation) {
        let bare = ImportSecrets.shown(value)
        guard !ImportSecrets.isNamed(key), bare == value else {
            return recordOmission("the label \(key)", Self.advice, at: place)
        }
        let plain = String(
            SafePrefix.of(key, 64).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" } as [Character])
        let name = plain.first?.isNumber == false ? plain : "_" + plain
        set("labels", SafePrefix.of(name, 64), .text(SafePrefix.of(value, 200)))
    }

    /// A duration in milliseconds, or the default.
    ///
    /// - Parameter source: The position of the value, if it is in another file than the target.
    mutating func milliseconds(
        _ node: ImportNode?, _ key: String, else usual: Double, in source: ImportSourceLocation? = nil
    ) -> Double {
        guard let node else { return usual }
        if let duration = node.text.flatMap({ ImportDuration.milliseconds($0) }) { return duration }
        recordOmission(key, "it is not a duration, as in 1m30s", at: (source ?? place).at(node, key))
        return usual
    }

    /// A finite number; `nil` if there is none.
    mutating func number(_ node: ImportNode?, _ key: String) -> Double? {
        guard let node else { return nil }
        if let number = node.number { return number }
        recordOmission(key, "it is not a number", at: place.at(node, key))
        return nil
    }
}
