/// The kernel's counters for a network namespace in `/proc/net/snmp` and `/proc/net/netstat`, which anybody may read.
///
/// A line with the names of a protocol's counters precedes one with the values.
enum KernelCounters {
    /// The value of a counter; `nil` if the text does not have it.
    ///
    /// - Parameter title: The first word of both lines with the colon, as in `TcpExt:`.
    static func value(_ name: String, of title: String, in text: String) -> UInt64? {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix(title) }.map { $0.split(separator: " ") }
        guard rows.count == 2, let place = rows[0].firstIndex(where: { $0 == name }), place < rows[1].count else {
            return nil
        }
        return UInt64(rows[1][place])
    }
}

/// The numbers of TCP segments that were sent again, and of those among them that this machine itself dropped.
///
/// connect(2) does not report that the machine's own packet filter drops a SYN, but the kernel counts it when it repeats the
/// SYN after a second (`TCPRetransFail`).
struct RepeatedSegments: Hashable {
    var repeated: UInt64
    var dropped: UInt64

    /// The numbers until now; `nil` if the kernel does not have them.
    static var now: RepeatedSegments? {
        guard let repeated = KernelCounters.value("RetransSegs", of: "Tcp:", in: SmallFile.text("/proc/net/snmp")),
            let dropped = KernelCounters.value(
                "TCPRetransFail", of: "TcpExt:", in: SmallFile.text("/proc/net/netstat"))
        else { return nil }
        return RepeatedSegments(repeated: repeated, dropped: dropped)
    }

    /// Whether this machine dropped each segment that was repeated since an earlier reading.
    ///
    /// The numbers include segments of other programs. If all were dropped, those of one connection were.
    ///
    /// - Parameter own: The number that one connection repeated in this time.
    func showsDrops(since earlier: RepeatedSegments, own: Int) -> Bool {
        let (all, lost) = (repeated &- earlier.repeated, dropped &- earlier.dropped)
        return own > 0 && lost == all && lost >= UInt64(own)
    }
}
