import HostResolution
import Translations

/// Checks whether programs can resolve the names of hosts on the link, such as `printer.local` (nsswitch.conf(5)).
struct DoctorNameServices {
    private static let path = "/etc/nsswitch.conf"

    var finding: DoctorFinding {
        let text = String(decoding: SystemFile.read(Self.path), as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let place = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("hosts:") }
        let line = place.map { String(lines[$0].prefix { $0 != "#" }) } ?? ""
        let shown = place.map { "\(Self.path):\($0 + 1)" } ?? Self.path
        let modules = line.split { " \t[]:".contains($0) }.map(String.init)
        let known = ["mdns4_minimal", "mdns_minimal", "mdns6_minimal", "mdns4", "mdns", "mdns6"]
        let install = LocalSentence(command: "sudo apt-get install libnss-mdns")
        guard let module = modules.first(where: known.contains) else {
            // systemd-resolved resolves .local names itself if it is configured to.
            if modules.contains("resolve") {
                return DoctorFinding("mdns.names", .note, .namesByResolved, ["place": shown])
            }
            return DoctorFinding(
                "mdns.names", .warning, LocalSentence(.namesWithoutModule, ["place": shown]),
                steps: (NameServiceLibrary(of: "mdns4_minimal").isInstalled ? [] : [install])
                    + [LocalSentence(.writeLine, ["place": shown, "line": Self.withMulticast(line)])])
        }
        let library = NameServiceLibrary(of: module)
        guard library.isInstalled else {
            return DoctorFinding(
                "mdns.names", .warning, .namesWithoutLibrary,
                ["place": shown, "module": module, "library": library.name], fix: install)
        }
        return DoctorFinding("mdns.names", .ok, .namesFound, ["module": module])
    }

    /// The line with mDNS before DNS, in the form that libnss-mdns itself writes.
    static func withMulticast(_ line: String) -> String {
        var words = line.split(whereSeparator: \.isWhitespace).map { Text.shown(String($0)) }
        if words.isEmpty { words = ["hosts:", "files", "dns"] }
        words.insert("mdns4_minimal [NOTFOUND=return]", at: words.firstIndex(of: "dns") ?? words.count)
        return words.joined(separator: " ")
    }
}
