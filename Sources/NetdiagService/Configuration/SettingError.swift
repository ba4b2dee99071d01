/// Why a value cannot be taken, and what would be right; the setting's name is put before it.
struct SettingError: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
