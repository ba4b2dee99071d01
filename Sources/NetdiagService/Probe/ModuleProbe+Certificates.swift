import NetworkModel

extension ModuleProbe {
    /// Sets the series of a completed handshake; none if there was no handshake.
    ///
    /// - Parameter settings: The settings of the handshake.
    mutating func recordCertificates(
        _ tls: TLSEvidence?, _ settings: TLSSettings, withCipher: Bool = false, withChainExpiry: Bool = true
    ) {
        guard let tls, tls.outcome == .established, let leaf = tls.chain.first else { return }
        let first = tls.chain.compactMap(\.notAfter).min()
        series.set(.certificateExpiry, [], first.map(Self.seconds) ?? 0)
        // For a chain that was not verified, blackbox_exporter reports the year 1.
        if withChainExpiry {
            let end = settings.isVerified ? tls.verifiedUntil : nil
            series.set(.chainExpiry, [], end.map(Self.seconds) ?? -62_135_596_800)
        }
        series.set(.tlsVersion, [("version", Self.versionName(tls.version))], 1.0)
        if withCipher { series.set(.tlsCipher, [("cipher", CipherName.ofGo(tls.cipher ?? ""))], 1.0) }
        series.set(
            .certificateInfo,
            [
                ("fingerprint_sha256", leaf.fingerprint ?? ""), ("issuer", DistinguishedName(leaf.issuer).ofGo),
                ("serialnumber", Self.serial(leaf)), ("subject", DistinguishedName(leaf.subject).ofGo),
                ("subjectalternative", leaf.names.filter { IPAddress($0) == nil }.joined(separator: ",")),
            ], 1.0)
    }

    private static func seconds(_ time: Timestamp) -> Double {
        (Double(time.millisecondsSince1970) / 1_000).rounded(.down)
    }

    private static func serial(_ certificate: TLSEvidence.Certificate) -> String {
        var digits = (certificate.serial ?? "")[...]
        // DER has a zero byte before a first bit that is set.
        while digits.hasPrefix("00") { digits = digits.dropFirst(2) }
        return String(digits)
    }

    /// The version in the form of `TLS 1.3`.
    private static func versionName(_ version: String?) -> String {
        switch version {
        case "TLSv1": "TLS 1.0"
        case let version? where version.hasPrefix("TLSv"): "TLS \(version.dropFirst(4))"
        case .some, nil: "unknown"
        }
    }
}

/// The names of cipher suites.
enum CipherName {
    /// Converts OpenSSL's name to the IANA name, which Go uses.
    static func ofGo(_ name: String) -> String {
        // The names for TLS 1.3 are the same.
        guard !name.hasPrefix("TLS_") else { return name }
        var words = name.split(separator: "-").map(String.init)
        guard let first = words.first else { return "unknown" }
        let exchange: String
        if first == "ECDHE", words.count > 2 {
            exchange = "ECDHE_\(words[1])"
            words.removeFirst(2)
        } else {
            exchange = "RSA"
        }
        // The digest is at the end; a suite with plain SHA uses CBC.
        guard let last = words.last, let size = words.first else { return "unknown" }
        if size == "CHACHA20" { return "TLS_\(exchange)_WITH_CHACHA20_POLY1305_SHA256" }
        let bits = size.hasPrefix("AES") ? "AES_\(size.dropFirst(3))" : size
        let mode = words.contains("GCM") ? "GCM" : "CBC"
        return "TLS_\(exchange)_WITH_\(bits)_\(mode)_\(last)"
    }
}
