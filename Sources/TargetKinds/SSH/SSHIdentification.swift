/// The identification string of a server (RFC 4253 section 4.2).
struct SSHIdentification: Hashable {
    /// The maximum length with CR and LF.
    static let maxBytes = 255
    /// The maximum number of lines before it, such as those of TCP wrappers.
    static let maxLinesBefore = 50
    static let maxLineBytes = 1_024

    /// The version, as in `2.0`; `1.99` supports both versions (RFC 4253 section 5.1).
    let version: String
    /// The software, as in `OpenSSH_9.2p1`, with the following comment.
    let software: String

    var isSupported: Bool { version == "2.0" || version == "1.99" }

    static func begins(_ line: [UInt8]) -> Bool { line.starts(with: "SSH-".utf8) }

    /// Parses an identification string.
    ///
    /// - Parameter line: The line without CR and LF, which begins with `SSH-`.
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
