/// A DNS server's reason for its response (RFC 8914).
public struct ExtendedDNSError: Sendable, Hashable, Codable {
    /// The code in IANA's registry "Extended DNS Error Codes".
    public var code: UInt16
    /// The text of the server, at most 256 bytes.
    public var text: String?

    /// Creates an extended error.
    ///
    /// - Parameters:
    ///   - code: The code in IANA's registry "Extended DNS Error Codes".
    ///   - text: The text of the server, at most 256 bytes.
    public init(code: UInt16, text: String? = nil) {
        self.code = code
        self.text = text
    }

    /// Whether the server says that the name is blocked on purpose: Forged Answer, Blocked, Censored, Filtered, Prohibited.
    public var isBlocking: Bool { code == 4 || (15...18).contains(code) }

    /// Whether the server says that a signature of the name is missing or not valid (DNSSEC).
    public var isOfSignatures: Bool { (5...12).contains(code) }

    /// The registry's name for the code.
    public var name: String { Self.names[code] ?? "extended error \(code)" }

    private static let names: [UInt16: String] = [
        0: "Other", 1: "Unsupported DNSKEY Algorithm", 2: "Unsupported DS Digest Type", 3: "Stale Answer",
        4: "Forged Answer", 5: "DNSSEC Indeterminate", 6: "DNSSEC Bogus", 7: "Signature Expired",
        8: "Signature Not Yet Valid", 9: "DNSKEY Missing", 10: "RRSIGs Missing", 11: "No Zone Key Bit Set",
        12: "NSEC Missing", 13: "Cached Error", 14: "Not Ready", 15: "Blocked", 16: "Censored", 17: "Filtered",
        18: "Prohibited", 19: "Stale NXDomain Answer", 20: "Not Authoritative", 21: "Not Supported",
        22: "No Reachable Authority", 23: "Network Error", 24: "Invalid Data",
    ]
}

extension ExtendedDNSError: CustomStringConvertible {
    /// The name with the text of the server, as in `DNSSEC Bogus (no signatures)`.
    public var description: String {
        // Servers often repeat the name in their own text.
        guard let text, text.lowercased() != name.lowercased() else { return name }
        return "\(name) (\(text))"
    }
}
