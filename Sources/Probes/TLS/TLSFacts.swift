import CCurl
import FoundationEssentials
import NetworkModel

/// OpenSSL's information about a connection, as values.
struct TLSFacts: Sendable {
    let version: String
    let cipher: String
    let alpn: String?
    /// The stapled status; `nil` if the handshake did not get that far.
    let stapledStatus: TLSEvidence.StapledStatus?
    /// The certificates that the peer sent, leaf first.
    let chain: [TLSEvidence.Certificate]
    /// Whether this machine has the issuer that the chain lacks; `nil` if it was not looked up.
    let isIssuerKnown: Bool?
    /// When the first certificate of the verified chain expires; `nil` if no chain was verified.
    let verifiedUntil: Timestamp?

    /// Reads the information.
    ///
    /// - Parameter connection: OpenSSL's connection.
    /// - Returns: `nil` if OpenSSL's functions are not available.
    init?(_ connection: UnsafeMutableRawPointer) {
        // 50 KiB, of which the unused part is never touched.
        let facts = UnsafeMutablePointer<netdiag_tls_facts>.allocate(capacity: 1)
        defer { facts.deallocate() }
        guard netdiag_tls_read(connection, facts) != 0 else { return nil }
        self.init(reading: facts)
    }

    /// Reads the information about a connection that libcurl has closed since the certificates were refused.
    ///
    /// - Parameter observation: The observation of the connection.
    /// - Returns: `nil` if no certificates were verified.
    init?(refusedBy observation: OpaquePointer) {
        let facts = UnsafeMutablePointer<netdiag_tls_facts>.allocate(capacity: 1)
        defer { facts.deallocate() }
        guard netdiag_tls_read_refused(observation, facts) != 0 else { return nil }
        self.init(reading: facts)
    }

    private init(reading facts: UnsafeMutablePointer<netdiag_tls_facts>) {
        verifiedUntil = Self.date(facts.pointee.verified_until)
        isIssuerKnown = facts.pointee.is_issuer_known < 0 ? nil : facts.pointee.is_issuer_known != 0
        version = Self.text(&facts.pointee.version)
        cipher = Self.text(&facts.pointee.cipher)
        let settled = Self.text(&facts.pointee.alpn)
        alpn = settled.isEmpty ? nil : settled
        stapledStatus =
            switch facts.pointee.ocsp {
            case CInt(NETDIAG_OCSP_NOT_READ): nil
            case -1: .absent
            case 0: .good
            case 1: .revoked
            case 2: .unknown
            default: .unreadable
            }
        let count = Int(facts.pointee.count)
        chain = withUnsafeMutablePointer(to: &facts.pointee.chain) { tuple in
            tuple.withMemoryRebound(to: netdiag_certificate.self, capacity: Int(NETDIAG_MOST_CERTIFICATES)) { first in
                (0..<count).map { Self.certificate(first + $0) }
            }
        }
    }

    /// Parses a certificate in DER; the result is `nil` if it is not valid, or if libcurl has not loaded OpenSSL yet.
    static func certificate(_ bytes: [UInt8]) -> TLSEvidence.Certificate? {
        let facts = UnsafeMutablePointer<netdiag_certificate>.allocate(capacity: 1)
        defer { facts.deallocate() }
        guard netdiag_tls_read_certificate(bytes, bytes.count, facts) != 0 else { return nil }
        return certificate(facts)
    }

    private static func certificate(_ from: UnsafeMutablePointer<netdiag_certificate>) -> TLSEvidence.Certificate {
        let key = text(&from.pointee.key)
        let fingerprint = withUnsafeBytes(of: &from.pointee.sha256) { hexadecimal($0[...]) }
        var certificate = TLSEvidence.Certificate(
            subject: text(&from.pointee.subject), issuer: text(&from.pointee.issuer),
            names: names(&from.pointee.names), notBefore: date(from.pointee.not_before),
            notAfter: date(from.pointee.not_after), key: key.isEmpty ? nil : key,
            keyBits: from.pointee.key_bits > 0 ? Int(from.pointee.key_bits) : nil,
            signature: text(&from.pointee.signature), fingerprint: fingerprint)
        certificate.pin = withUnsafeBytes(of: &from.pointee.key_sha256) { bytes in
            "sha256//" + Data(bytes).base64EncodedString()
        }
        certificate.serial = withUnsafeBytes(of: &from.pointee.serial) { [length = Int(from.pointee.serial_length)] in
            hexadecimal($0.prefix(length))
        }
        let authorityIssuer = text(&from.pointee.authority_issuer)
        certificate.authorityIssuer = authorityIssuer.isEmpty ? nil : authorityIssuer
        if from.pointee.is_public != 0 { certificate.isPublic = true }
        if from.pointee.has_issuer_url != 0 { certificate.hasIssuerURL = true }
        return certificate
    }

    /// Two digits for each byte.
    private static func hexadecimal(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digits.utf8Start[Int(byte >> 4)]
                text[2 * index + 1] = digits.utf8Start[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }

    /// The text in a buffer, up to the first zero byte.
    private static func text<Buffer>(_ buffer: inout Buffer) -> String {
        withUnsafeBytes(of: &buffer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func names<Buffer>(_ buffer: inout Buffer) -> [String] {
        withUnsafeBytes(of: &buffer) { bytes in
            var names: [String] = []
            var rest = bytes[...]
            while names.count < 100 {
                let name = rest.prefix { $0 != 0 }
                guard !name.isEmpty else { break }
                let text = String(decoding: name, as: UTF8.self)
                // An address in its usual form, as in `::1`; a name of DNS contains no colon.
                names.append(text.contains(":") ? IPAddress(text)?.description ?? text : text)
                rest = rest[(name.endIndex + 1)...]
            }
            return names
        }
    }

    private static func date(_ seconds: Int64) -> Timestamp? {
        seconds == .min ? nil : Timestamp(millisecondsSince1970: seconds * 1_000)
    }
}
