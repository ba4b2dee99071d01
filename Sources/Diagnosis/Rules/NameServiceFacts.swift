import NetworkModel

/// Explains by the line `hosts` of nsswitch.conf(5) why programs get nothing although a DNS server answers.
struct NameServiceFacts {
    /// The line with its place, or resolver variables of the environment; `nil` if there is neither.
    var line: String?
    /// The services of the line, in order; empty if not known.
    var services: [String]
    /// The library of a service that is not installed, because of which the search ends; `nil` if there is none.
    var missingLibrary: String?
    /// Whether programs waited for an answer, and none came.
    var isSilent: Bool
    /// The names of the resolver variables in ``line``; empty if it is that of nsswitch.conf(5).
    var variables: [String] = []

    /// The services before DNS that ask other programs or servers, and may not get an answer. Those with `_minimal` only do so for
    /// names below `.local`.
    private var asking: [String] {
        services.prefix { $0 != "dns" }.filter { service in
            !["files", "db", "compat", "myhostname", "mymachines"].contains(service) && !service.hasSuffix("_minimal")
        }
    }

    /// Whether an answer on the wire arrived only after the query was repeated, and programs, which waited for the servers alone,
    /// have not repeated theirs yet: packets are lost, and no setting of this machine is to blame.
    ///
    /// - Parameters:
    ///   - lookups: What programs got.
    ///   - timeout: The time after which programs repeat a query.
    func isLossLikely(
        _ answers: [Resolution.Answer], _ lookups: [SystemLookup], after timeout: Milliseconds?
    ) -> Bool {
        guard let timeout, missingLibrary == nil, variables.isEmpty, services.contains("dns"), asking.isEmpty else {
            return false
        }
        return answers.contains { $0.isRepeated == true }
            && lookups.allSatisfy { $0.failure == .timeout && $0.duration.value < timeout.value }
    }

    /// The facts of `dns.system-differs`.
    ///
    /// - Parameter reason: Another reason that was found; `nil` for none.
    func facts(beside reason: String?) -> [String: String] {
        if let reason { return ["why": reason] }
        guard let line = line.map(shown) else { return ["why": "", "database": "hosts"] }
        if let missingLibrary {
            let library = shown(missingLibrary)
            return ["why": FactPhrase.libraryMissing.text(["line": line, "library": library]), "absent": library]
        }
        let asking = asking.map(shown)
        if isSilent, let first = asking.first {
            let all = asking.joined(separator: ", ")
            let why =
                asking.count == 1
                ? FactPhrase.serviceHangs.text(["line": line, "service": first])
                : FactPhrase.oneServiceHangs.text(["line": line, "services": all])
            return ["why": why, "hanging": all]
        }
        let asksServers = services.isEmpty || services.contains { $0 == "dns" || $0 == "resolve" }
        // The variables replace the options and the search list of resolv.conf(5), whatever the services are.
        if !variables.isEmpty {
            return ["why": "; \(line)", "variables": variables.joined(separator: " ")]
        }
        return ["why": "; \(line)", asksServers ? "database" : "lacking": "hosts"]
    }

    /// The facts with the cache that programs ask first, if nothing else explains what they get.
    ///
    /// - Parameter isRunning: Whether nscd(8) runs.
    static func adding(cache isRunning: Bool, to facts: [String: String]) -> [String: String] {
        guard isRunning, facts["database"] != nil, facts["unreadable"] == nil else { return facts }
        return facts.merging(["cache": "nscd"]) { $1 }
    }
}
