public import NetworkModel

/// What resolv.conf(5) of this machine says.
public struct ResolverFile: Sendable, Hashable {
    /// The name servers, without those that only one link has.
    public var servers: [IPAddress] = []
    /// The other lines that the resolver reads: `search`, `domain`, `options`, `sortlist`.
    public var otherLines: [String] = []

    /// - Parameter text: its content; 64 KiB of it are read.
    public init(_ text: some Collection<UInt8>) {
        for line in String(decoding: text.prefix(65_536), as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "nameserver":
                guard words.count >= 2, let address = IPAddress(String(words[1])), address.zone == nil,
                    !address.isLinkLocal
                else { continue }
                // 0.0.0.0 means this machine.
                servers.append(address.isUnspecified ? IPAddress(bytes: [127, 0, 0, 1]) ?? address : address)
            case "search", "domain", "options", "sortlist": otherLines.append(String(line))
            default: continue
            }
        }
    }
}
