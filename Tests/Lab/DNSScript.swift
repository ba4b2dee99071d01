/// What a ``ScriptedDNSServer`` does to questions.
public struct DNSScript: Sendable {
    /// How a question is answered.
    public enum Answer: Sendable {
        /// Addresses of the type that is asked for; where there are none, there is no data.
        case addresses([String])
        /// This name instead, whose own answer follows where there is one.
        case alias(String)
        /// This name instead, and nothing more: the asker is to ask for it.
        case aliasAlone(String)
        /// With this response code of RFC 1035 section 4.1.1 and no records: 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED.
        case code(UInt8)
        /// SERVFAIL, unless checking is disabled: then as the other answer has it.
        indirect case unlessChecked(Answer)
        /// Never.
        case silence
        /// With bytes that are no DNS message.
        case garbage
        /// Rightly, but for the id.
        case wrongID
        /// Rightly, but to another question.
        case wrongQuestion
        /// Empty and truncated (TC), so that the question is asked again over TCP, where nobody listens.
        case truncated
        /// As the other answer has it, after this long.
        indirect case late(Answer, after: Duration)
        /// As the other answer has it, with an extended error (RFC 8914).
        indirect case explained(Answer, code: UInt16, text: String)
    }

    /// Which questions: of this name (`*.name`: any below it, `*`: any), of this type (`nil`: any).
    public struct Rule: Sendable {
        let name: String
        let type: UInt16?
        let answer: Answer

        public init(_ name: String, type: UInt16? = nil, _ answer: Answer) {
            self.name = name.lowercased()
            self.type = type
            self.answer = answer
        }

        func covers(_ asked: String, _ type: UInt16) -> Bool {
            guard self.type.map({ $0 == type }) ?? true else { return false }
            return name == "*" || asked == name || (name.hasPrefix("*.") && asked.hasSuffix(name.dropFirst()))
        }
    }

    /// The first rule that covers a question answers it; a question that none covers is answered with NXDOMAIN, but for that of the
    /// address of `a.root-servers.net`.
    let rules: [Rule]

    public init(_ rules: [Rule]) { self.rules = rules }

    func answer(to name: String, _ type: UInt16) -> Answer {
        if let rule = rules.first(where: { $0.covers(name.lowercased(), type) }) { return rule.answer }
        // As whoever reaches the Internet: one that denies it is broken.
        return name.lowercased() == "a.root-servers.net" && type == 1 ? .addresses(["198.41.0.4"]) : .code(3)
    }
}
