import NetworkModel

/// A fault for some queries to a zone, named by the cause that a check reports if the resolver has the fault.
package struct ZoneFault: Sendable {
    package let name: String
    package let summary: String
    package let arguments: [FaultArgument]
    private let make: @Sendable (FaultArguments) throws(FaultError) -> DNSBehaviour

    /// The name for no fault. Later faults do not apply either.
    package static let none = "none"

    package static let all: [ZoneFault] = [
        ZoneFault(none, "Answers as the zone has it.") { _ throws(FaultError) in .answers },
        ZoneFault("dns.servfail", "Answers SERVFAIL.", [reason]) { arguments throws(FaultError) in
            .code(2, try explanation(arguments))
        },
        ZoneFault("dns.refused", "Answers REFUSED.", [reason]) { arguments throws(FaultError) in
            .code(5, try explanation(arguments))
        },
        ZoneFault("dns.nxdomain", "Answers NXDOMAIN.", [reason]) { arguments throws(FaultError) in
            .code(3, try explanation(arguments))
        },
        ZoneFault("dns.dnssec-bogus", "Answers SERVFAIL unless checking is disabled.", [reason]) {
            arguments throws(FaultError) in .bogus(try explanation(arguments))
        },
        ZoneFault("dns.blocked-answer", "Answers with 0.0.0.0 and ::, as filters do.", [reason]) {
            arguments throws(FaultError) in .blocked(try explanation(arguments))
        },
        ZoneFault("dns.cname-broken", "Answers only with aliases, without the records that they lead to.") {
            _ throws(FaultError) in .aliasesAlone
        },
        ZoneFault("dns.tcp-blocked", "Truncates its answers, and TCP is refused.") { _ throws(FaultError) in .truncated
        },
        ZoneFault("dns.malformed", "Answers with data that is not an answer to the query.", [DNSFaults.mistake]) {
            arguments throws(FaultError) in DNSFaults.malformed(arguments)
        },
        ZoneFault("dns.slow", "Answers late.", [DNSFaults.delay]) { arguments throws(FaultError) in
            .late(arguments.duration("delay"))
        },
        ZoneFault("dns.server-unreachable", "Never answers.") { _ throws(FaultError) in .silence },
    ]

    private static let reason = FaultArgument(
        "reason", .text(maxBytes: 64, default: ""), "an extended error (RFC 8914): its number, and a text on wish")

    private init(
        _ name: String, _ summary: String, _ arguments: [FaultArgument] = [],
        _ make: @escaping @Sendable (FaultArguments) throws(FaultError) -> DNSBehaviour
    ) {
        (self.name, self.summary, self.arguments, self.make) = (name, summary, arguments, make)
    }

    /// Parses a fault with its arguments.
    ///
    /// - Parameter text: The fault, as in `dns.servfail=reason=22 lame`.
    /// - Throws: ``FaultError/usage(_:)`` for a fault that zones do not support, and for invalid arguments.
    package static func behaviour(_ text: String) throws(FaultError) -> DNSBehaviour {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let fault = all.first(where: { $0.name == name }) else {
            throw .usage(
                "\(SafeText.shown(name)) is not a fault of a zone; expected \(all.map(\.name).joined(separator: ", "))")
        }
        let arguments = try FaultArguments(
            parts.count == 2 ? String(parts[1]) : "", of: CauseID(rawValue: name), taking: fault.arguments)
        return try fault.make(arguments)
    }

    private static func explanation(_ arguments: FaultArguments) throws(FaultError) -> DNSExplanation? {
        let text = arguments.text("reason")
        guard !text.isEmpty else { return nil }
        let words = text.split(separator: " ", maxSplits: 1)
        guard let code = words.first.flatMap({ UInt16($0) }) else {
            throw .usage("reason cannot be \(SafeText.shown(text)); write 0 to 65535 and a text on wish, as in 22 lame")
        }
        return DNSExplanation(code: code, text: words.count == 2 ? String(words[1]) : "")
    }
}
