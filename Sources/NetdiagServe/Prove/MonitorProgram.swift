import Glibc
import NetworkFaults
import NetworkModel
import ProgramStart

/// Finds the program that checks faults.
enum MonitorProgram {
    /// Returns the path of `netdiag` beside this program, or in the bin directory beside its libexec.
    static func siblingProgram() throws(FaultError) -> String {
        guard let path = OwnProgram.path else { throw .system("this program's own path cannot be read") }
        let directory = FilePath.directory(of: path)
        for candidate in ["\(directory)/netdiag", "\(directory)/../bin/netdiag"] where access(candidate, X_OK) == 0 {
            return candidate
        }
        throw .usage("there is no netdiag next to \(SafeText.shown(path)); name it with --netdiag")
    }
}
