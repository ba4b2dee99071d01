import Probes

/// The lines of resolv.conf(5) with a search list that is tried before the name itself.
enum SearchLines {
    private static let file = "/etc/resolv.conf"
    /// The maximum length of a quoted line.
    private static let lineLimit = 96

    /// The lines of this machine, as `/etc/resolv.conf:2: options ndots:5`; the last one of each kind, which is effective.
    static var system: [String] { lines(of: SmallFile.text(file), file: file) }

    static func lines(of text: String, file: String) -> [String] {
        var (search, options): (String?, String?) = (nil, nil)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard let keyword = words.first, line.first == keyword.first else { continue }
            let shown = "\(file):\(index + 1): " + words.joined(separator: " ").prefix(lineLimit)
            if keyword == "search" || keyword == "domain" { search = shown }
            if keyword == "options", words.contains(where: { $0.hasPrefix("ndots:") }) { options = shown }
        }
        return [options, search].compactMap(\.self)
    }
}
