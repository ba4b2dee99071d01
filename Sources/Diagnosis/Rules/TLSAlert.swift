/// The alert with which a peer ends a handshake (RFC 8446 section 6).
enum TLSAlert {
    /// OpenSSL's reasons from here on are alerts of the peer (`SSL_AD_REASON_OFFSET`).
    private static let firstReason: UInt32 = 1_000
    /// The names of the alerts that end a handshake, in IANA's registry (TLS Alerts), with blanks as OpenSSL writes them.
    private static let names: [UInt32: String] = [
        0: "close notify", 10: "unexpected message", 20: "bad record mac", 22: "record overflow",
        40: "handshake failure", 42: "bad certificate", 43: "unsupported certificate", 44: "certificate revoked",
        45: "certificate expired", 46: "certificate unknown", 47: "illegal parameter", 48: "unknown ca",
        49: "access denied", 50: "decode error", 51: "decrypt error", 70: "protocol version",
        71: "insufficient security", 80: "internal error", 86: "inappropriate fallback", 90: "user canceled",
        100: "no renegotiation", 109: "missing extension", 110: "unsupported extension", 112: "unrecognized name",
        113: "bad certificate status response", 115: "unknown psk identity", 116: "certificate required",
        120: "no application protocol",
    ]

    /// The name of the alert in a text of OpenSSL, as in `error:0A000458:SSL routines::tlsv1 unrecognized name`; `nil` if it has
    /// none. The words after the code differ between versions of OpenSSL.
    static func name(in text: String) -> String? {
        guard let start = text.firstRange(of: "error:")?.upperBound,
            let code = UInt32(text[start...].prefix { $0.isHexDigit }, radix: 16)
        else { return nil }
        // The reason is the lower 23 bits of a code (ERR_GET_REASON(3)).
        let reason = code & 0x7f_ffff
        return reason < firstReason ? nil : names[reason - firstReason]
    }
}
