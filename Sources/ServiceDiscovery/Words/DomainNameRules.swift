import NetworkModel

/// The rules for the name of a domain or host as text (RFC 1035 section 2.3.4).
enum DomainNameRules {
    enum Use {
        case domain
        /// A host name with more than one label, since avahi-daemon only accepts full names.
        case host
    }

    static func validate(_ name: String, use: Use) throws(ServiceDiscoveryError) {
        let what = use == .host ? "the host's name" : "the domain"
        let example = use == .host ? "printer.local" : "local"
        guard name.utf8.count <= 254 else {
            throw .invalidDomain("\(what) \(quoted(name)) has \(name.utf8.count) bytes; 253 is the most")
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == "\\" }) else {
            throw .invalidDomain("\(what) \(quoted(name)) has a control character or a backslash; give \(example)")
        }
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else {
            throw .invalidDomain("each part of \(what) \(quoted(name)) must have 1 to 63 bytes; give \(example)")
        }
        guard use == .domain || IPAddress(name) == nil else {
            throw .invalidDomain("\(what) \(quoted(name)) is an address; a service names its host, as \(example)")
        }
        guard use == .domain || labels.count > 1 else {
            throw .invalidDomain("\(what) \(quoted(name)) is not in full; give \(name).local")
        }
    }

    /// Validates the total length of parts that are valid themselves (RFC 1035 section 2.3.4).
    ///
    /// - Parameter parts: The parts without dots at their ends.
    static func validate(together parts: [String]) throws(ServiceDiscoveryError) {
        // A byte precedes each label, another one is for the dots between the parts, and one for the root.
        let size = parts.reduce(1) { $0 + $1.utf8.count + 1 }
        guard size <= 255 else {
            throw .invalidDomain(
                "\(quoted(parts.joined(separator: "."))) has \(size) bytes on the wire; 255 is the most")
        }
    }
}
