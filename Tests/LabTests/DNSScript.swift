/// What a DNS server of `netdiag serve` does to questions: a zone, and its faults.
struct DNSScript: Sendable {
    /// How a question is answered.
    indirect enum Answer: Sendable {
        /// Addresses of the type that is asked for; where there are none, there is no data.
        case addresses([String])
        /// This name instead, whose own answer follows where there is one.
        case alias(String)
        /// This name instead, and nothing more: the asker is to ask for it.
        case aliasAlone(String)
        /// With a response code and no records.
        case code(Code)
        /// SERVFAIL, unless checking is disabled: then as the other answer has it.
        case unlessChecked(Answer)
        /// Never.
        case silence
        /// With bytes that are no DNS message.
        case garbage
        /// Rightly, but for the id.
        case wrongID
        /// Rightly, but to another question.
        case wrongQuestion
        /// Empty and truncated (TC), so that the question is asked again over TCP, which is refused.
        case truncated
        /// As the other answer has it, after this long.
        case late(Answer, after: Duration)
        /// As the other answer has it, with an extended error (RFC 8914).
        case explained(Answer, code: UInt16, text: String)
        /// With 0.0.0.0 and ::, and the extended error Blocked.
        case blocked
    }

    /// Of RFC 1035 section 4.1.1, by the fault that answers with it.
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

    /// Which questions: of this name (`*.name`: any below it, `*`: any), of this type (`nil`: any).
    struct Rule: Sendable {
        let name: String
        let type: RecordType?
        let answer: Answer

        init(_ name: String, type: RecordType? = nil, _ answer: Answer) {
            (self.name, self.type, self.answer) = (name, type, answer)
        }
    }

    /// The first rule that covers a question answers it. One that none covers is answered with NXDOMAIN, but for that of the address
    /// of `a.root-servers.net`: who denies it is broken.
    let rules: [Rule]

    private static let root = "a.root-servers.net"

    /// A file for `netdiag serve`.
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

    /// The names of a zone that stand for the name of a rule. In a zone, `*` is not for what lies beside or below names that it has
    /// (RFC 4592 section 3.3.1), and those above such a name are there.
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
