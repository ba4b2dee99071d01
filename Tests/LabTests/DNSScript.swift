/// How a DNS server of `netdiag serve` treats queries: its zone and its faults.
struct DNSScript: Sendable {
    /// How the server responds to a query.
    indirect enum Answer: Sendable {
        /// Addresses of the queried type; no data if there are none.
        case addresses([String])
        /// A CNAME to this name, followed by the records of that name if it has any.
        case alias(String)
        /// A CNAME to this name and nothing more: the client has to query that name itself.
        case aliasAlone(String)
        /// A response code and no records.
        case code(Code)
        /// SERVFAIL, unless the query disables checking (CD): then the other answer.
        case unlessChecked(Answer)
        /// No response.
        case silence
        /// Bytes that are not a DNS message.
        case garbage
        /// The right answer with a wrong id.
        case wrongID
        /// The right answer with another question.
        case wrongQuestion
        /// Empty and truncated (TC), so that the client repeats the query over TCP, which is refused.
        case truncated
        /// The other answer after this delay.
        case late(Answer, after: Duration)
        /// The other answer with an extended error (RFC 8914).
        case explained(Answer, code: UInt16, text: String)
        /// 0.0.0.0 and ::, with the extended error Blocked.
        case blocked
    }

    /// A response code of RFC 1035 section 4.1.1. The raw value is the fault that responds with it.
    enum Code: String, Sendable {
        case malformed = "dns.malformed=formerr"
        case serverFailure = "dns.servfail"
        case noSuchName = "dns.nxdomain"
        case refused = "dns.refused"
    }

    /// A type of records.
    enum RecordType: String, Sendable {
        case ipv4 = "A"
        case ipv6 = "AAAA"
        case alias = "CNAME"
    }

    /// The queries that an answer is for: this name (`*.name`: any name below it, `*`: any name) and this type (`nil`:
    /// any).
    struct Rule: Sendable {
        let name: String
        let type: RecordType?
        let answer: Answer

        init(_ name: String, type: RecordType? = nil, _ answer: Answer) {
            (self.name, self.type, self.answer) = (name, type, answer)
        }
    }

    /// The first rule that covers a query determines the answer. A query that no rule covers gets NXDOMAIN, except for
    /// the address of `a.root-servers.net`: a server that denies this name counts as broken.
    let rules: [Rule]

    private static let root = "a.root-servers.net"

    /// The configuration file for `netdiag serve`.
    func file(port: Int, address: String) -> String {
        var records = rules.flatMap { rule in places(of: rule.name).flatMap { Self.records($0, rule.answer) } }
        if records.isEmpty || !rules.contains(where: { [Self.root, "*"].contains($0.name) && $0.type == nil }) {
            records.append("\(Self.root) A 198.41.0.4")
        }
        let faults = rules.map { rule in
            let name = rule.name == "*" ? nil : #"name: "\#(rule.name)""#
            let match = [name, rule.type.map { "type: \($0.rawValue)" }].compactMap(\.self).joined(separator: ", ")
            return #"  - {fault: "\#(Self.fault(rule.answer))"\#(match.isEmpty ? "" : ", when: {match: {\(match)}}")}"#
        }
        let lines = ["port: \(port)", #"listen: "\#(address)""#, "zone:"] + records.map { #"  - "\#($0)""# }
        return (lines + (faults.isEmpty ? [] : ["faults:"] + faults)).map { $0 + "\n" }.joined()
    }

    /// The names in the zone that represent the name of a rule. In a zone, `*` does not cover names beside or below
    /// names that exist (RFC 4592 section 3.3.1), and the ancestors of an existing name exist as well.
    private func places(of name: String) -> [String] {
        guard name == "*" else { return [name] }
        let named = Set(rules.map(\.name).filter { !$0.hasPrefix("*") } + [Self.root])
        var above: Set<String> = []
        for name in named {
            var rest = name[...]
            while let dot = rest.firstIndex(of: ".") {
                rest = rest[rest.index(after: dot)...]
                above.insert(String(rest))
            }
        }
        return ["*"] + above.subtracting(named).sorted().flatMap { [$0, "*.\($0)"] }
            + (rules.contains { $0.name == Self.root } ? [] : [Self.root])
    }

    private static func records(_ name: String, _ answer: Answer) -> [String] {
        switch answer {
        case .addresses([]): ["\(name) TXT nothing else"]
        case .addresses(let addresses): addresses.map { "\(name) \($0.contains(":") ? "AAAA" : "A") \($0)" }
        case .alias(let target), .aliasAlone(let target): ["\(name) CNAME \(target)"]
        case .unlessChecked(let other), .late(let other, _), .explained(let other, _, _): records(name, other)
        case .code, .silence, .garbage, .wrongID, .wrongQuestion, .truncated, .blocked: []
        }
    }

    private static func fault(_ answer: Answer) -> String {
        switch answer {
        case .addresses, .alias: "none"
        case .aliasAlone: "dns.cname-broken"
        case .code(let code): code.rawValue
        case .unlessChecked: "dns.dnssec-bogus"
        case .silence: "dns.server-unreachable"
        case .garbage: "dns.malformed=garbage"
        case .wrongID: "dns.malformed=id"
        case .wrongQuestion: "dns.malformed=question"
        case .truncated: "dns.tcp-blocked"
        case .late(_, let delay): "dns.slow=\(delay / .milliseconds(1))ms"
        case .explained(let other, let code, let text): "\(fault(other))=reason=\(code) \(text)"
        case .blocked: "dns.blocked-answer"
        }
    }
}
