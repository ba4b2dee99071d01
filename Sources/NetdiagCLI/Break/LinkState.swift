import Glibc
import NetworkEmulation

/// What an interface is like at the moment, as far as breaking it needs to know.
enum LinkState {
    /// What a program has said, in one line.
    private static func line(_ output: String) -> String {
        output.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    /// - Throws: ``Failure``: there is no such interface, or its state cannot be read.
    static func read(_ link: String) throws(Failure) -> LinkBreak.Before {
        let index = try index(of: link)
        guard let mtu = number("/sys/class/net/\(link)/mtu") else { throw missing(link) }
        let queues = try SystemCommand.run(["tc", "qdisc", "show", "dev", link, "root"])
        guard queues.status == 0 else {
            throw .failed("tc cannot show the queues of \(link): \(Text.shown(Self.line(queues.output)))")
        }
        // What the kernel has chosen by itself has the handle 0.
        let hasOwnQueue = queues.output.split(separator: "\n").contains {
            let words = $0.split(separator: " ")
            return words.count > 2 && words[2] != "0:"
        }
        var routes: [LinkBreak.Before.Route] = []
        for family in ["-4", "-6"] {
            let shown = try SystemCommand.run(["ip", family, "route", "show", "table", "all", "dev", link])
            guard shown.status == 0 else {
                throw .failed("ip cannot show the routes of \(link): \(Text.shown(Self.line(shown.output)))")
            }
            routes += shown.output.split(separator: "\n").compactMap { .init(line: $0, isIPv6: family == "-6") }
        }
        return LinkBreak.Before(
            index: index, mtu: mtu, hasOwnQueue: hasOwnQueue,
            keepsAddresses: number("/proc/sys/net/ipv6/conf/\(link)/keep_addr_on_down") == 1, routes: routes)
    }

    /// - Throws: ``Failure``: there is no such interface.
    static func index(of link: String) throws(Failure) -> Int {
        guard isName(link), let index = number("/sys/class/net/\(link)/ifindex") else { throw missing(link) }
        return index
    }

    private static func missing(_ link: String) -> Failure {
        .usage("there is no interface \(Text.shown(link)); netdiag links shows those that there are")
    }

    /// What the kernel takes for a name, and shells and nft(8) take as it is.
    private static func isName(_ text: String) -> Bool {
        (1...15).contains(text.utf8.count) && text.first != "-" && text != "." && text != ".."
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func number(_ path: String) -> Int? {
        Int(String(decoding: SystemFile.read(path), as: UTF8.self).prefix { $0 != "\n" })
    }
}
