import ArgumentParser
import Diagnosis
import Glibc
import NetdiagConfiguration
import NetworkModel
import TargetKinds

/// The completions that shells offer for the arguments of commands. `netdiag --generate-completion-script bash` writes a script
/// that runs this program to get them.
enum Completions {
    /// The time limit of a completion, since the user waits for it.
    private static let limit = Duration.seconds(1)
    /// The maximum number of completions; more would not help.
    private static let maxWords = 500

    /// The URL prefixes of every kind, and the names and targets of the daemon or, if none responds, of the configuration.
    static let targets = CompletionKind.custom { words, index, prefix in
        let schemes = TargetKinds.builtIn.all.flatMap { $0.schemes }.map { "\($0.name)://" }
        let known = knownTargets()
        return offered(unique(known.map(\.key) + known.map(\.target) + schemes), for: words, index, prefix)
    }

    /// The configured targets, each by its name if it has one.
    static let configured = CompletionKind.custom { words, index, prefix in
        offered(unique(knownTargets().map(\.key)), for: words, index, prefix)
    }

    /// The receivers of alerts, which the daemon knows or, if none responds, the configuration.
    static let receivers = CompletionKind.custom { words, index, prefix in
        offered(knownReceivers().filter(isFit), for: words, index, prefix)
    }

    /// The words in their order, each once.
    static func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    /// The IDs of causes, and their layers.
    static let causes = CompletionKind.custom { words, index, prefix in
        let ids = Catalogue.entries.map(\.id)
        let layers = Set(ids.compactMap { $0.layer?.rawValue }).sorted()
        return offered(ids.map(\.rawValue) + layers, for: words, index, prefix)
    }

    /// Common service types.
    static let types = CompletionKind.custom { words, index, prefix in
        let names = [
            "http", "https", "ssh", "sftp-ssh", "ipp", "ipps", "printer", "pdl-datastream", "smb", "nfs", "ftp", "mqtt",
            "rtsp",
            "airplay", "raop", "googlecast", "hap", "matter", "workstation", "osc", "ntp", "coap", "ldap", "postgresql",
        ]
        let known = names.compactMap { TypeWords.type(meantBy: $0) }
        return offered(known + ["_netdiag._tcp"], for: words, index, prefix)
    }

    /// The interfaces of this machine.
    static let interfaces = CompletionKind.custom { words, index, prefix in
        offered(interfaceNames().filter(isFit), for: words, index, prefix)
    }

    /// The candidates that begin with the typed text. Bash splits a word at its colons, and only replaces the text after the
    /// last one.
    static func offered(_ candidates: [String], for words: [String], _ index: Int, _ prefix: String) -> [String] {
        var typed = prefix
        var place = index
        if words.indices.contains(place), words[place] == ":" {
            // Nothing has been typed after the colon yet.
            typed = ""
            place += 1
        }
        var before = ""
        while place >= 2, words.indices.contains(place - 1), words[place - 1] == ":" {
            before = "\(words[place - 2]):\(before)"
            place -= 2
        }
        let whole = before + typed
        let words = candidates.filter { $0.hasPrefix(whole) }.prefix(maxWords).map {
            String($0.dropFirst(before.count))
        }
        return CompletionShell.requesting == .zsh ? words.map(escapedForZsh) : words
    }

    /// In zsh, the text after a colon is a description of the word before it.
    private static func escapedForZsh(_ word: String) -> String {
        word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }

    /// A configured target.
    struct Known: Decodable, Equatable {
        let target: String
        var name: String?
        var key: String { name ?? target }
    }

    private static func knownTargets() -> [Known] {
        struct Status: Decodable {
            let targets: [Known]
        }
        let status: Status? = document(at: "/v1/status", members: ["targets"])
        let targets =
            status?.targets
            ?? (try? Configuration.read(pathOrDefault: nil))?.targets.map {
                Known(target: $0.target.text, name: $0.name)
            }
        return (targets ?? []).filter { isFit($0.key) && isFit($0.target) }
    }

    private static func knownReceivers() -> [String] {
        struct Receiver: Decodable {
            let name: String
        }
        struct Alerts: Decodable {
            let receivers: [Receiver]
        }
        let alerts: Alerts? = document(at: "/v1/alerts", members: ["receivers"])
        return alerts?.receivers.map(\.name)
            ?? (try? Configuration.read(pathOrDefault: nil))?.alerts.receivers.map(\.name) ?? []
    }

    /// Some members of a document of the daemon.
    ///
    /// - Returns: `nil` if no daemon responds in time, or refuses.
    private static func document<Value: Decodable>(at path: String, members: [String]) -> Value? {
        let socketPath = Environment.value("NETDIAG_SOCKET").flatMap { $0.isEmpty ? nil : $0 } ?? UnixSocket.defaultPath
        guard let socket = try? UnixSocket(path: socketPath) else { return nil }
        var found: Value?
        let exchange = Exchange(
            path: socketPath, socket: socket, request: HTTPRequest(method: "GET", path: path), limit: limit,
            reception: .document { (result) throws(Failure) in
                guard case .success(let bytes) = result else { return }
                found = try? TopLevel.decode(Value.self, members: members, from: bytes)
            })
        try? DescriptorTasks.run([exchange])
        return found
    }

    /// The names in the order of the kernel, which is that of `ip link`.
    private static func interfaceNames() -> [String] {
        guard let list = if_nameindex() else { return [] }
        defer { if_freenameindex(list) }
        var names: [String] = []
        // The list ends with an entry of zeros.
        for entry in sequence(first: list, next: { $0 + 1 }) {
            guard entry.pointee.if_index != 0, let name = entry.pointee.if_name else { break }
            names.append(String(cString: name))
        }
        return names
    }

    /// Whether the text can be passed to a shell: one line without control characters.
    private static func isFit(_ text: String) -> Bool { !text.unicodeScalars.contains(where: SafeText.isUnsafe) }
}
