import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes TLS, scripts and zones of listeners.
extension ServeDecoder {
    private static let maxNames = 64

    /// The TLS settings: `on` for localhost, `names:` for a certificate of the run's authority, or `certificate:` and `key:`.
    mutating func security(_ setting: Setting) -> ListenerSecurity? {
        let usual = ["localhost", "127.0.0.1", "::1"]
        guard case .mapping = setting.node.content else {
            return settings.boolean(setting) == true ? .issued(names: usual) : nil
        }
        guard let group = settings.group(setting, known: ["certificate", "key", "names"]) else { return nil }
        if let names = group["names"] {
            if let other = group["certificate"] ?? group["key"] {
                settings.refuse(other, "and names: cannot be combined; keep one of the two")
            }
            let found = items(names, "names, as in www.example.test", max: Self.maxNames).compactMap { name($0) }
            if found.isEmpty { settings.refuse(names, "is empty; write at least one name") }
            return found.isEmpty ? nil : .issued(names: found)
        }
        guard let certificate = group["certificate"], let key = group["key"] else {
            settings.refuse(setting, "needs certificate: and key:, files in PEM form, or names: and a list")
            return nil
        }
        guard let chain = settings.text(certificate, "a file in PEM form"),
            let secret = settings.text(key, "a file in PEM form")
        else { return nil }
        do {
            return .context(
                try ServerCertificate(certificateFile: resolved(chain), keyFile: resolved(secret)).context())
        } catch {
            switch error.file {
            case .certificate: settings.refuse(certificate, error.reason)
            case .key: settings.refuse(key, error.reason)
            }
            return nil
        }
    }

    /// A host name, which may have a wildcard, or an address.
    private mutating func name(_ setting: Setting) -> String? {
        guard let text = settings.text(setting, "a name, as in www.example.test") else { return nil }
        if IPAddress(text) != nil { return text }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isGood =
            text.utf8.count <= 253
            && labels.enumerated().allSatisfy { index, label in
                (index == 0 && label == "*" && labels.count > 1)
                    || ((1...63).contains(label.utf8.count)
                        && label.utf8.allSatisfy {
                            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
                                || $0 == 0x2d || $0 == 0x5f
                        })
            }
        guard isGood else {
            settings.refuse(setting, "\(SafeText.shown(text)) is not a valid name; write one like www.example.test")
            return nil
        }
        return text
    }

    mutating func script(_ setting: Setting) -> ServerScript? {
        guard let lines = lines(setting, "steps, as in - send 220 ready", max: 2_000) else { return nil }
        do {
            return try ServerScript(lines)
        } catch {
            settings.refuse(setting, "cannot be followed: \(error)")
            return nil
        }
    }

    mutating func zone(_ setting: Setting) -> DNSZone? {
        guard let lines = lines(setting, "records, as in - www.example.test A 192.0.2.1", max: 10_000) else {
            return nil
        }
        do {
            return try DNSZone(lines)
        } catch {
            settings.refuse(setting, "cannot be served: \(error)")
            return nil
        }
    }

    /// A list of lines, or a block of text. An error in a list item is reported with its line.
    private mutating func lines(_ setting: Setting, _ expected: String, max: Int) -> [String]? {
        if case .scalar(let text, _) = setting.node.content, !setting.node.isNull {
            return text.split(whereSeparator: \.isNewline).map(String.init)
        }
        let found = items(setting, expected, max: max)
        let lines = found.compactMap { settings.text($0, expected) }
        if found.isEmpty { settings.refuse(setting, "is empty; write \(expected)") }
        return found.isEmpty || lines.count < found.count ? nil : lines
    }
}
