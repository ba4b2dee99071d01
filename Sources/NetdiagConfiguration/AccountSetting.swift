import Glibc
import NetworkModel

/// Users and groups of this machine, by name or number.
enum AccountSetting {
    static func user(_ text: String) throws(SettingsError) -> UInt32 {
        if let number = number(text) { return number }
        guard let entry = getpwnam(text) else {
            throw SettingsError("\(SafeText.shown(text)) is not a user of this machine; see: getent passwd")
        }
        return entry.pointee.pw_uid
    }

    static func group(_ text: String) throws(SettingsError) -> UInt32 {
        if let number = number(text) { return number }
        guard let entry = getgrnam(text) else {
            throw SettingsError(
                "\(SafeText.shown(text)) is not a group of this machine; create it with: groupadd --system NAME")
        }
        return entry.pointee.gr_gid
    }

    private static func number(_ text: String) -> UInt32? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        // The largest ID stands for no user: chown(2) reads it as -1, which means no change.
        return UInt32(text).flatMap { $0 == .max ? nil : $0 }
    }
}
