public import NetworkModel

/// The resolver configuration of this machine (resolv.conf(5)).
public struct ResolverFile: Sendable, Hashable {
    /// The name servers, without link-local addresses.
    public var servers: [IPAddress] = []
    /// The other lines that the resolver reads: `search`, `domain`, `options`, `sortlist`.
    public var otherLines: [String] = []

    /// Parses the file.
    ///
    /// - Parameter text: The content of the file, of which the first 64 KiB are read.
    public init(_ text: some Collection<UInt8>) {
        for line in String(decoding: text.prefix(65_536), as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "nameserver":
                guard words.count >= 2, let address = IPAddress(String(words[1])), address.zone == nil,
                    !address.isLinkLocal
                else { continue }
                // The address 0.0.0.0 denotes this machine.
                servers.append(address.isUnspecified ? IPAddress(bytes: [127, 0, 0, 1]) ?? address : address)
            case "search", "domain", "options", "sortlist": otherLines.append(String(line))
            default: continue
            }
        }
    }
}
