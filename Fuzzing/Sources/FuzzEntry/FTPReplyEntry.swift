import NetworkModel

@testable import Probes

/// Replies on the control connection, and paths.
enum FTPReplyEntry: FuzzEntry {
    static let name = "ftp-reply"
    static let kinds = ["FTPKind"]

    static func run(_ input: [UInt8]) throws {
        var conversation = FTPControlSession()
        for line in input.split(separator: 10, omittingEmptySubsequences: false) {
            // Lines that begin with > are commands of ours.
            if line.first == UInt8(ascii: ">") {
                Array(line.dropFirst()).withUnsafeBufferPointer { conversation.sent($0) }
            } else if !Array(line).withUnsafeBytes({ conversation.received($0) }) {
                break
            }
        }
        try require(conversation.steps.count <= FTPControlSession.maxSteps, "\(conversation.steps.count) steps")
        for step in conversation.steps {
            try require((step.reply ?? "").unicodeScalars.count <= 300, "a reply of more than 300 characters")
        }
        try require(conversation.reply.map { 100...599 ~= $0.code } ?? true, "a code that is none")
        let text = String(decoding: input, as: UTF8.self)
        guard let path = try? FTPPath(text) else { return }
        try require(!path.bytes.contains { $0 < 0x20 || $0 == 0x7f }, "a control character is sent")
        try require(path.encoded.utf8.allSatisfy { 0x21...0x7e ~= $0 }, "it is encoded as \(path.encoded)")
        try require(try FTPPath(path.encoded).bytes == path.bytes, "\(path.encoded) leads elsewhere")
    }
}
