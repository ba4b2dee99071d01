import NetworkModel

@testable import TargetKinds

/// Lines of servers of mailboxes, in answer to the command with the tag `a1`.
enum IMAPEntry: FuzzEntry {
    static let name = "imap"

    static func run(_ input: [UInt8]) throws {
        var evidence = IMAPEvidence(security: .plain, startTLS: .attempt)
        for line in input.split(separator: 0x0a, omittingEmptySubsequences: false) {
            do {
                let response = try IMAPResponse(Array(line), tag: "a1")
                try require(!response.words.isEmpty, "a response has no words")
                try require(response.tag == nil || response.tag == Array("a1".utf8), "a response has another tag")
                try require(
                    response.tag == nil || [.ok, .no, .bad].contains(response.kind), "a command ends with data")
                (evidence.outcome, evidence.said) = (.bye, response.text)
            } catch let malformed as IMAPResponse.Malformed {
                (evidence.outcome, evidence.said) = (.notIMAP, malformed.text)
                break
            }
        }
        try LineEntry.check(evidence, evidence.said, target: "imap://192.0.2.1")
    }
}
