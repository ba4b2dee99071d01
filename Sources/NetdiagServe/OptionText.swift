import NetworkFaults
import NetworkModel

/// Parses the values of options. The errors say what is valid, and the argument parser adds the name of the option.
enum OptionText {
    /// A duration as in `30s`, from 100 ms to 30 days.
    static func duration(_ text: String) throws(SettingsError) -> Duration {
        guard let duration = try? Duration(setting: text),
            (.milliseconds(100) ... .seconds(2_592_000)).contains(duration)
        else { throw SettingsError("write a time from 100ms to 30d, as in 30s or 5m") }
        return duration
    }

    static func port(_ text: String) throws(SettingsError) -> Int {
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw SettingsError("write a port from 1 to 65535, or 0 for one that is free")
        }
        return port
    }

    /// The number of expected requests.
    static func count(_ text: String) throws(SettingsError) -> Int {
        guard let count = Int(text), count >= 0 else { throw SettingsError("write a whole number from 0, as in 3") }
        return count
    }

    /// A file descriptor that was opened before this process was started.
    static func descriptor(_ text: String) throws(SettingsError) -> CInt {
        guard let descriptor = CInt(text), descriptor >= 1 else {
            throw SettingsError("write the number of an open descriptor from 1, as in 3")
        }
        return descriptor
    }

    static func seed(_ text: String) throws(SettingsError) -> UInt64 {
        guard let seed = UInt64(text), seed <= ServePlan.maxSeed else {
            throw SettingsError("write a whole number from 0 to \(ServePlan.maxSeed), as in 7")
        }
        return seed
    }
}
