/// The identification string of a server (RFC 4253 section 4.2).
struct SSHIdentification: Hashable {
    /// With CR and LF.
    static let maxBytes = 255
    /// What may stand before it: lines that are no identification, such as those of TCP wrappers.
    static let maxLinesBefore = 50
    static let maxLineBytes = 1_024

    /// As in `2.0`; `1.99` speaks both (RFC 4253 section 5.1).
    let version: String
    /// As in `OpenSSH_9.2p1`, with the comment behind it.
    let software: String

    var isSupported: Bool { version == "2.0" || version == "1.99" }

    static func begins(_ line: [UInt8]) -> Bool { line.starts(with: "SSH-".utf8) }

    /// - Parameter line: Without CR and LF; begins with `SSH-`.
    init(_ line: [UInt8]) throws(SSHMalformed) {
        guard line.count <= Self.maxBytes - 2 else {
            throw SSHMalformed("the identification string has \(line.count) bytes, \(Self.maxBytes - 2) are allowed")
        }
        guard !line.contains(0) else { throw SSHMalformed("the identification string has a null character") }
        let parts = line.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, !parts[2].isEmpty else {
            throw SSHMalformed("the identification string lacks the protocol's or the software's version")
        }
        version = String(decoding: parts[1], as: UTF8.self)
        software = String(decoding: parts[2], as: UTF8.self)
    }
}
