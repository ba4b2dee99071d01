import Diagnosis
import NetworkModel

/// An SSH server (RFC 4253): whether it identifies itself, agrees on algorithms, and proves that it has its host key.
/// There is no login.
enum SSHKind: TargetKind {
    static let summary =
        "An SSH server, which must complete a key exchange and thereby prove its host key, without a login (RFC 4253)."
    static let example = "ssh://host"
    static let schemes = [RegisteredScheme("ssh", layer: SSHEvidence.layer, transport: .tcp, defaultPort: 22)]
    static let causes = SSHCauses.all
    static let factPhrases = SSHPhrases.all
    static let probe = KindProbe<SSHSettings, SSHEvidence>.stream { request, _, stream in
        try await SSHProbe(stream, request.settings).observe()
    }
}

struct SSHSettings: KindSettings {
    static let fingerprint = KindSetting(
        "fingerprint", .fingerprints, default: [],
        "The fingerprint of the host key as shown by ssh-keygen -lf, or those of all host keys separated by commas; by default, any key is accepted.",
        for: .nobody)
    static let settings: [any KindSettingDescription] = [fingerprint]

    let fingerprints: [String]

    init(_ values: SettingValues) { fingerprints = values[Self.fingerprint] }
}

extension SettingType where Value == [String] {
    /// SHA-256 fingerprints of keys in the form of OpenSSH: 32 bytes in base64 without padding (RFC 4648 section 4).
    static var fingerprints: Self {
        let words = "one to eight fingerprints such as SHA256: and 43 characters of base64, with commas between them"
        return Self(words) { text throws(SettingsError) in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                part.drop { $0 == " " }
            }
            guard (1...8).contains(parts.count) else {
                throw SettingsError("names \(parts.count) fingerprints", expecting: words)
            }
            return try parts.map { (part) throws(SettingsError) in
                guard let fingerprint = SSHFingerprint.canonical(String(part)) else {
                    throw SettingsError("\(SafeText.shown(String(part))) is not a fingerprint", expecting: words)
                }
                return fingerprint
            }
        } text: {
            $0.isEmpty ? nil : $0.joined(separator: ",")
        }
    }
}

/// The text form of a key's SHA-256 fingerprint.
enum SSHFingerprint {
    private static let prefix = "SHA256:"

    /// The canonical form of a fingerprint.
    ///
    /// - Returns: `nil` if the text is not valid: `SHA256:` is required, and padding is allowed.
    static func canonical(_ text: String) -> String? {
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        var digits = Array(text.utf8.dropFirst(prefix.utf8.count))
        if digits.count == 44, digits.last == UInt8(ascii: "=") { digits.removeLast() }
        // The last of 43 digits represents four bits of the 256.
        let values = digits.compactMap(value)
        guard digits.count == 43, values.count == 43, values[42] & 3 == 0 else { return nil }
        return prefix + String(decoding: digits, as: UTF8.self)
    }

    /// The value of a base64 digit.
    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
