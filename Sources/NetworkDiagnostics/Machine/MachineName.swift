import Glibc
import NetworkModel

/// The name of this machine.
package enum MachineName {
    /// The name by gethostname(2), escaped; `localhost` if there is none.
    package static var current: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return SafeText.escaped(
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
