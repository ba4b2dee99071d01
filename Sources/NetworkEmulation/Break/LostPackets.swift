/// The verdicts of nft(8) for packets that are lost.
///
/// A packet that a rule drops on the way out is reported to its sender: ping(8) sends it again, and TCP keeps it in its queue, as
/// if nothing had been lost. A packet that is forwarded to an interface that does not exist is gone without a trace, as on a wire.
enum LostPackets {
    static let drop = "drop"

    /// The verdicts for packets that are about to be sent. The second one is for kernels without `nft_fwd_netdev`.
    static let verdicts = ["fwd to \(lastIndex)", drop]

    /// The largest index of an interface, which the kernel would assign last.
    private static let lastIndex = Int32.max

    /// The command that adds a rule with the first of the verdicts that the kernel has.
    static func command(_ rule: [String]) -> [String] {
        let commands = verdicts.map { LinkBreak.Plan.quoted(rule + $0.split(separator: " ").map(String.init)) }
        return ["sh", "-c", commands.joined(separator: " 2>/dev/null || ")]
    }
}
