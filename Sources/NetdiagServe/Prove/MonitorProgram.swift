import Glibc
import NetworkFaults
import NetworkModel

/// Finds the program that checks faults.
enum MonitorProgram {
    /// Returns the path of `netdiag` beside this program, or in the bin directory beside its libexec.
    static func siblingProgram() throws(FaultError) -> String {
        var buffer = [CChar](repeating: 0, count: 4_097)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { throw .system("this program's own path cannot be read") }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        for candidate in ["\(directory)/netdiag", "\(directory)/../bin/netdiag"] where access(candidate, X_OK) == 0 {
            return candidate
        }
        throw .usage("there is no netdiag next to \(SafeText.shown(path)); name it with --netdiag")
    }
}
