import NetworkModel

/// Rules for problems of the resolver configuration.
extension DNSRules {
    /// The problem in resolv.conf(5) that leaves programs without a server.
    static func gravest(of problems: [ResolverProblem]) -> ResolverProblem? {
        problems.first { problem in
            switch problem.kind {
            case .notAnAddress, .lacksZone, .missingInterface, .broadcast: true
            case .indented("nameserver"), .noValue("nameserver"): true
            case .indented, .noValue, .byteOrderMark, .carriageReturn, .unknownKeyword, .unknownOption, .notANumber,
                .beyondMax, .truncated, .missingFile, .danglingLink, .other:
                false
            }
        } ?? problems.first
    }

    /// The finding about a server in resolv.conf(5) that is never queried, since it is not an address, or the fourth. If the
    /// others are silent, it may be the one that would respond.
    static func unqueriedServer(_ problems: [ResolverProblem]) -> [Finding] {
        let problem = problems.first { problem in
            switch problem.kind {
            case .notAnAddress, .lacksZone, .missingInterface, .broadcast, .beyondMax: true
            case .byteOrderMark, .carriageReturn, .indented, .noValue, .unknownKeyword, .unknownOption, .notANumber,
                .truncated, .missingFile, .danglingLink, .other:
                false
            }
        }
        return problem.map { [Finding(DNSCauses.misconfigured, severity: .warning, facts(of: $0))] } ?? []
    }

    /// The facts in a problem.
    static func facts(of problem: ResolverProblem) -> [String: String] {
        var facts = ["problem": shown("\(problem)")]
        let file = shown(problem.place.file)
        switch problem.kind {
        case .carriageReturn: facts["returns"] = file
        case .byteOrderMark: facts["marked"] = file
        case .other("Permission denied"): facts["unreadable"] = file
        case .missingFile: facts["unwritten"] = file
        case .danglingLink(let target): (facts["link"], facts["goal"]) = (file, shown(target))
        case .indented, .noValue, .unknownKeyword, .unknownOption, .notANumber, .notAnAddress, .lacksZone,
            .missingInterface, .broadcast, .beyondMax, .truncated, .other:
            facts["place"] = shown("\(problem.place)")
        }
        return facts
    }
}
