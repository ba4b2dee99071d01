import NetworkModel

/// A name as the DNS takes it: printable ASCII, labels of 1 to 63 bytes, 253 in all (RFC 1035 section 2.3.4).
struct DomainName: Sendable, Hashable {
    /// Without the final dot; `.` for the root.
    let text: String
    /// Whether a final dot said that no search domain is to be appended.
    let isAbsolute: Bool

    static let root = DomainName(text: ".", isAbsolute: true)

    private init(text: String, isAbsolute: Bool) {
        self.text = text
        self.isAbsolute = isAbsolute
    }

    /// - Throws: ``HostResolutionError`` for what no name can be.
    init(_ name: String) throws(HostResolutionError) {
        func refuse(_ reason: String) -> HostResolutionError { .invalidName(name, reason: reason) }
        guard !name.isEmpty else { throw refuse("it is empty") }
        // Every character of an internationalised name takes part in at most 253 bytes.
        guard name.utf8.count <= 1_024 else { throw refuse("it is longer than 253 bytes") }
        var ascii = name
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            guard !name.unicodeScalars.contains(where: SafeText.isUnsafe) else {
                throw refuse("it has invisible or control characters")
            }
            ascii = try InternationalName.ascii(name)
        }
        if ascii == "." {
            self = .root
            return
        }
        let isAbsolute = ascii.hasSuffix(".")
        if isAbsolute { ascii.removeLast() }
        guard ascii.utf8.count <= 253 else { throw refuse("it is longer than 253 bytes") }
        guard ascii.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw refuse("it has a space, a backslash or a control character")
        }
        for label in ascii.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty else { throw refuse("there is nothing between two dots") }
            guard label.utf8.count <= 63 else { throw refuse("a part between dots is longer than 63 bytes") }
        }
        self.init(text: ascii, isAbsolute: isAbsolute)
        // RFC 7686 section 2; c-ares would say NXDOMAIN in the server's name.
        guard !isIn("onion") else { throw refuse("onion services are not in the DNS (RFC 7686)") }
    }

    /// As the system's resolver is asked for it.
    var asked: String { isAbsolute && text != "." ? text + "." : text }

    var dots: Int { text.utf8.count { $0 == UInt8(ascii: ".") } }

    /// Whether the name is the domain or lies below it.
    func isIn(_ domain: String) -> Bool {
        let lower = text.lowercased()
        return lower == domain || lower.hasSuffix("." + domain)
    }

    /// What resolv.conf(5) makes of the name: the names to ask for, in order.
    ///
    /// A single label is itself asked for only when it is absolute, or the caller says so: a top-level domain has no
    /// addresses worth leaking every mistyped host name to the root servers for.
    func candidates(in configuration: ResolverConfiguration, singleLabels: SingleLabels) -> [DomainName] {
        if isAbsolute { return [self] }
        // glibc takes no more than these either before 2.26, and each is a round trip.
        let searched = configuration.search.prefix(6).compactMap { domain in
            domain == "." ? nil : try? DomainName("\(text).\(domain)")
        }
        let itself = dots > 0 || singleLabels == .asked ? [self] : []
        return dots >= configuration.ndots ? itself + searched : searched + itself
    }

    enum SingleLabels { case asked, notAsked }
}
