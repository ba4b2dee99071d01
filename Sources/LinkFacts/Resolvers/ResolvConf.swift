import NetworkModel

/// The text of a resolv.conf(5), read as glibc reads it.
///
/// - Keywords begin a line; `#` or `;` begins a comment. Of `domain` and `search`, the last one counts.
/// - glibc asks no more than three servers (`MAXNS`): further ones are left out, and are a problem.
/// - Without a `nameserver` line glibc asks 127.0.0.1. That is not made up here: no servers is what is configured.
/// - The environment (`LOCALDOMAIN`, `RES_OPTIONS`) is a matter of each program, and not looked at.
struct ResolvConf {
    private(set) var configuration = ResolverConfiguration()
    private let file: String
    private let source: Resolver.Source
    /// Whether an option applies to the servers of all lines.
    private var isOverTCP = false

    /// Servers that glibc asks (`MAXNS` of resolv.h).
    static let maxServers = 3
    /// The most `ndots` that counts (`RES_MAXNDOTS`).
    static let maxDots = 15
    /// The longest `timeout` that counts, in seconds (`RES_MAXRETRANS`).
    static let maxTimeout = 30
    /// The most `attempts` that count (`RES_MAXRETRY`).
    static let maxAttempts = 5
    /// The maximum number of problems that are recorded.
    static let maxProblems = 32

    /// The byte order mark in UTF-8, which editors of Windows write, and which glibc takes for a part of the first word.
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private static let options: Set<Substring> = [
        "debug", "rotate", "no-check-names", "inet6", "ip6-bytestring", "ip6-dotint", "no-ip6-dotint", "edns0",
        "single-request", "single-request-reopen", "no-tld-query", "use-vc", "no-reload", "trust-ad", "no-aaaa",
        "strict-error",
    ]

    /// Those that change how servers are queried.
    private static let optionsOfQueries: Set<Substring> = ["use-vc", "edns0", "trust-ad"]

    /// - Parameters:
    ///   - file: The path of the file, for problems.
    ///   - source: The source of its servers.
    init(_ text: String, file: String, source: Resolver.Source = .resolvConf) {
        self.file = file
        self.source = source
        // glibc ends a line at \n alone: what Windows has before it belongs to the last word.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() { read(Substring(line), number + 1) }
        guard isOverTCP else { return }
        for index in configuration.servers.indices { configuration.servers[index].isQueriedOverTCP = true }
    }

    private mutating func read(_ whole: Substring, _ number: Int) {
        if number == 1, whole.utf8.starts(with: Self.byteOrderMark) {
            let rest = Substring(whole.utf8.dropFirst(Self.byteOrderMark.count))
            guard let first = rest.first(where: { !$0.isWhitespace }), first != "#", first != ";" else { return }
            return addProblem(number, .byteOrderMark)
        }
        let endsInReturn = whole.utf8.last == UInt8(ascii: "\r")
        let line = endsInReturn ? Substring(whole.utf8.dropLast()) : whole
        // By scalars: with an emoji, a # is part of another character.
        guard let first = line.unicodeScalars.first, first != "#", first != ";" else { return }
        let words = line.unicodeScalars.split { $0 == " " || $0 == "\t" }.map { Substring($0) }
        guard let keyword = words.first else { return }
        guard first != " ", first != "\t" else {
            return addProblem(number, .indented(Self.shown(keyword)))
        }
        // glibc ends every value at a comment.
        let values = Array(
            words.dropFirst().prefix { $0.unicodeScalars.first != "#" && $0.unicodeScalars.first != ";" })
        guard let value = values.first else { return addProblem(number, .noValue(Self.shown(keyword))) }
        switch keyword {
        case "nameserver":
            guard !(endsInReturn && line.hasSuffix(value)) else {
                return addProblem(number, .carriageReturn(Self.shown(value)))
            }
            // glibc ends an address at a space alone: "192.0.2.1#53" is none.
            addServer(value, number)
        // The root alone is how systemd-resolved says that nothing is to be appended.
        case "search": configuration.search = values.filter { $0 != "." }.map(String.init)
        case "domain": configuration.search = value == "." ? [] : [String(value)]
        case "options":
            for option in values { read(option: option, number) }
            if values.contains(where: { $0.hasPrefix("timeout:") || $0.hasPrefix("attempts:") }) {
                configuration.optionLine = "\(file):\(number): \(Self.shown(line))"
            }
            if values.contains("use-vc") { isOverTCP = true }
            // Options add up; use-vc matters most.
            if values.contains("use-vc")
                || configuration.queryLine == nil && values.contains(where: Self.optionsOfQueries.contains)
            {
                configuration.queryLine = "\(file):\(number): \(Self.shown(line))"
            }
            if values.contains("rotate") {
                configuration.rotationLine = "\(file):\(number): \(Self.shown(line))"
            }
            if values.contains("no-aaaa") {
                configuration.hidingLine = "\(file):\(number): \(Self.shown(line))"
            }
        case "sortlist": break
        default: addProblem(number, .unknownKeyword(Self.shown(keyword)))
        }
    }

    private mutating func addServer(_ text: Substring, _ number: Int) {
        guard let address = IPAddress(String(text)) else {
            return addProblem(number, .notAnAddress(Self.shown(text)))
        }
        // Without an interface, the kernel sends nothing to it: EINVAL (ipv6(7)).
        guard !(address.family == .ipv6 && address.isLinkLocal && address.zone == nil) else {
            return addProblem(number, .lacksZone(address))
        }
        guard configuration.servers.count < Self.maxServers else {
            return addProblem(number, .beyondMax(address))
        }
        configuration.servers.append(Resolver(address: address, source: source))
        if address.zone != nil || address.mayBeBroadcast {
            configuration.linkLines[address] = ResolverProblem.Place(file: file, line: number)
        }
    }

    private mutating func read(option: Substring, _ number: Int) {
        let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.first {
        case "ndots", "timeout", "attempts":
            guard parts.count == 2, let value = UInt32(parts[1]) else {
                return addProblem(number, .notANumber(Self.shown(option)))
            }
            if parts[0] == "ndots" { configuration.ndots = min(Int(value), Self.maxDots) }
            if parts[0] == "attempts" { configuration.attempts = min(Int(value), Self.maxAttempts) }
            if parts[0] == "timeout" { configuration.timeout = min(max(Int(value), 1), Self.maxTimeout) }
        default:
            if !Self.options.contains(option) { addProblem(number, .unknownOption(Self.shown(option))) }
        }
    }

    private mutating func addProblem(_ number: Int, _ kind: ResolverProblem.Kind) {
        guard configuration.problems.count < Self.maxProblems else { return }
        configuration.problems.append(ResolverProblem(kind, at: .init(file: file, line: number)))
    }

    /// What is quoted is cut: a binary file has long lines.
    private static func shown(_ text: Substring) -> String {
        text.count <= 64 ? String(text) : text.prefix(64) + "…"
    }
}
