// For the importer, its headers define the types of the socket calls.
import CAres
import Glibc
import NetworkModel

/// The services of the system resolver for host names, according to nsswitch.conf(5).
struct NameServices: Sendable, Hashable {
    /// The services in the line `hosts`, in order, without actions in brackets; glibc's defaults if there is no such line.
    var services: [String]
    /// The services that are used for a name that local services do not know: up to the first one with an action such as
    /// `[NOTFOUND=return]`.
    var reached: [String]
    /// The line as `/etc/nsswitch.conf:3: hosts: files dns`, with the actions in brackets; `nil` if there is none.
    var line: String?
    /// The services after which the search ends if their module cannot be loaded, by an action such as `[!SUCCESS=return]`.
    var required: [String] = []

    /// The maximum number of bytes that are read.
    private static let maxBytes = 64 << 10
    private static let maxServices = 16
    /// The maximum length of the quoted line.
    private static let lineLimit = 160

    static func hosts(in path: String) -> NameServices {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { return builtIn }
        defer { close(fd) }
        var buffer = [UInt8](repeating: 0, count: maxBytes)
        let count = read(fd, &buffer, buffer.count)
        return count > 0 ? hosts(of: String(decoding: buffer.prefix(count), as: UTF8.self), file: path) : builtIn
    }

    static func hosts(of text: String, file: String) -> NameServices {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.prefix { $0 != "#" }
            let words = content.split(separator: ":", maxSplits: 1)
            guard words.count == 2, words[0].filter({ $0 != " " && $0 != "\t" }) == "hosts" else { continue }
            var found = NameServices(services: [], reached: [])
            var (action, ends) = (String?.none, false)
            for word in words[1].split(whereSeparator: { $0 == " " || $0 == "\t" }) {
                if word.hasPrefix("[") { action = "" }
                if let open = action {
                    action = open + " " + word
                } else if found.services.count < maxServices {
                    found.services.append(String(word.prefix(32)))
                    if !ends { found.reached.append(String(word.prefix(32))) }
                }
                guard word.hasSuffix("]"), let closed = action else { continue }
                ends = ends || found.services.last.map { isFinal(closed, after: $0) } == true
                if let last = found.services.last, returns(closed, on: "unavail") { found.required.append(last) }
                action = nil
            }
            let shown = content.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            found.line = "\(file):\(index + 1): \(shown.count > lineLimit ? shown.prefix(lineLimit) + "…" : shown[...])"
            return found
        }
        return builtIn
    }

    /// Whether no further service is used for a name that a local service does not know, since the action is to return.
    private static func isFinal(_ action: String, after service: String) -> Bool {
        guard ["files", "db", "compat", "myhostname"].contains(service) else { return false }
        return returns(action, on: "notfound")
    }

    /// Whether an action in brackets ends the search if a service has a status.
    private static func returns(_ action: String, on status: String) -> Bool {
        let reactions = action.lowercased().split { $0 == "[" || $0 == "]" || $0 == " " }
        return reactions.contains { reaction in
            let parts = reaction.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1] == "return" else { return false }
            return parts[0].hasPrefix("!") ? parts[0] != "!\(status)" : parts[0] == status
        }
    }

    /// The library of the first of the ``required`` services whose module is not installed; `nil` if there is none. Without it, the
    /// search ends there.
    var missingLibrary: String? {
        // A path would be relative to the current directory.
        required.lazy.map(NameServiceLibrary.init(of:)).first { !$0.name.contains("/") && !$0.isInstalled }?.name
    }

    /// Whether the services have only addresses of this machine for a name, before any of them asks other hosts.
    ///
    /// - Parameters:
    ///   - host: The host name of this machine.
    ///   - listed: The addresses of the name in the hosts file.
    ///   - addresses: The addresses of this machine.
    ///   - isInstalled: Whether the module of a service is installed.
    func leadHere(
        _ name: String, host: String, listed: [IPAddress], addresses: [IPAddress],
        isInstalled: (String) -> Bool = { NameServiceLibrary(of: $0).isInstalled }
    ) -> Bool {
        for service in reached {
            switch service {
            case "files", "db", "compat":
                guard !listed.isEmpty else { continue }
                return listed.allSatisfy { entry in
                    entry.isLoopback || addresses.contains { $0.bytes == entry.bytes }
                }
            case "myhostname":
                if name.lowercased() == host.lowercased(), isInstalled(service) { return true }
            // systemd-resolved answers for the name of this machine itself, and its module is passed over if it does not run.
            case "resolve", "mymachines": continue
            default:
                // Those query names below .local alone.
                guard service.hasPrefix("mdns"), service.hasSuffix("_minimal") else { return false }
            }
        }
        return false
    }

    private static let builtIn = NameServices(services: ["dns", "files"], reached: ["dns", "files"])
}
