import NetworkEmulation
import Translations

/// The queueing discipline netem (tc-netem(8)), which many kernels are built without.
enum Netem {
    /// Tries netem on the loopback of a network namespace that exists only for this.
    ///
    /// If the namespace cannot be made, nothing is known, and the kernel answers when the link is changed.
    ///
    /// - Throws: ``Failure`` if the kernel lacks netem.
    static func require() throws(Failure) {
        let probe = ["unshare", "--net", "tc", "qdisc", "add", "dev", "lo", "root", "netem", "limit", "1"]
        let result = try SystemCommand.run(probe)
        if result.status != 0, isMissing(result.output) { throw missing }
    }

    private static var missing: Failure { .failed(ToolPhrase.netemIsMissing.text) }

    /// Whether tc(8) says that the kernel does not know the discipline, by itself or (before Linux 4.17) by ENOENT.
    static func isMissing(_ output: String) -> Bool {
        output.contains("qdisc kind is unknown") || output.contains("RTNETLINK answers: No such file or directory")
    }
}
