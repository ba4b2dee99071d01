import LinkFacts
import NetworkEmulation
import NetworkModel
import Translations

/// The state of an interface, as far as it is needed to break it.
enum LinkState {
    /// - Parameter output: The output of the program, which is shown in one line.
    private static func failure(_ phrase: ToolPhrase, _ link: String, _ output: String) -> Failure {
        let line = output.split(whereSeparator: \.isNewline).joined(separator: "; ")
        return .failed(phrase.text(["interface": link, "error": Text.shown(line)]))
    }

    /// - Throws: ``Failure`` if its state cannot be read.
    static func read(_ settings: InterfaceSettings) throws(Failure) -> LinkBreak.OriginalState {
        let link = settings.name
        let queues = try SystemCommand.run(["tc", "qdisc", "show", "dev", link, "root"])
        guard queues.status == 0 else {
            throw failure(.queuesNotShown, link, queues.output)
        }
        // The queueing discipline that the kernel chose has the handle 0.
        let hasOwnQueue = queues.output.unicodeScalars.split(separator: "\n").contains {
            let words = $0.split(separator: " ")
            return words.count > 2 && String(words[2]) != "0:"
        }
        // By scalars: the name of another interface may begin with a combining one, and contain a line separator.
        func shown(_ arguments: [String], _ refusal: ToolPhrase) throws(Failure) -> [String] {
            let shown = try SystemCommand.run(["ip"] + arguments)
            guard shown.status == 0 else { throw failure(refusal, link, shown.output) }
            return shown.output.unicodeScalars.split(separator: "\n").map { String($0) }
        }
        var routes: [LinkBreak.OriginalState.SavedRoute] = []
        var fixed: [String] = []
        for family in ["-4", "-6"] {
            let lines = try shown([family, "route", "show", "table", "all", "dev", link], .routesNotShown)
            routes += lines.compactMap { .init(line: $0, isIPv6: family == "-6") }
            // Routes with several next hops are not among those of an interface.
            let all = try shown(["-o", family, "route", "show", "table", "all"], .routesNotShown)
            for route in all {
                let words = route.unicodeScalars.split { " \t\\".unicodeScalars.contains($0) }.map { String($0) }
                guard words.contains("nexthop") || words.contains("nhid") else { continue }
                if zip(words, words.dropFirst()).contains(where: { $0 == "dev" && $1 == link }) {
                    fixed.append(words.joined(separator: " "))
                }
            }
        }
        let neighbours = try shown(["neighbour", "show", "dev", link, "nud", "permanent"], .neighboursNotShown)
            .compactMap {
                line -> [String]? in
                let words = line.unicodeScalars.split(separator: " ").map { String($0) }
                guard words.count >= 3, words[1] == "lladdr" else { return nil }
                return [words[0], words[2]]
            }
        let proxied = try shown(["neighbour", "show", "proxy", "dev", link], .neighboursNotShown).compactMap {
            $0.unicodeScalars.split(separator: " ").first.map { String($0) }
        }
        return LinkBreak.OriginalState(
            index: settings.index, mtu: settings.mtu, maxMTU: settings.maxMTU, hasOwnQueue: hasOwnQueue,
            keepsAddresses: settings.keepsIPv6Addresses ?? false, routes: routes,
            fixedRoutes: fixed.map { Text.shown($0) }, permanentNeighbours: neighbours,
            proxiedAddresses: proxied)
    }

    /// The interface with this name in the network namespace of this process.
    ///
    /// - Throws: ``Failure`` if there is no such interface.
    static func interface(_ link: String) throws(Failure) -> InterfaceSettings {
        guard isName(link), let found = try interfaces().first(where: { $0.name == link }) else { throw missing(link) }
        return found
    }

    /// All interfaces.
    static func interfaces() throws(Failure) -> [InterfaceSettings] {
        do {
            return try InterfaceSettings.all()
        } catch {
            throw .failed(error.description)
        }
    }

    private static func missing(_ link: String) -> Failure {
        .usage(ToolPhrase.noSuchInterface.text(["interface": Text.shown(link), "command": "netdiag links"]))
    }

    /// Whether the kernel accepts the name, and shells and nft(8) do not interpret any character of it.
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
}
