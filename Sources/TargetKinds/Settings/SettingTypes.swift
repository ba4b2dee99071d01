import NetworkModel
import Probes

extension SettingType where Value == String? {
    /// A regular expression for what the target sends (pcre2pattern(3)), or none.
    static var pattern: Self { SettingType<String>.pattern.orNone }

    /// Bytes with a minimum and a maximum number, written as text with escapes (``EscapedBytes``).
    static func bytes(_ count: ClosedRange<Int>) -> Self {
        let words = "a string of \(count.lowerBound) to \(count.upperBound) bytes with \\n, \\r, \\t, \\\\ and \\xHH"
        return Self(words) { text throws(SettingsError) in
            guard let escaped = EscapedBytes(text) else {
                throw SettingsError("\(SafeText.shown(text)) has a \\ that begins no escape", expecting: words)
            }
            guard count.contains(escaped.bytes.count) else {
                throw SettingsError("has \(escaped.bytes.count) bytes", expecting: words)
            }
            return text
        } text: {
            $0
        }
    }
}

extension SettingType<String> {
    /// A regular expression for what the target sends (pcre2pattern(3)).
    static var pattern: Self {
        Self("a regular expression") { text throws(SettingsError) in
            do throws(SettingsError) {
                _ = try Pattern(text)
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
            return text
        } text: {
            $0
        }.quotingContent
    }

    /// Any text.
    static func any(_ words: String) -> Self {
        Self(words) { text throws(SettingsError) in
            text
        } text: {
            $0
        }
    }

    /// A file of this machine.
    ///
    /// - Parameters:
    ///   - isSecret: Whether the service manager may provide a copy of it.
    /// - check: Throws the reason why the file is not usable, without the setting's name.
    static func file(
        _ words: String, isSecret: Bool = false,
        check: @escaping @Sendable (String, SettingReader.Source) throws(SettingsError) -> Void
    ) -> Self {
        Self(words) { input, reader in
            guard var path = reader.text(input, words) else { return nil }
            let isAbsolute = path.hasPrefix("/") && path.utf8.count < 4_096
            guard !path.isEmpty, !path.utf8.contains(0), isAbsolute || reader.source != .configuration else {
                reader.refuse(
                    input, SettingsError("\(SafeText.shown(path)) is not an absolute path", expecting: words))
                return nil
            }
            if isSecret, reader.source == .configuration { path = ServiceCredential.path(for: path) }
            let source = reader.source
            return reader.value(input) { () throws(SettingsError) in
                try check(path, source)
                return path
            }
        } text: {
            $0
        }
    }

    /// A file in PEM form (RFC 7468).
    ///
    /// - Parameter label: The label that it must contain.
    static func pem(_ label: String, _ words: String, isSecret: Bool = true) -> Self {
        file(words, isSecret: isSecret) { path, source throws(SettingsError) in
            let shown = SafeText.escapedPath(path)
            do throws(SettingsError) {
                let file = try RegularFile.read(path, maxBytes: 4 << 20) { mode throws(SettingsError) in
                    guard
                        label == "CERTIFICATE" || source != .configuration
                            || mode & ServiceCredential.refusedMode(of: path) == 0
                    else {
                        throw SettingsError(
                            "can be read by others (mode 0\(String(mode, radix: 8))); run: chmod 600 \(shown)")
                    }
                }
                guard String(decoding: file.bytes, as: UTF8.self).contains("\(label)-----") else {
                    throw SettingsError("contains no \(label.lowercased()); name a file in PEM form")
                }
            } catch {
                throw SettingsError("\(shown) \(error.reason)")
            }
        }
    }
}

/// Bytes in the form of user input: text, with `\n`, `\r`, `\t`, `\\` and `\xHH` for bytes.
struct EscapedBytes {
    let bytes: [UInt8]

    /// Decodes a text.
    ///
    /// - Returns: `nil` if it contains another escape.
    init?(_ text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): bytes.append(0x0a)
            case UInt8(ascii: "r"): bytes.append(0x0d)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "x"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: return nil
            }
        }
        self.bytes = bytes
    }
}
