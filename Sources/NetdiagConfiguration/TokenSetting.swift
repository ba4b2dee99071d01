import Glibc
package import NetworkModel
import Probes

/// The token, from the configuration or from a separate file. It is never part of a message.
package enum TokenSetting {
    /// Checks a token.
    ///
    /// - Returns: The token, unchanged.
    package static func parse(_ text: String) throws(SettingsError) -> String {
        guard text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
            throw SettingsError("contains a blank or a character outside ASCII; make one with: openssl rand -hex 32")
        }
        guard (16...1024).contains(text.utf8.count) else {
            throw SettingsError(
                "has \(text.utf8.count) bytes, and takes 16 to 1024; make one with: openssl rand -hex 32")
        }
        return text
    }

    /// Reads a file that only contains a token. Its mode must not grant access to others than the owner.
    ///
    /// - Parameter credentials: The directory in which the service manager provides secrets (``ServiceCredential``).
    package static func read(
        _ path: String, credentials: String? = ServiceCredential.directory
    ) throws(SettingsError) -> String {
        let shown = SafeText.escapedPath(path)
        let refused = ServiceCredential.refusedMode(of: path, in: credentials)
        do throws(SettingsError) {
            let file = try RegularFile.read(path, maxBytes: 4096) { mode throws(SettingsError) in
                guard mode & refused == 0 else {
                    throw SettingsError(
                        "can be used by others (mode 0\(String(mode, radix: 8))); run: chmod 600 \(quoted(shown))")
                }
            }
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                throw SettingsError("does not hold text; make a token with: openssl rand -hex 32")
            }
            let head = text.drop(while: \.isWhitespace)
            guard let end = head.lastIndex(where: { !$0.isWhitespace }) else {
                throw SettingsError("is empty; make a token with: openssl rand -hex 32")
            }
            return try parse(String(head[...end]))
        } catch {
            throw SettingsError("\(shown) \(error.reason)")
        }
    }

    /// The path as one word of a shell command.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+".unicodeScalars.contains($0))
        }
        return isPlain
            ? path : "'" + path.replacing(scalar: "'", with: "'\\''") + "'"
    }
}
