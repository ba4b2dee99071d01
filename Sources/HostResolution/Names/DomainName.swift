import NetworkModel

/// A name in the form of DNS: printable ASCII, labels of 1 to 63 bytes, at most 253 in total (RFC 1035 section 2.3.4).
struct DomainName: Sendable, Hashable {
    /// The text without the final dot; `.` for the root.
    let text: String
    /// Whether a final dot excludes the search list.
    let isAbsolute: Bool

    static let root = DomainName(text: ".", isAbsolute: true)

    private init(text: String, isAbsolute: Bool) {
        self.text = text
        self.isAbsolute = isAbsolute
    }

    /// Creates a name.
    ///
    /// - Throws: ``HostResolutionError`` if it is not valid.
    init(_ name: String) throws(HostResolutionError) {
        func refuse(_ reason: String) -> HostResolutionError { .invalidName(name, reason: reason) }
        guard !name.isEmpty else { throw refuse("it is empty") }
        // Every character of an internationalised name contributes to at most 253 bytes.
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
        for label in ascii.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !label.isEmpty else { throw refuse("there is nothing between two dots") }
            guard label.count <= 63 else { throw refuse("a part between dots is longer than 63 bytes") }
        }
        self.init(text: ascii, isAbsolute: isAbsolute)
        // RFC 7686 section 2; c-ares would report NXDOMAIN in the server's name.
        guard !isIn("onion") else { throw refuse("onion services are not in the DNS (RFC 7686)") }
    }

    /// The form for calls of the system resolver.
    var asked: String { isAbsolute && text != "." ? text + "." : text }

    var dots: Int { text.utf8.count { $0 == UInt8(ascii: ".") } }

    /// Whether the name is in a domain, or is the domain itself.
    func isIn(_ domain: String) -> Bool {
        let lower = text.lowercased()
        return lower == domain || lower.hasSuffix("." + domain)
    }

    /// The names to query according to resolv.conf(5), in order.
    ///
    /// A single label is queried as it is only if it is absolute, or if the caller says so: top-level domains have no useful
    /// addresses, while every mistyped host name would be leaked to the root servers.
    func candidates(in configuration: ResolverConfiguration, singleLabels: SingleLabels) -> [DomainName] {
        if isAbsolute { return [self] }
        // Before 2.26, glibc does not use more either, and each is a round trip.
        let searched = configuration.search.prefix(6).compactMap { domain in
            domain == "." ? nil : try? DomainName("\(text).\(domain)")
        }
        let itself = dots > 0 || singleLabels == .asked ? [self] : []
        return dots >= configuration.ndots ? itself + searched : searched + itself
    }

    enum SingleLabels { case asked, notAsked }
}
