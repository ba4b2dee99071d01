/// The kernel's counters of packets that it dropped for a wrong checksum: the headers of IPv4, TCP, UDP and ICMP, in both
/// address families (RFC 4113, `/proc/net/snmp`, `snmp6` and `netstat`).
///
/// Reading them takes no privilege. They include packets for other programs of the network namespace.
package enum ChecksumErrors {
    /// The sum of all counters.
    package static var count: Int {
        ["/proc/net/snmp", "/proc/net/netstat"].reduce(0) { $0 + inTables(SmallFile.text($1)) }
            + inList(SmallFile.text("/proc/net/snmp6"))
    }

    /// The sum in a file in which a line with the names of a protocol's counters precedes one with the values.
    static func inTables(_ text: String) -> Int {
        var sum = 0
        var names: [Substring] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            defer { names = words }
            guard let title = words.first, names.first == title, names.count == words.count else { continue }
            for (name, value) in zip(names, words) where name == "InCsumErrors" { sum += Int(value) ?? 0 }
        }
        return sum
    }

    /// The sum in a file with a counter in each line. Errors of TCP over IPv6 are in the other file.
    static func inList(_ text: String) -> Int {
        text.split(separator: "\n").reduce(0) { sum, line in
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count == 2, words[0].hasSuffix("InCsumErrors") else { return sum }
            return sum + (Int(words[1]) ?? 0)
        }
    }
}
