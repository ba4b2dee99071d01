import NetworkModel

/// What can be a service type, an instance's name, a domain, a TXT record.
enum Names {
    /// `_http._tcp`, or `_printer._sub._http._tcp` (RFC 6763 section 7, RFC 6335 section 5.1).
    static func checkType(_ text: String) throws(ServiceDiscoveryError) {
        var labels = text.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 4, labels[1].lowercased() == "_sub", (1...63).contains(labels[0].utf8.count),
            isClean(labels[0])
        {
            labels.removeFirst(2)
        }
        guard labels.count == 2, ["_tcp", "_udp"].contains(labels[1].lowercased()), labels[0].hasPrefix("_"),
            isServiceName(labels[0].dropFirst())
        else {
            throw .invalidType(
                "\"\(shown(text))\" is not a service type: it must look like _http._tcp, with 1 to 15 letters, digits and hyphens"
            )
        }
    }

    private static func isServiceName(_ name: Substring) -> Bool {
        (1...15).contains(name.utf8.count) && name.first != "-" && name.last != "-" && !name.contains("--")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
            } && name.contains(where: \.isLetter)
    }

    static func checkName(_ text: String) throws(ServiceDiscoveryError) {
        guard (1...63).contains(text.utf8.count), isClean(text[...]) else {
            throw .invalidName(
                "\"\(shown(text))\" cannot name a service: it must have 1 to 63 bytes, without control characters")
        }
    }

    static func checkDomain(_ text: String) throws(ServiceDiscoveryError) {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let named = labels.last == "" ? labels.dropLast() : labels[...]
        guard text.utf8.count <= 253, !named.isEmpty,
            named.allSatisfy({ (1...63).contains($0.utf8.count) && isClean($0) })
        else { throw .invalidDomain("\"\(shown(text))\" is not a domain: it must look like local or example.org") }
    }

    /// A host as in an SRV record.
    static func checkHost(_ text: String) throws(ServiceDiscoveryError) {
        do {
            try checkDomain(text)
        } catch {
            throw .invalidDomain("\"\(shown(text))\" is not a host: it must look like printer.local")
        }
    }

    static func checkTXT(_ entries: [TXTEntry]) throws(ServiceDiscoveryError) {
        var total = 0
        var keys = Set<String>()
        for entry in entries {
            let size = entry.bytes.count
            guard !entry.key.isEmpty,
                entry.key.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "=") })
            else {
                throw .invalidTXT(
                    "the TXT key \"\(shown(entry.key))\" must be printable ASCII without =, and not empty")
            }
            guard size <= 255 else {
                throw .invalidTXT("the TXT string of \"\(shown(entry.key))\" has \(size) bytes; 255 is the most")
            }
            guard keys.insert(entry.key.lowercased()).inserted else {
                throw .invalidTXT("the TXT key \"\(shown(entry.key))\" stands there twice")
            }
            total += size + 1
        }
        // What fits a multicast packet (RFC 6762 section 17) beside its header and the record's name.
        guard total <= 8_900 else { throw .invalidTXT("the TXT record has \(total) bytes; 8900 is the most") }
    }

    static func check(_ registration: ServiceRegistration) throws(ServiceDiscoveryError) {
        if let name = registration.name { try checkName(name) }
        if let host = registration.host { try checkHost(host) }
        guard (1...16).contains(registration.types.count) else {
            throw .invalidType("1 to 16 types can be published together, not \(registration.types.count)")
        }
        guard registration.subtypes.count <= 64 else { throw .invalidType("64 subtypes are the most") }
        for type in registration.types { try checkType(type) }
        for subtype in registration.subtypes {
            try checkType(subtype)
            guard registration.types.contains(where: { subtype.lowercased().hasSuffix("._sub.\($0.lowercased())") })
            else {
                throw .invalidType(
                    "the subtype \"\(shown(subtype))\" is below none of the types; it must look like _printer._sub.\(registration.types[0])"
                )
            }
        }
        try checkTXT(registration.txt)
    }

    private static func isClean(_ text: Substring) -> Bool {
        !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    }

    private static func shown(_ text: String) -> String {
        SafeText.escaped(String(text.prefix(80))) + (text.count > 80 ? "…" : "")
    }
}
