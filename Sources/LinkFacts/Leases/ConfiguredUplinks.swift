import Glibc
public import NetworkModel

/// The interfaces that are configured to get a default route at the start of the system: by ifupdown (interfaces(5)),
/// systemd-networkd (systemd.network(5)) or NetworkManager (nm-settings-keyfile(5)).
///
/// An interface that is switched off loses its route, and often its addresses. A process that has just started learns from these
/// files that it is missing.
struct ConfiguredUplinks: Sendable {
    private let files: LeaseFiles

    /// - Parameter root: The root directory of the files, which is another one in tests.
    init(root: String = "") {
        files = LeaseFiles(root: root)
    }

    /// The interfaces of the given ones that are configured in this way.
    func names(among interfaces: [String]) -> [String] {
        let matches = ifupdown() + networkd() + networkManager()
        return interfaces.filter { name in matches.contains { Self.matches(name, $0) } }
    }

    // MARK: ifupdown

    private func ifupdown() -> [String] {
        let fragments = files.names(in: "/etc/network/interfaces.d") { !$0.hasPrefix(".") }.sorted()
            .map { "/etc/network/interfaces.d/\($0)" }
        let texts = (["/etc/network/interfaces"] + fragments).compactMap { files.text(of: $0) }
        var automatic: Set<Substring> = []
        var routed: [Substring] = []
        var current: Substring?
        for line in texts.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard let key = words.first, !key.hasPrefix("#") else { continue }
            switch key {
            case "auto", "allow-auto", "allow-hotplug": automatic.formUnion(words.dropFirst())
            case "iface":
                current = words.dropFirst().first
                guard words.count > 3, let current else { continue }
                if words[3] == "dhcp" || words[2] == "inet6" && words[3] == "auto" { routed.append(current) }
            case "gateway": if let current { routed.append(current) }
            case "mapping", "source", "source-directory": current = nil
            default: break
            }
        }
        return routed.filter(automatic.contains).map(String.init)
    }

    // MARK: Files with sections

    private typealias Sections = [(section: Substring, key: Substring, value: Substring)]

    private static func sections(_ text: String) -> Sections {
        var section: Substring = ""
        var found: Sections = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line.first == "[", line.last == "]" {
                section = line.dropFirst().dropLast()
            } else if line.first != "#", line.first != ";", let equals = line.firstIndex(of: "=") {
                found.append((section, trimmed(line[..<equals]), trimmed(line[line.index(after: equals)...])))
            }
        }
        return found
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isSpace)
        return start[..<(start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex)]
    }

    private static func value(_ sections: Sections, _ section: String, _ key: String) -> String? {
        sections.last { $0.section == section && $0.key == key }.map { String($0.value) }
    }

    private static let yes = ["yes", "true", "on", "1"]
    private static let no = ["no", "false", "off", "0"]

    private func networkd() -> [String] {
        let folders = ["/etc/systemd/network", "/run/systemd/network"]
        return texts(in: folders, ".network").flatMap { text -> [String] in
            let found = Self.sections(text)
            let dhcp = Self.value(found, "Network", "DHCP")?.lowercased()
            let isRouted =
                dhcp.map { Self.yes.contains($0) || $0 == "ipv4" || $0 == "ipv6" } == true
                || found.contains { ["Network", "Route"].contains($0.section) && $0.key == "Gateway" }
            let policy = Self.value(found, "Link", "ActivationPolicy") ?? "up"
            let isManaged = Self.value(found, "Link", "Unmanaged").map { !Self.yes.contains($0.lowercased()) } ?? true
            guard isRouted, isManaged, policy == "up" || policy == "always-up" else { return [] }
            let names = found.filter { $0.section == "Match" && $0.key == "Name" }
            return names.flatMap { $0.value.split(separator: " ").map(String.init) }
        }
    }

    private func networkManager() -> [String] {
        let folders = ["/etc/NetworkManager/system-connections", "/run/NetworkManager/system-connections"]
        return texts(in: folders, ".nmconnection").compactMap { text -> String? in
            let found = Self.sections(text)
            guard let name = Self.value(found, "connection", "interface-name"),
                !Self.no.contains(Self.value(found, "connection", "autoconnect") ?? "true")
            else { return nil }
            let isRouted = ["ipv4", "ipv6"].contains { section in
                guard Self.value(found, section, "never-default") != "true" else { return false }
                let address = Self.value(found, section, "address1") ?? Self.value(found, section, "addresses1")
                return Self.value(found, section, "method") == "auto"
                    || Self.value(found, section, "gateway") != nil || address?.contains(",") == true
            }
            return isRouted ? name : nil
        }
    }

    private func texts(in folders: [String], _ suffix: String) -> [String] {
        folders.flatMap { folder in
            files.names(in: folder) { $0.hasSuffix(suffix) }.compactMap { files.text(of: "\(folder)/\($0)") }
        }
    }

    /// Whether a name matches a pattern (fnmatch(3)). A pattern for all interfaces says nothing about one of them.
    private static func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.first != "!", pattern.first != "*" else { return false }
        return fnmatch(pattern, name, 0) == 0
    }
}

extension LinkMonitor {
    /// The interfaces that are switched off although they are configured to get a default route; empty if one of those that
    /// are configured in this way is up.
    nonisolated public func missingUplinks(in snapshot: NetworkSnapshot) -> [String] {
        let links = snapshot.links.lazy.filter { !$0.isLoopback && $0.master == nil }.prefix(LeaseFiles.maxLinks)
        guard links.contains(where: { !$0.isAdminUp }) else { return [] }
        let configured = ConfiguredUplinks(root: leases.root).names(among: links.map(\.name))
        let isUp = links.contains { $0.isAdminUp && configured.contains($0.name) }
        return isUp ? [] : configured
    }
}
